//! The torture: runs goals against a program, one line a goal. It knows the program by its settings alone.
//! `torture [--program PATH] [--trials N] [--seed S] [--keep FOLDER] [--begin DATABASE] [--set NAME=VALUE]
//! [--at-once N] list | mutants [NAME…] | all | siege | GOAL…`

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use proof::torture::run::{AT_A_TIME, Line, PATIENCE, Setting, folder_of};
use proof::torture::siege::{self, ATTACKS, Attack};
use proof::torture::{GOALS, mutants};

/// How the program is built when nobody names one.
const BUILD: [&str; 7] =
    ["build", "--profile", "torture", "--features", "failpoints,planted-bugs", "--bin", "secretary"];
/// Where it is then.
const BUILT: &str = "target/torture/secretary";

/// Trials at a time at most: each has five servers and a program of its own.
const MOST_AT_ONCE: usize = 32;

/// What was asked for.
struct Wish {
    program: Option<PathBuf>,
    trials: Option<usize>,
    seed: Option<u64>,
    keep: PathBuf,
    begin: Option<PathBuf>,
    at_once: usize,
    settings: Vec<(String, String)>,
    words: Vec<String>,
}

fn read(arguments: impl Iterator<Item = String>) -> Result<Wish, String> {
    let mut wish = Wish {
        program: None,
        trials: None,
        seed: None,
        keep: folder_of("trials"),
        begin: None,
        at_once: AT_A_TIME,
        settings: Vec::new(),
        words: Vec::new(),
    };
    let mut arguments = arguments;
    while let Some(word) = arguments.next() {
        let Some(name) = word.strip_prefix("--").filter(|name| !name.is_empty()) else {
            if word != "--" {
                wish.words.push(word);
            }
            continue;
        };
        let value = arguments.next().ok_or(format!("--{name} needs a value."))?;
        let number = || value.parse().map_err(|_| format!("--{name} needs a number, not {value:?}."));
        match name {
            "program" => wish.program = Some(PathBuf::from(value)),
            "keep" => wish.keep = PathBuf::from(value),
            "begin" => wish.begin = Some(PathBuf::from(value)),
            "trials" => wish.trials = usize::try_from(number()?).ok(),
            "seed" => wish.seed = Some(number()?),
            "at-once" => match usize::try_from(number()?) {
                Ok(at_once @ 1..=MOST_AT_ONCE) => wish.at_once = at_once,
                _ => return Err(format!("--at-once goes from 1 to {MOST_AT_ONCE}, not {value:?}.")),
            },
            "set" => match value.split_once('=') {
                Some((name, value)) => wish.settings.push((name.to_owned(), value.to_owned())),
                None => return Err(format!("--set needs NAME=VALUE, not {value:?}.")),
            },
            _ => {
                return Err(format!(
                    "--{name} is not known: --program, --trials, --seed, --keep, --begin, --set, --at-once."
                ));
            }
        }
    }
    Ok(wish)
}

fn list() -> String {
    let lines = GOALS.iter().map(|goal| format!("{:<5} {:>6} trials  {}\n", goal.id, goal.full, goal.says));
    let attacks = ATTACKS.iter().map(|attack| format!("{:<5} {:>9} attacks {}\n", attack.id, attack.full, attack.says));
    lines.chain(attacks).collect::<String>() + "mutants          every planted bug, by the goal that must find it"
}

fn build() -> Result<PathBuf, String> {
    let status = Command::new("cargo").args(BUILD).status().map_err(|error| format!("cargo cannot be run: {error}"))?;
    if status.success() { Ok(PathBuf::from(BUILT)) } else { Err("the program cannot be built".to_owned()) }
}

/// How many goals failed, or bugs were not found.
async fn go(wish: Wish) -> Result<usize, String> {
    if wish.words.is_empty() || wish.words == ["list"] {
        println!("{}", list());
        return Ok(0);
    }
    let hunting = wish.words.first().is_some_and(|word| word == "mutants");
    let all = wish.words == ["all"];
    let known =
        |word: &String| GOALS.iter().any(|goal| goal.id == *word) || ATTACKS.iter().any(|attack| attack.id == *word);
    if let Some(unknown) = wish.words.iter().find(|word| !hunting && !all && !known(word)) {
        return Err(format!("There is no goal {unknown:?}. torture list shows them."));
    }
    let attacks: Vec<&Attack> =
        ATTACKS.iter().filter(|attack| wish.words.iter().any(|word| word == attack.id)).collect();
    let mut broken = 0;
    for attack in &attacks {
        broken += usize::from(!siege::holds(attack, wish.seed)?);
    }
    if !hunting && !all && attacks.len() == wish.words.len() {
        return Ok(broken);
    }
    let program = match &wish.program {
        Some(program) => program.clone(),
        None => build()?,
    };
    let program = program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?;
    let setting = Setting {
        program,
        trials: wish.trials,
        seed: wish.seed.unwrap_or(1),
        settings: wish.settings,
        folder: wish.keep,
        begin: wish.begin,
        first_failure: false,
        patience: PATIENCE,
        at_a_time: wish.at_once,
        clocks: true,
    };
    if hunting {
        return mutants::hunt(&setting, &wish.words[1..]).await;
    }
    let mut failed = broken;
    for goal in GOALS.iter().filter(|goal| all || wish.words.iter().any(|word| word == goal.id)) {
        let tally = goal.go(&setting).await;
        println!("{}", Line(goal.id, &tally));
        tally.notes.iter().for_each(|note| println!("     {note}"));
        for failure in &tally.failures {
            let folder = setting.folder.join(format!("{}-{}", goal.id, failure.seed));
            println!("     seed {}: {} ({})", failure.seed, failure.sentence, folder.display());
        }
        failed += usize::from(!tally.failures.is_empty() || tally.trials == 0);
    }
    Ok(failed)
}

#[tokio::main]
async fn main() -> ExitCode {
    let done = match read(std::env::args().skip(1)) {
        Ok(wish) => go(wish).await,
        Err(why) => Err(why),
    };
    match done {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
