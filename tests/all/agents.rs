//! The built-in agents: what their instructions speak of they have the tools for.

use secretary::workers::roster;

/// Words of an instruction, and the tools of which an agent needs one to follow it.
const NEEDS: [(&[&str], &[&str]); 7] = [
    (&["note", "notes"], &["read_note", "list_notes", "search_notes", "write_note"]),
    (&["file", "files"], &["read_file", "list_files", "write_file"]),
    (&["web"], &["web_search"]),
    (&["open a page", "open the sources"], &["read_url"]),
    (&["reminder", "reminders"], &["set_reminder"]),
    (&["sum", "sums", "calculation"], &["calculate"]),
    (&["goes into a file"], &["write_file"]),
];

/// Whether words stand in a text as whole words.
fn says(text: &str, words: &str) -> bool {
    let letters: String = text.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let plain = letters.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(" {plain} ").contains(&format!(" {words} "))
}

#[tokio::test]
async fn the_instructions_of_the_agents_agree_with_their_tools() {
    let tools = crate::support::tool_names().await;
    let agents = roster::load(None, &|_| false).agents;
    assert_eq!(agents.len(), 6);
    for agent in &agents {
        let has = |tool: &str| agent.tools.iter().any(|t| t == tool) || roster::FOR_ALL.contains(&tool);
        for tool in &agent.tools {
            assert!(tools.contains(tool), "{} has a tool nobody knows: {tool}", agent.name);
        }
        let text = format!("{}\n{}\n{}", agent.description, agent.capabilities.join(", "), agent.prompt);
        for tool in tools.iter().filter(|tool| says(&text, &tool.replace('_', " "))) {
            assert!(has(tool), "{} is told of {tool} and does not have it", agent.name);
        }
        for (words, wanted) in NEEDS {
            let spoken = words.iter().find(|words| says(&text, words));
            let able = wanted.iter().any(|tool| has(tool));
            assert!(spoken.is_none() || able, "{} is told of “{}” without a tool for it", agent.name, spoken.unwrap());
        }
    }
}
