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

        impl ::kind::Source for $name {
            const KIND: &'static str = $kind;
            const NOUN: &'static str = $noun;
            type Live = $crate::declaration::Live;

            async fn describe(
                aws: &::aws::Aws,
                asks: &[::kind::Ask],
            ) -> ::kind::Answers<Self::Live> {
                $crate::api::describe(aws, asks).await
            }

            fn attribute(live: &Self::Live, attribute: &str) -> Option<::model::Value> {
                live.attribute(attribute)
            }

            fn tags(live: &Self::Live) -> Option<::aws::tags::Tags> {
                live.tags()
            }
        }

        impl ::kind::Resource for $name {
            type Spec = $crate::declaration::Spec;
            type Want = $crate::declaration::Want;
            type Step = $crate::plan::Step;

            const FUNCTIONS: &'static [::model::Function] = spec::FUNCTIONS;
            const LABELS: &'static [&'static str] = $labels;
            const EXPORT: Option<
                ::kind::export::Export<$crate::declaration::Live>,
            > = $crate::wiring::declared!(@export $($export)?);

            fn read(
                function: &::model::Function,
                fields: &::model::Fields,
                minion: &::model::Minion,
                problems: &mut ::model::Problems,
            ) -> Self::Spec {
                let present = function.leaves != ::model::Leaves::Absent;
                let spec = spec::read(fields, minion, problems);
                let deadline = if fields.takes("deadline") {
                    ::model::gate::seconds(fields, "deadline", problems)
                } else {
                    None
                };
                let deadline = deadline.unwrap_or($crate::declaration::PATIENCE);
                Self::Spec { present, verb: function.verb, noun: $noun, deadline, ..spec }
            }

            fn locate(
                spec: &Self::Spec,
                lookup: &mut ::kind::Lookup<'_>,
            ) -> Result<::model::Reference, ::kind::Unresolved> {
                $crate::declaration::locate($kind, spec, lookup)
            }

            fn provides(spec: &Self::Spec) -> Vec<::model::Reference> {
                $crate::declaration::provides($kind, spec)
            }

            fn subject(spec: &Self::Spec) -> Option<String> {
                Some($crate::declaration::subject($kind, spec))
            }

            fn uses(spec: &Self::Spec) -> Vec<::model::Reference> {
                $crate::declaration::uses($kind, spec)
            }

            fn resolve(
                spec: &Self::Spec,
                lookup: &mut ::kind::Lookup<'_>,
            ) -> Result<Self::Want, ::kind::Unresolved> {
                $crate::declaration::resolve($kind, spec, lookup)
            }

            fn diff(want: &Self::Want, live: Option<&Self::Live>) -> ::model::Plan<Self::Step> {
                $crate::plan::diff(want, live)
            }

            fn creation(_spec: &Self::Spec) -> Vec<&'static str> {
                vec!["CloudControl.CreateResource"]
            }

            fn operation(step: &Self::Step) -> Option<&'static str> {
                Some(step.operation())
            }

            async fn apply(aws: &::aws::Aws, step: &Self::Step) -> Result<(), ::aws::ApiError> {
                $crate::api::apply(aws, step).await
            }

            fn is_not_yet(error: &::aws::ApiError) -> bool {
                error.is_not_found()
            }

            fn advice(error: &::aws::ApiError) -> Option<String> {
                $crate::plan::advice(error)
            }

            fn implied_states(spec: &Self::Spec) -> Vec<::kind::ImpliedState> {
                spec.implied_states.clone()
            }
        }
    };
}

pub(super) use declared;
