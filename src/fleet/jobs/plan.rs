//! The input and output of [`Gather`](super::Gather).

use serde::Serialize;

/// An instance of the job, by its place in the list.
pub type Member = usize;

/// How a job is carried out. Times are in milliseconds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plan {
    /// How many instances there are.
    pub members: usize,
    /// How many may work at once; without it, all.
    pub width: Option<usize>,
    /// How long a place stays empty after an answer.
    pub batch_wait: u64,
    /// True if no further instance begins after the first failure.
    pub failhard: bool,
    /// How long an instance may take to say that it has the job.
    pub patience: u64,
    /// How long the job may run on an instance.
    pub deadline: u64,
    /// True if the job is for all instances of the fleet and one message asks them all.
    pub calls_all: bool,
}

/// What happened.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Event {
    /// An instance has the job.
    Acked(Member),
    /// An instance says that its answer is in the stream.
    Stored(Member),
    /// An answer came and was believed; true is success.
    Answered(Member, bool),
    /// The servers say that nobody received the last order for this instance.
    Absent(Member),
    /// The connection is back after it was lost.
    Reconnected,
    /// Time passed.
    Tick,
}

/// What the caller must do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum GatherAction {
    /// Ask all at once. An instance that does not answer gets the order later.
    CallAll,
    /// Send the order, perhaps again.
    Send(Member),
    /// Look for the answer in the stream.
    Fetch(Member),
    /// The state of every instance is final.
    Finish,
}

/// What became of an instance.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MemberStatus {
    /// It has not been asked yet.
    Waiting,
    /// It was asked.
    Asked,
    /// It has the job.
    Running,
    /// It answered; true is success.
    Answered(bool),
    /// It did not say that it has the job.
    Silent,
    /// It had the job and stopped answering.
    Lost,
    /// It was not asked, because another one failed.
    Skipped,
}
