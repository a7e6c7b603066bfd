//! Worlds that are broken on purpose, to prove that each invariant can fail. Nothing here is used by a sound world.

use crate::outside::around::Weather;

/// One planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// An event delivered twice is stored twice.
    ForgetsUniqueEvents,
    /// The rooms of all workspaces are taken for those of one.
    MixesWorkspaces,
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
    /// Rows of a lane pass each other.
    JumpsTheQueue,
    /// Runs are not stopped when their ticket is.
    KeepsLanes,
    /// Runs never begin.
    ForgetsRuns,
    /// Nobody remembers whose text was read.
    ForgetsReading,
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
    /// A ticket changes hands.
    ChangesHands,
    /// A decision is put down to somebody else.
    DecidesForOthers,
    /// Nobody remembers who decided.
    ForgetsWhoDecided,
    /// One attempt counts as many.
    CountsBadly,
    /// Tasks begin before what they need is there.
    BeginsTooSoon,
    /// There is a report although no work was done.
    ReportsNothing,
    /// Questions stay open at the end.
    LeavesOpen,
    /// What is paused is at work all the same.
    PausesAtWork,
    /// What was said meanwhile is lost.
    LosesWords,
    /// Two tasks have one name.
    RepeatsKeys,
    /// A field is missing where a ticket is written down.
    ForgetsAField,
    /// The same event has another outcome in another process.
    DecidesByChance,
    /// Nobody thinks.
    ForgetsThoughts,
    /// What has buttons is not posted.
    LosesQuestions,
    /// Schedules are not woken.
    ForgetsAlarms,
    /// Further copies keep their buttons.
    KeepsCopies,
    /// Nothing is edited.
    LeavesUndone,
    /// Messages say nothing.
    EmptiesMessages,
    /// What is about tickets is posted to a stranger.
    Misdirects,
    /// An effect is written twice.
    WishesTwice,
    /// A timer that has fired fires once more.
    RingsTwice,
    /// Nobody hears of a call that was cut off.
    ForgetsOutcomes,
    /// What cannot be repeated is taken for what can.
    ForgetsAttempts,
    /// An edit is never done with.
    NeverEnds,
    /// A schedule counts each firing twice.
    FiresTwice,
    /// A journal has gaps.
    SkipsSteps,
    /// Answers of the model are read otherwise than they were written.
    ReadsJournalsBadly,
    /// Now and then a ticket is not taken.
    RefusesTickets,
    /// The database keeps whoever decides waiting.
    Hesitates,
    /// Two processes begin the same.
    BeginsTwice,
    /// What nobody knows whether it happened counts as a failed attempt, and is tried again.
    BeginsAnew,
    /// Nobody remembers that a run that failed has done something.
    ForgetsDeeds,
    /// Some entries of the audit log are not kept.
    LosesAuditRows,
    /// What people decide does not reach the audit log.
    ForgetsToAudit,
    /// Whoever decides does not look whether it has to be somebody else.
    ForgetsFourEyes,
    /// Nobody remembers that several have to agree.
    ForgetsQuorums,
    /// Nobody counts how much is put to whom.
    ForgetsTurns,
    /// Nobody remembers how far a budget goes.
    ForgetsBudgets,
    /// What was set aside for a call stays so when it is over.
    KeepsWhatWasSetAside,
    /// What happened to a ticket stays when it is erased.
    KeepsErasedHistory,
    /// What somebody typed in tickets of others stays when they are erased.
    KeepsTypedWords,
    /// Nobody hears that somebody is to be erased.
    ForgetsToErase,
    /// Files that people sent are not kept.
    LosesFiles,
    /// Nobody remembers what was found out of a file.
    ForgetsFiles,
}

impl Broken {
    /// All of them.
    pub const ALL: [Self; 67] = [
        Self::ForgetsUniqueEvents,
        Self::MixesWorkspaces,
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
        Self::ForgetsReading,
        Self::ForgetsAnswers,
        Self::ForgetsDoubt,
        Self::ForgetsPosts,
        Self::KeepsButtons,
        Self::ForgetsWaiting,
        Self::ForgetsLoads,
        Self::ReadsBadly,
        Self::LosesReports,
        Self::ChangesHands,
        Self::DecidesForOthers,
        Self::ForgetsWhoDecided,
        Self::CountsBadly,
        Self::BeginsTooSoon,
        Self::ReportsNothing,
        Self::LeavesOpen,
        Self::PausesAtWork,
        Self::LosesWords,
        Self::RepeatsKeys,
        Self::ForgetsAField,
        Self::DecidesByChance,
        Self::ForgetsThoughts,
        Self::LosesQuestions,
        Self::ForgetsAlarms,
        Self::KeepsCopies,
        Self::LeavesUndone,
        Self::EmptiesMessages,
        Self::Misdirects,
        Self::WishesTwice,
        Self::RingsTwice,
        Self::ForgetsOutcomes,
        Self::ForgetsAttempts,
        Self::NeverEnds,
        Self::FiresTwice,
        Self::SkipsSteps,
        Self::ReadsJournalsBadly,
        Self::RefusesTickets,
        Self::Hesitates,
        Self::BeginsTwice,
        Self::BeginsAnew,
        Self::ForgetsDeeds,
        Self::LosesAuditRows,
        Self::ForgetsToAudit,
        Self::ForgetsFourEyes,
        Self::ForgetsQuorums,
        Self::ForgetsTurns,
        Self::ForgetsBudgets,
        Self::KeepsWhatWasSetAside,
        Self::KeepsErasedHistory,
        Self::KeepsTypedWords,
        Self::ForgetsToErase,
        Self::LosesFiles,
        Self::ForgetsFiles,
    ];

    /// Whether it shows only where somebody is erased.
    pub fn is_of_erasing(self) -> bool {
        matches!(self, Self::KeepsErasedHistory | Self::KeepsTypedWords | Self::ForgetsToErase)
    }

    /// Whether it shows only where people send files.
    pub fn is_of_files(self) -> bool {
        matches!(self, Self::LosesFiles | Self::ForgetsFiles)
    }

    /// The weather in which it shows: what it breaks is seldom met in an ordinary one.
    pub fn brings_out(self, weather: Weather) -> Weather {
        match self {
            // Two copies of a question stand, both with their buttons.
            Self::KeepsCopies => Weather { loses_answer: 350, fails: 50, ..weather },
            // A step fails behind something it has done.
            Self::ForgetsDeeds => Weather { rash: 300, ..weather },
            // People are asked more than they answer.
            Self::ForgetsTurns => Weather { asks: 950, model_fails: 0, nonsense: 0, rash: 0, ..weather },
            _ => weather,
        }
    }
}
