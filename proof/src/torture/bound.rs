//! What a number of trials says: the 95 % upper bound of the rate of failures.

/// The exact (Clopper-Pearson) upper bound, one-sided, for so many failures in so many independent trials; about 3/n
/// for none.
pub fn upper(failures: usize, trials: usize) -> f64 {
    if trials == 0 || failures >= trials {
        return 1.0;
    }
    // The rate at which so few failures or fewer happen in one of twenty cases; the chance falls as the rate grows.
    let (mut low, mut high) = (failures as f64 / trials as f64, 1.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if at_most(failures, trials, middle) > 0.05 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The chance of at most so many failures.
fn at_most(failures: usize, trials: usize, rate: f64) -> f64 {
    let mut log = trials as f64 * (1.0 - rate).ln();
    let mut sum = log.exp();
    for k in 1..=failures {
        log += ((trials + 1 - k) as f64 / k as f64).ln() + rate.ln() - (1.0 - rate).ln();
        sum += log.exp();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::upper;

    #[test]
    fn no_failure_in_n_trials_bounds_the_rate_at_three_nths() {
        for n in [20, 300, 3_000] {
            assert!((upper(0, n) * n as f64 - 3.0).abs() < 0.25, "{n}: {}", upper(0, n));
        }
    }

    #[test]
    fn failures_widen_the_bound() {
        assert!((upper(1, 100) - 0.0466).abs() < 0.001, "{}", upper(1, 100));
        assert!((upper(10, 100) - 0.1637).abs() < 0.001, "{}", upper(10, 100));
        assert!((upper(5, 5) - 1.0).abs() < f64::EPSILON && (upper(0, 0) - 1.0).abs() < f64::EPSILON);
    }
}
