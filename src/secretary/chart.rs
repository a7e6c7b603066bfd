//! A chart as pure data: the numbers, what they are called, and the bounds they keep. How a picture is drawn of them is
//! decided elsewhere.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most points along a chart.
pub const MOST_POINTS: usize = 2_000;
/// The most series of a chart.
pub const MOST_SERIES: usize = 4;
/// The longest label or name of a series, in characters.
pub const LONGEST_LABEL: usize = 60;
/// The longest title, in characters.
pub const LONGEST_TITLE: usize = 120;
/// The longest unit, in characters.
pub const LONGEST_UNIT: usize = 30;
/// The largest number, with or without a sign.
pub const LARGEST: f64 = 1e100;

/// What a chart is drawn as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A line for each series.
    #[default]
    Line,
    /// Bars beside each other, from zero.
    Bar,
}

/// The colours of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// Numbers under one name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// One for each label.
    pub values: Vec<f64>,
}

/// A chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What it is drawn as.
    pub kind: Kind,
    /// What stands under each point.
    pub labels: Vec<String>,
    /// The moment of each point: a line has its points at these distances. Empty for equal distances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<DateTime<Utc>>,
    /// One to four series.
    pub series: Vec<Series>,
    /// What the numbers count; empty for nothing.
    #[serde(default)]
    pub unit: String,
    /// Its colours.
    #[serde(default)]
    pub theme: Theme,
}

/// Why a chart cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is nothing to draw, or too much of it.
    #[error("it needs 1 to {most} points, and has {0}", most = MOST_POINTS)]
    Points(usize),
    /// There is no series, or too many.
    #[error("it needs 1 to {most} series, and has {0}", most = MOST_SERIES)]
    Series(usize),
    /// A series has not one number for each label.
    #[error("series {0} has {1} numbers for {2} labels")]
    Uneven(usize, usize, usize),
    /// A number is none that can be drawn: the series and the place in it, from 1.
    #[error("number {1} of series {0} is not finite, or beyond {most:e}", most = LARGEST)]
    Number(usize, usize),
    /// A text is too long: its beginning, and the most characters.
    #[error("“{0}…” is longer than {1} characters")]
    Long(String, usize),
    /// There are times, but not one for each label in rising order.
    #[error("its times do not rise from one label to the next")]
    Times,
    /// Its series are something else.
    #[error("series is a list of numbers, or a dict of such lists by name")]
    Numbers,
    /// Its labels are something else.
    #[error("labels is a list with one text for each number")]
    Labels,
    /// It is to be drawn as something else.
    #[error("kind is 'line' or 'bar'")]
    Kind,
}

/// The moments that labels name, if each names one and they rise.
pub fn moments(labels: &[String]) -> Vec<DateTime<Utc>> {
    let moments: Option<Vec<_>> = labels.iter().map(|label| moment(label)).collect();
    moments.filter(|moments| moments.windows(2).all(|pair| pair[0] < pair[1])).unwrap_or_default()
}

fn moment(label: &str) -> Option<DateTime<Utc>> {
    let day = || Some(label.parse::<NaiveDate>().ok()?.and_time(NaiveTime::MIN).and_utc());
    let minute = || Some(NaiveDateTime::parse_from_str(label, "%Y-%m-%dT%H:%M").ok()?.and_utc());
    let exact = || Some(DateTime::parse_from_rfc3339(label).ok()?.to_utc());
    day().or_else(minute).or_else(exact)
}

fn numbers(values: &Value) -> Result<Vec<f64>, Fault> {
    let values = values.as_array().ok_or(Fault::Numbers)?;
    values.iter().map(|value| value.as_f64().ok_or(Fault::Numbers)).collect()
}

