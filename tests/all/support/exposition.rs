//! A strict reader of the text format of Prometheus (version 0.0.4): whatever a scraper might stumble over is a failure.

use std::collections::{BTreeMap, BTreeSet};

/// One family of figures.
#[derive(Debug, Default)]
pub struct Family {
    pub kind: String,
    pub help: String,
    pub samples: Vec<Sample>,
}

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub name: String,
    pub labels: BTreeMap<String, String>,
    pub value: f64,
}

/// Everything on a page of figures.
#[derive(Debug, Default)]
pub struct Figures(pub BTreeMap<String, Family>);

impl Figures {
    /// Reads a page.
    #[track_caller]
    pub fn read(page: &str) -> Self {
        Self::try_read(page).unwrap_or_else(|why| panic!("{why} in:\n{page}"))
    }

    /// The sum of the figures of this name which have all these labels; none if there is no such figure.
    pub fn get(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let has = |sample: &&Sample| {
            sample.name == name
                && labels.iter().all(|(label, value)| sample.labels.get(*label).is_some_and(|v| v == value))
        };
        let found: Vec<f64> = self.0.values().flat_map(|f| &f.samples).filter(has).map(|s| s.value).collect();
        (!found.is_empty()).then(|| found.iter().sum())
    }

    /// Reads a page, or says what is wrong with it.
    pub fn try_read(page: &str) -> Result<Self, String> {
        if !page.ends_with('\n') {
            return Err("the last line does not end".to_owned());
        }
        let mut figures = Self::default();
        let mut current: Option<String> = None;
        for line in page.lines().filter(|line| !line.is_empty()) {
            if let Some(rest) = line.strip_prefix("# HELP ") {
                let (name, help) = rest.split_once(' ').ok_or(format!("no help: {line}"))?;
                let family = figures.0.entry(named(name)?).or_default();
                if !family.help.is_empty() || !family.kind.is_empty() {
                    return Err(format!("help that is late or given twice: {line}"));
                }
                family.help = help.to_owned();
            } else if let Some(rest) = line.strip_prefix("# TYPE ") {
                let (name, kind) = rest.split_once(' ').ok_or(format!("no type: {line}"))?;
                if !["counter", "gauge", "histogram"].contains(&kind) {
                    return Err(format!("a type there is not: {line}"));
                }
                let family = figures.0.entry(named(name)?).or_default();
                if !family.kind.is_empty() {
                    return Err(format!("a type given twice: {line}"));
                }
                family.kind = kind.to_owned();
                current = Some(name.to_owned());
            } else if line.starts_with('#') {
                return Err(format!("neither help nor type: {line}"));
            } else {
                let sample = sample(line)?;
                let name = current.clone().filter(|family| belongs(&sample.name, family, &figures.0[family].kind));
                let name = name.ok_or(format!("outside of its family: {line}"))?;
                figures.0.get_mut(&name).ok_or("no family")?.samples.push(sample);
            }
        }
        figures.check()?;
        Ok(figures)
    }

    fn check(&self) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        for (name, family) in &self.0 {
            if family.kind.is_empty() || family.samples.is_empty() {
                return Err(format!("{name} has no type or no figures"));
            }
            if (family.kind == "counter") != name.ends_with("_total") {
                return Err(format!("{name} is a {}: counters, and only they, end in _total", family.kind));
            }
            for sample in &family.samples {
                if !seen.insert((sample.name.clone(), sample.labels.clone())) {
                    return Err(format!("twice: {sample:?}"));
                }
                if family.kind != "gauge" && !(sample.value >= 0.0 && sample.value.is_finite()) {
                    return Err(format!("what is counted cannot be {}: {sample:?}", sample.value));
                }
            }
            if family.kind == "histogram" {
                histogram(name, family)?;
            }
        }
        Ok(())
    }
}

/// Whether a figure of this name stands in this family.
fn belongs(sample: &str, family: &str, kind: &str) -> bool {
    match kind {
        "histogram" => {
            ["_bucket", "_sum", "_count"].iter().any(|end| sample.strip_suffix(end).is_some_and(|name| name == family))
        }
        _ => sample == family,
    }
}

