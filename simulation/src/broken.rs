//! Worlds that are broken on purpose, to prove that each invariant can fail. Nothing here is used by a sound world.

/// One planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// An event delivered twice is stored twice.
    ForgetsUniqueEvents,
    /// Every so often a commit reports success and nothing is written.
    DropsCommits,
    /// Everybody is taken for an owner.
    LetsAnybody,
    /// What was decided reads differently later.
    RewritesVerdicts,
    /// A change counts as two.
    SkipsVersions,
    /// Two tickets get one number.
    RepeatsNumbers,
    /// More rounds of questions are added.
    AsksForever,
    /// What is done is done again.
    DoesAgain,
    /// Timers fire before their time.
    FiresEarly,
    /// Timers are not set.
    ForgetsTimers,
    /// Rows of a lane overtake each other.
    JumpsTheQueue,
    /// Runs are not stopped when their ticket is.
    KeepsLanes,
    /// Runs never begin.
    ForgetsRuns,
    /// The results of tools are not kept in the journal.
    ForgetsAnswers,
    /// After a crash nobody remembers that a sending was begun.
    ForgetsDoubt,
    /// Nobody remembers where messages stand.
    ForgetsPosts,
    /// Buttons stay on messages whose moment is over.
    KeepsButtons,
    /// Tickets that wait for an agent are not called.
    ForgetsWaiting,
    /// Nobody counts who is at work.
    ForgetsLoads,
    /// A ticket is read otherwise than it was written.
    ReadsBadly,
    /// Reports are not kept.
    LosesReports,
}

impl Broken {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::ForgetsUniqueEvents,
        Self::DropsCommits,
        Self::LetsAnybody,
        Self::RewritesVerdicts,
        Self::SkipsVersions,
        Self::RepeatsNumbers,
        Self::AsksForever,
        Self::DoesAgain,
        Self::FiresEarly,
        Self::ForgetsTimers,
        Self::JumpsTheQueue,
        Self::KeepsLanes,
        Self::ForgetsRuns,
        Self::ForgetsAnswers,
        Self::ForgetsDoubt,
        Self::ForgetsPosts,
        Self::KeepsButtons,
        Self::ForgetsWaiting,
        Self::ForgetsLoads,
        Self::ReadsBadly,
        Self::LosesReports,
    ];
}