fn label(value: &Value) -> Result<String, Fault> {
    match value {
        Value::String(text) => Ok(text.trim().to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => Err(Fault::Labels),
    }
}

impl Chart {
    /// A chart of plain values. `series`: a list of numbers, or several by name; `labels`: a list, or the numbers from 1.
    ///
    /// # Errors
    /// Why they are no chart.
    pub fn of_values(
        title: &str,
        series: &Value,
        labels: Option<&Value>,
        (kind, unit): (&str, &str),
    ) -> Result<Self, Fault> {
        let title = title.trim().to_owned();
        let series = if let Value::Object(all) = series {
            all.iter()
                .map(|(name, values)| Ok(Series { name: name.trim().to_owned(), values: numbers(values)? }))
                .collect::<Result<Vec<_>, Fault>>()?
        } else {
            vec![Series { name: title.chars().take(LONGEST_LABEL).collect(), values: numbers(series)? }]
        };
        let points = series.iter().map(|series| series.values.len()).max().unwrap_or_default();
        let labels = match labels {
            Some(Value::Array(labels)) => labels.iter().map(label).collect::<Result<Vec<_>, Fault>>()?,
            Some(_) => return Err(Fault::Labels),
            None => (1..=points).map(|n| n.to_string()).collect(),
        };
        let kind = match kind {
            "line" => Kind::Line,
            "bar" => Kind::Bar,
            _ => return Err(Fault::Kind),
        };
        let (times, unit) = (moments(&labels), unit.trim().to_owned());
        let chart = Self { title, kind, labels, times, series, unit, ..Self::default() };
        chart.check()?;
        Ok(chart)
    }

    /// A name for files of it, without an ending.
    pub fn file_name(&self) -> String {
        let words = self.title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let name: String = words.collect::<Vec<_>>().join("-").to_ascii_lowercase().chars().take(40).collect();
        if name.is_empty() { "chart".to_owned() } else { name }
    }

    /// Whether it keeps the bounds.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub fn check(&self) -> Result<(), Fault> {
        let points = self.labels.len();
        if points == 0 || points > MOST_POINTS {
            return Err(Fault::Points(points));
        }
        if self.series.is_empty() || self.series.len() > MOST_SERIES {
            return Err(Fault::Series(self.series.len()));
        }
        let names = self.labels.iter().chain(self.series.iter().map(|series| &series.name));
        let texts = [(&self.title, LONGEST_TITLE), (&self.unit, LONGEST_UNIT)].into_iter();
        for (text, most) in texts.chain(names.map(|name| (name, LONGEST_LABEL))) {
            if text.chars().count() > most {
                return Err(Fault::Long(text.chars().take(20).collect(), most));
            }
        }
        for (at, series) in self.series.iter().enumerate() {
            if series.values.len() != points {
                return Err(Fault::Uneven(at + 1, series.values.len(), points));
            }
            if let Some(bad) = series.values.iter().position(|value| !value.is_finite() || value.abs() > LARGEST) {
                return Err(Fault::Number(at + 1, bad + 1));
            }
        }
        let rise = self.times.windows(2).all(|pair| pair[0] < pair[1]);
        if !self.times.is_empty() && (self.times.len() != points || !rise) {
            return Err(Fault::Times);
        }
        Ok(())
    }

    /// The same numbers as a table: a line of names, then one line for each label.
    pub fn csv(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" ({})", self.unit) };
        let heads = self.series.iter().map(|series| cell(&format!("{}{unit}", series.name)));
        let mut text = format!("label,{}\n", heads.collect::<Vec<_>>().join(","));
        for (at, label) in self.labels.iter().enumerate() {
            text.push_str(&cell(label));
            for series in &self.series {
                let value = series.values.get(at).map(f64::to_string).unwrap_or_default();
                text.push_str(&format!(",{value}"));
            }
            text.push('\n');
        }
        text
    }
}

