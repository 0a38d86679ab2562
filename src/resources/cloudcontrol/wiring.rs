//! `declared!`: the wiring of a kind that is a resource of Cloud Control.

/// Wires a kind: name, `Source::KIND`, `Source::NOUN`, prefixes of connection options. Its `spec.rs` has `FUNCTIONS` and `read`.
///
/// A kind that can be exported names its `Export` as well.
macro_rules! declared {
    (@export) => { None };
    (@export $export:expr) => { Some($export) };
    (
        $(#[$doc:meta])*
        $name:ident = $kind:literal, $noun:literal, $labels:expr $(, $export:expr)?;
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl $crate::resources::Source for $name {
            const KIND: &'static str = $kind;
            const NOUN: &'static str = $noun;
            type Live = $crate::resources::cloudcontrol::declaration::Live;

            async fn describe(
                aws: &$crate::aws::Aws,
                asks: &[$crate::resources::Ask],
            ) -> $crate::resources::Answers<Self::Live> {
                $crate::resources::cloudcontrol::api::describe(aws, asks).await
            }

            fn attribute(live: &Self::Live, attribute: &str) -> Option<$crate::model::Value> {
                live.attribute(attribute)
            }

            fn tags(live: &Self::Live) -> Option<$crate::aws::tags::Tags> {
                live.tags()
            }
        }

        impl $crate::resources::Resource for $name {
            type Spec = $crate::resources::cloudcontrol::declaration::Spec;
            type Want = $crate::resources::cloudcontrol::declaration::Want;
            type Step = $crate::resources::cloudcontrol::plan::Step;

            const FUNCTIONS: &'static [$crate::model::Function] = spec::FUNCTIONS;
            const LABELS: &'static [&'static str] = $labels;
            const EXPORT: Option<
                $crate::resources::export::Export<$crate::resources::cloudcontrol::declaration::Live>,
            > = $crate::resources::cloudcontrol::wiring::declared!(@export $($export)?);

            fn read(
                function: &$crate::model::Function,
                fields: &$crate::model::Fields,
                minion: &$crate::model::Minion,
                problems: &mut $crate::model::Problems,
            ) -> Self::Spec {
                let present = function.leaves != $crate::model::Leaves::Absent;
                let spec = spec::read(fields, minion, problems);
                let deadline = if fields.takes("deadline") {
                    $crate::model::gate::seconds(fields, "deadline", problems)
                } else {
                    None
                };
                let deadline = deadline.unwrap_or($crate::resources::cloudcontrol::declaration::PATIENCE);
                Self::Spec { present, verb: function.verb, noun: $noun, deadline, ..spec }
            }

            fn locate(
                spec: &Self::Spec,
                lookup: &mut $crate::resources::Lookup<'_>,
            ) -> Result<$crate::model::Reference, $crate::resources::Unresolved> {
                $crate::resources::cloudcontrol::declaration::locate($kind, spec, lookup)
            }

            fn provides(spec: &Self::Spec) -> Vec<$crate::model::Reference> {
                $crate::resources::cloudcontrol::declaration::provides($kind, spec)
            }

            fn subject(spec: &Self::Spec) -> Option<String> {
                Some($crate::resources::cloudcontrol::declaration::subject($kind, spec))
            }

            fn uses(spec: &Self::Spec) -> Vec<$crate::model::Reference> {
                $crate::resources::cloudcontrol::declaration::uses($kind, spec)
            }

            fn resolve(
                spec: &Self::Spec,
                lookup: &mut $crate::resources::Lookup<'_>,
            ) -> Result<Self::Want, $crate::resources::Unresolved> {
                $crate::resources::cloudcontrol::declaration::resolve($kind, spec, lookup)
            }

            fn diff(want: &Self::Want, live: Option<&Self::Live>) -> $crate::model::Plan<Self::Step> {
                $crate::resources::cloudcontrol::plan::diff(want, live)
            }

            fn creation(_spec: &Self::Spec) -> Vec<&'static str> {
                vec!["CloudControl.CreateResource"]
            }

            fn operation(step: &Self::Step) -> Option<&'static str> {
                Some(step.operation())
            }

            async fn apply(aws: &$crate::aws::Aws, step: &Self::Step) -> Result<(), $crate::aws::ApiError> {
                $crate::resources::cloudcontrol::api::apply(aws, step).await
            }

            fn is_not_yet(error: &$crate::aws::ApiError) -> bool {
                error.is_not_found()
            }

            fn advice(error: &$crate::aws::ApiError) -> Option<String> {
                $crate::resources::cloudcontrol::plan::advice(error)
            }

            fn implied_states(spec: &Self::Spec) -> Vec<$crate::resources::ImpliedState> {
                spec.implied_states.clone()
            }
        }
    };
}

pub(super) use declared;
