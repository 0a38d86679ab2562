//! What [`Gather`](super::Gather) knows of one instance. All times are milliseconds.

use super::plan::MemberStatus;

#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) status: MemberStatus,
    /// When it was first asked, or the connection came back.
    pub(super) since: u64,
    /// When it was last heard of.
    pub(super) heard: u64,
    /// When it is asked next.
    pub(super) next: u64,
    pub(super) asked: u32,
    /// Until when it may answer although its patience has passed, because others still answer.
    pub(super) extended: u64,
    /// The servers said that nobody received the last order.
    pub(super) is_absent: bool,
}

impl State {
    /// It has not been asked yet.
    pub(super) const WAITING: Self = Self {
        status: MemberStatus::Waiting,
        since: 0,
        heard: 0,
        next: 0,
        asked: 0,
        extended: 0,
        is_absent: false,
    };

    /// Its time begins, and it is due.
    pub(super) fn asked(now: u64) -> Self {
        Self { status: MemberStatus::Asked, since: now, heard: now, next: now, ..Self::WAITING }
    }

    pub(super) fn is_busy(&self) -> bool {
        matches!(self.status, MemberStatus::Asked | MemberStatus::Running)
    }

    pub(super) fn was_asked_once(&self) -> bool {
        self.status == MemberStatus::Asked && self.asked == 1
    }
}