/// A text as a field of a table. What a spreadsheet would take for a formula begins with an apostrophe.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r', ';']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use crate::secretary::chart::*;
    use chrono::TimeDelta;
    use serde_json::json;

    fn chart(values: &[f64]) -> Chart {
        Chart {
            title: "Prices".to_owned(),
            labels: (1..=values.len()).map(|n| format!("day {n}")).collect(),
            series: vec![Series { name: "Offer A".to_owned(), values: values.to_vec() }],
            unit: "EUR".to_owned(),
            ..Chart::default()
        }
    }

    #[test]
    fn bounds_are_kept() {
        assert_eq!(chart(&[1.0]).check(), Ok(()));
        assert_eq!(chart(&vec![0.5; MOST_POINTS]).check(), Ok(()));
        assert_eq!(chart(&[]).check(), Err(Fault::Points(0)));
        assert_eq!(chart(&vec![0.5; MOST_POINTS + 1]).check(), Err(Fault::Points(MOST_POINTS + 1)));
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e101, f64::MIN] {
            assert_eq!(chart(&[1.0, bad]).check(), Err(Fault::Number(1, 2)), "{bad}");
        }
        let one = chart(&[1.0, 2.0]);
        let series = |n: usize| Chart { series: vec![one.series[0].clone(); n], ..one.clone() };
        assert_eq!(series(4).check(), Ok(()));
        assert_eq!((series(0).check(), series(5).check()), (Err(Fault::Series(0)), Err(Fault::Series(5))));
        let short = Chart { labels: vec!["only".to_owned()], ..one.clone() };
        assert_eq!(short.check().unwrap_err().to_string(), "series 1 has 2 numbers for 1 labels");
        let long = Chart { labels: vec!["a".to_owned(), "é".repeat(61)], ..one.clone() };
        assert_eq!(long.check(), Err(Fault::Long("é".repeat(20), 60)));
        let at = |hours: i64| DateTime::UNIX_EPOCH + TimeDelta::hours(hours);
        let timed = |times: Vec<_>| Chart { times, ..one.clone() }.check();
        assert_eq!(timed(vec![at(0), at(5)]), Ok(()));
        for times in [vec![at(0)], vec![at(5), at(5)], vec![at(5), at(0)]] {
            assert_eq!(timed(times), Err(Fault::Times));
        }
        assert_eq!(Fault::Number(1, 2).to_string(), "number 2 of series 1 is not finite, or beyond 1e100");
        assert_eq!(Fault::Points(0).to_string(), "it needs 1 to 2000 points, and has 0");
    }

    #[test]
    fn a_table_has_the_same_numbers_and_no_formulas() {
        assert_eq!(chart(&[1.0, -2.5]).csv(), "label,Offer A (EUR)\nday 1,1\nday 2,-2.5\n");
        let odd = Chart {
            labels: vec!["a, \"b\"".to_owned(), "=1+1".to_owned()],
            unit: String::new(),
            series: vec![Series { name: "@x\ny".to_owned(), values: vec![0.1, 1e21] }],
            ..chart(&[])
        };
        let table = "label,\"'@x\ny\"\n\"a, \"\"b\"\"\",0.1\n'=1+1,1000000000000000000000\n";
        assert_eq!(odd.csv(), table);
    }

    #[test]
    fn plain_values_make_a_chart_or_are_told_why_not() {
        let of = |series: Value, labels: Option<Value>, kind: &str| {
            Chart::of_values(" Prices ", &series, labels.as_ref(), (kind, "EUR"))
        };
        let made = of(json!([1, 2.5]), None, "line").unwrap();
        assert_eq!((made.title.as_str(), made.unit.as_str(), made.kind), ("Prices", "EUR", Kind::Line));
        assert_eq!((made.labels, made.series[0].name.as_str()), (vec!["1".to_owned(), "2".to_owned()], "Prices"));
        let days = Some(json!(["2026-11-23", "2026-11-24"]));
        let two = of(json!({"b": [1, 2], "a": [3, 4]}), days, "bar").unwrap();
        assert_eq!((two.series.len(), two.times.len(), two.kind), (2, 2, Kind::Bar));
        for (series, labels, kind, why) in [
            (json!("1, 2"), None, "line", "series is a list of numbers"),
            (json!([1, null]), None, "line", "series is a list of numbers"),
            (json!([1, "2"]), None, "line", "series is a list of numbers"),
            (json!({"a": 1}), None, "line", "series is a list of numbers"),
            (json!({}), None, "line", "1 to 2000 points"),
            (json!([]), None, "line", "1 to 2000 points"),
            (json!({"a": [1, 2], "b": [1]}), None, "line", "series 2 has 1 numbers for 2 labels"),
            (json!([1, 2]), Some(json!(["x"])), "line", "series 1 has 2 numbers for 1 labels"),
            (json!([1]), Some(json!("x")), "line", "labels is a list"),
            (json!([1]), Some(json!([null])), "line", "labels is a list"),
            (json!([1]), None, "pie", "kind is 'line' or 'bar'"),
        ] {
            let said = of(series.clone(), labels, kind).unwrap_err().to_string();
            assert!(said.contains(why), "{series}: {said}");
        }
    }

    #[test]
    fn files_are_named_by_the_title() {
        for (title, name) in
            [("Prices, 2026/11", "prices-2026-11"), ("../..", "chart"), ("Цены", "chart"), ("", "chart")]
        {
            assert_eq!(Chart { title: title.to_owned(), ..Chart::default() }.file_name(), name);
        }
    }

    #[test]
    fn labels_that_are_moments_are_read_as_such() {
        let read = |labels: &[&str]| moments(&labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>()).len();
        assert_eq!(read(&["2026-11-23", "2026-11-24"]), 2);
        assert_eq!(read(&["2026-11-23T09:00", "2026-11-23T09:05", "2026-11-24T00:00:00+01:00"]), 3);
        for labels in [&["2026-11-24", "2026-11-23"][..], &["2026-11-23", "later"], &["Mon", "Tue"], &["2026-02-30"]] {
            assert_eq!(read(labels), 0, "{labels:?}");
        }
    }
}
