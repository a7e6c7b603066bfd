//! The auditor alone: judges the folder of a trial. It starts nothing and changes nothing.

use std::path::Path;
use std::process::ExitCode;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        eprintln!("auditor FOLDER: judges the ledgers and the database of a trial.");
        return ExitCode::FAILURE;
    };
    match proof::audit::folder(Path::new(folder)).await {
        Ok(findings) if findings.is_empty() => {
            println!("nothing is wrong in {folder}");
            ExitCode::SUCCESS
        }
        Ok(findings) => {
            for finding in findings {
                println!("{finding}");
            }
            ExitCode::FAILURE
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