fn histogram(name: &str, family: &Family) -> Result<(), String> {
    let mut series: BTreeMap<BTreeMap<String, String>, Vec<(f64, f64)>> = BTreeMap::new();
    let mut counts = BTreeMap::new();
    let mut sums = 0;
    for sample in &family.samples {
        let mut labels = sample.labels.clone();
        let bound = labels.remove("le");
        match (sample.name.strip_prefix(name), bound) {
            (Some("_bucket"), Some(bound)) => {
                series.entry(labels).or_default().push((value(&bound)?, sample.value));
            }
            (Some("_count"), None) => drop(counts.insert(labels, sample.value)),
            (Some("_sum"), None) => sums += 1,
            _ => return Err(format!("no part of a histogram: {sample:?}")),
        }
    }
    if series.len() != counts.len() || sums != counts.len() {
        return Err(format!("{name} has {} series, {} counts, {sums} sums", series.len(), counts.len()));
    }
    for (labels, buckets) in series {
        let rises = buckets.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1);
        let last = buckets.last().filter(|(bound, _)| *bound == f64::INFINITY).map(|(_, count)| *count);
        if !rises || last != counts.get(&labels).copied() {
            return Err(format!("the buckets of {name} {labels:?} do not add up: {buckets:?}"));
        }
    }
    Ok(())
}

fn named(name: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let good = !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit());
    if good { Ok(name.to_owned()) } else { Err(format!("no name: {name:?}")) }
}

fn value(text: &str) -> Result<f64, String> {
    match text {
        "+Inf" => Ok(f64::INFINITY),
        "-Inf" => Ok(f64::NEG_INFINITY),
        "NaN" => Ok(f64::NAN),
        _ if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            text.parse().map_err(|_| format!("no number: {text:?}"))
        }
        _ => Err(format!("no number: {text:?}")),
    }
}

/// `name value` or `name{label="value",…} value`.
fn sample(line: &str) -> Result<Sample, String> {
    let end = line.find(['{', ' ']).ok_or(format!("no figure: {line}"))?;
    let name = named(&line[..end])?;
    let mut labels = BTreeMap::new();
    let mut rest = &line[end..];
    if let Some(mut inside) = rest.strip_prefix('{') {
        loop {
            let (label, after) = inside.split_once("=\"").ok_or(format!("no label: {line}"))?;
            if label.contains(':') || label.starts_with("__") {
                return Err(format!("no name of a label: {line}"));
            }
            let (text, after) = quoted(after).ok_or(format!("no value of a label: {line}"))?;
            if labels.insert(named(label)?, text).is_some() {
                return Err(format!("a label given twice: {line}"));
            }
            match after.strip_prefix(',') {
                Some(next) => inside = next,
                None => {
                    rest = after.strip_prefix('}').ok_or(format!("no end of the labels: {line}"))?;
                    break;
                }
            }
        }
    }
    let text = rest.strip_prefix(' ').ok_or(format!("no figure: {line}"))?;
    Ok(Sample { name, labels, value: value(text)? })
}

/// A text up to its quotation mark, with what stands behind that.
fn quoted(from: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    let mut chars = from.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((text, &from[at + 1..])),
            '\\' => text.push(match chars.next()?.1 {
                'n' => '\n',
                escaped @ ('\\' | '"') => escaped,
                _ => return None,
            }),
            other => text.push(other),
        }
    }
    None
}

#[test]
fn what_a_scraper_would_stumble_over_is_found() {
    let good = "# HELP a_total Things.\n# TYPE a_total counter\na_total{x=\"1 \\\"2\\\" \\\\ }\"} 3\na_total 4\n\n\
                # TYPE h histogram\nh_bucket{le=\"0.5\"} 1\nh_bucket{le=\"+Inf\"} 2\nh_sum 1.5\nh_count 2\n";
    let read = Figures::read(good);
    assert_eq!(read.get("a_total", &[("x", "1 \"2\" \\ }")]), Some(3.0));
    assert_eq!((read.get("a_total", &[]), read.get("a_total", &[("x", "2")])), (Some(7.0), None));
    for (bad, why) in [
        ("a 1\n", "outside of its family"),
        ("# TYPE a gauge\na 1", "does not end"),
        ("# TYPE a counter\na 1\n", "end in _total"),
        ("# TYPE a gauge\na one\n", "no number"),
        ("# TYPE a gauge\na 1\na 2\n", "twice"),
        ("# TYPE a gauge\na{x=1} 1\n", "no label"),
        ("# TYPE a gauge\na{x=\"\\q\"} 1\n", "no value of a label"),
        ("# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n", "given twice"),
        ("# TYPE a gauge\n", "no figures"),
        ("# TYPE a gauge\n# TYPE b gauge\na 1\nb 1\n", "outside of its family"),
        ("# TYPE a_total counter\na_total -1\n", "cannot be -1"),
        ("# TYPE h histogram\nh_bucket{le=\"+Inf\"} 2\nh_sum 1\nh_count 3\n", "do not add up"),
        ("# TYPE h histogram\nh_bucket{le=\"1\"} 2\nh_sum 1\nh_count 2\n", "do not add up"),
        ("# note\n", "neither help nor type"),
    ] {
        let said = Figures::try_read(bad).expect_err(bad);
        assert!(said.contains(why), "{bad:?}: {said}");
    }
}
