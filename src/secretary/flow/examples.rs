//! The flows that come with the program, to begin with. Each shows one thing that a script can do, and says what in its
//! first line.

/// A flow to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it is called.
    pub name: &'static str,
    /// Its script.
    pub script: &'static str,
}

impl Example {
    /// What it does, in a few words.
    pub fn about(&self) -> &'static str {
        let first = self.script.lines().next().unwrap_or_default();
        first.trim_start_matches(['#', ' ']).trim_end_matches('.')
    }
}

/// The examples in these files.
macro_rules! shipped {
    ($($name:literal),+) => {
        &[$(Example { name: $name, script: include_str!(concat!("../../../flows/", $name, ".py")) }),+]
    };
}

/// All of them.
pub const ALL: &[Example] = shipped![
    "threshold",
    "branches",
    "pages",
    "retry",
    "exists",
    "until_every_five_minutes",
    "collect_and_notify",
    "chain_with_schema",
    "fan_out"
];

/// The one of this name.
pub fn named(name: &str) -> Option<&'static Example> {
    ALL.iter().find(|example| example.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::calls::calls;
    use crate::secretary::flow::examples::*;
    use crate::secretary::flow::{LONGEST_NAME, LONGEST_SCRIPT};

    #[test]
    fn each_is_a_flow_and_says_what_it_does() {
        for example in ALL {
            let about = example.about();
            assert!(example.script.starts_with(&format!("# {about}.\n")), "{}: {about}", example.name);
            assert!(about.starts_with(char::is_uppercase) && (10..=90).contains(&about.len()), "{about}");
            assert!(example.name.len() <= LONGEST_NAME && example.script.len() <= LONGEST_SCRIPT);
            assert!(!calls(example.script).is_empty(), "{}", example.name);
            assert_eq!(named(&example.name.to_uppercase()), Some(example));
        }
    }
}
