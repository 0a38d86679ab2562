//! The effects of a call on the world. Every function, state and command declares them once, in its own entry.
//!
//! `lint` and test runs decide by them what they may call. The command line decides by them what it prepares. The
//! manual shows them.

/// One effect that a call may have.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Effect {
    /// It reads this machine: files, accounts, processes, interfaces.
    ReadsMachine,
    /// It changes this machine.
    ChangesMachine,
    /// It starts programs. The effects of these programs are not known here.
    RunsPrograms,
    /// It reads AWS.
    ReadsAws,
    /// It changes AWS.
    ChangesAws,
    /// It asks hosts other than AWS's.
    AsksHosts,
    /// It reads the pillar, and is refused while the pillar does not compile.
    NeedsPillar,
    /// It compiles the pillar anew. The pillar's templates see the current pillar.
    CompilesPillar,
    /// It renders a template if the call names one in `template`. The template sees the pillar.
    RendersTemplate,
    /// It applies states, or shows what they would do.
    RunsStates,
    /// It calls another function, which an argument names.
    CallsFunctions,
    /// It changes its first argument in place, as Python's merging functions do, unless `in_place` is false.
    ChangesArgument,
}

impl Effect {
    /// Every effect, in the order of the manual.
    pub const ALL: [Self; 12] = [
        Self::ReadsMachine,
        Self::ChangesMachine,
        Self::RunsPrograms,
        Self::ReadsAws,
        Self::ChangesAws,
        Self::AsksHosts,
        Self::NeedsPillar,
        Self::CompilesPillar,
        Self::RendersTemplate,
        Self::RunsStates,
        Self::CallsFunctions,
        Self::ChangesArgument,
    ];

    /// Its name in the manual: "changes the machine".
    pub const fn words(self) -> &'static str {
        match self {
            Self::ReadsMachine => "reads the machine",
            Self::ChangesMachine => "changes the machine",
            Self::RunsPrograms => "runs programs",
            Self::ReadsAws => "reads AWS",
            Self::ChangesAws => "changes AWS",
            Self::AsksHosts => "asks other hosts",
            Self::NeedsPillar => "needs the pillar",
            Self::CompilesPillar => "compiles the pillar",
            Self::RendersTemplate => "renders templates",
            Self::RunsStates => "runs states",
            Self::CallsFunctions => "calls other functions",
            Self::ChangesArgument => "changes its first argument",
        }
    }
}

/// The effects of states that change the machine with its programs.
pub const BY_PROGRAMS: &[Effect] = &[Effect::ReadsMachine, Effect::ChangesMachine, Effect::RunsPrograms];

/// The effects of states that change the machine with its programs, which ask other hosts.
pub const BY_PROGRAMS_AND_HOSTS: &[Effect] =
    &[Effect::ReadsMachine, Effect::ChangesMachine, Effect::RunsPrograms, Effect::AsksHosts];

/// True when such a call changes the machine or AWS by itself. Programs that it starts are not counted.
pub fn changes(does: &[Effect]) -> bool {
    does.iter().any(|effect| matches!(effect, Effect::ChangesMachine | Effect::ChangesAws))
}

/// True when such a call needs neither AWS nor any other host.
pub fn answers_offline(does: &[Effect]) -> bool {
    !does.iter().any(|effect| matches!(effect, Effect::ReadsAws | Effect::ChangesAws | Effect::AsksHosts))
}

/// True when such a call uses only the files of this machine: `lint` makes no other calls.
pub fn only_looks(does: &[Effect]) -> bool {
    answers_offline(does)
        && !changes(does)
        && !does.iter().any(|effect| matches!(effect, Effect::RunsPrograms | Effect::RunsStates))
}

/// The description of all effects in the manual: "reads the machine, runs programs; answers offline".
pub fn sentence(does: &[Effect]) -> String {
    let all = Effect::ALL.iter().filter(|effect| does.contains(effect)).map(|effect| effect.words());
    let offline = answers_offline(does).then_some("answers offline");
    all.chain(offline).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::Effect::{self, *};
    use super::{answers_offline, changes, only_looks, sentence};

    #[test]
    fn what_a_call_may_do_follows_from_its_effects() {
        let cases: [(&[Effect], bool, bool, bool); 9] = [
            (&[], false, true, true),
            (&[ReadsMachine, NeedsPillar], false, true, true),
            (&[ChangesMachine], true, true, false),
            (&[RunsPrograms], false, true, false),
            (&[ReadsAws], false, false, false),
            (&[ReadsAws, ChangesAws], true, false, false),
            (&[AsksHosts], false, false, false),
            (&[RunsStates], false, true, false),
            (&[CallsFunctions, RendersTemplate, CompilesPillar], false, true, true),
        ];
        for (does, is_change, is_offline, is_look) in cases {
            assert_eq!(changes(does), is_change, "{does:?}");
            assert_eq!(answers_offline(does), is_offline, "{does:?}");
            assert_eq!(only_looks(does), is_look, "{does:?}");
        }
    }

    #[test]
    fn effects_are_reported_in_one_order() {
        assert_eq!(
            sentence(&[RunsPrograms, ReadsMachine]),
            "reads the machine, runs programs, answers offline"
        );
        assert_eq!(sentence(&[]), "answers offline");
        assert_eq!(sentence(&[ChangesAws, ReadsAws]), "reads AWS, changes AWS");
    }

    #[test]
    fn every_effect_is_in_the_list() {
        let words: std::collections::BTreeSet<&str> = Effect::ALL.iter().map(|it| it.words()).collect();
        assert_eq!(words.len(), Effect::ALL.len());
    }
}
