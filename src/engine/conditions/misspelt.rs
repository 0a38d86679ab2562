//! Salt's global keywords that the author of a state most likely meant as an argument: `timeout` of a function whose argument is
//! `Timeout`.

use crate::declare::find;
use model::problem::snake_case;
use model::{Keyword, Low, Problem};

/// The keywords of a state that its function spells otherwise as an argument of its own.
pub(super) fn arguments(low: &Low) -> impl Iterator<Item = Problem> {
    let name = low.full_function();
    let of_aws = find(&name).map(|(_, function)| function);
    let function = of_aws.or_else(|| system::find(&name).map(|(_, function)| function));
    low.keywords.iter().filter_map(move |(keyword, entry)| {
        let argument = function?.arguments.iter().find(|argument| {
            let spellings = || std::iter::once(&argument.name).chain(argument.aliases);
            spellings().all(|it| *it != keyword.word())
                && spellings().any(|it| snake_case(it) == keyword.word())
        })?;
        let message =
            format!("'{keyword}' is Salt's keyword {}, and no argument of {name}", meaning(*keyword));
        Some(Problem::at(&entry.key_place, message).hint(format!("did you mean '{}'?", argument.name)))
    })
}

/// What a keyword does, in a few words.
fn meaning(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::Timeout => "for the deadline of 'onlyif' and 'unless'",
        Keyword::Retry => "for further attempts",
        Keyword::FireEvent => "for an event on a master's bus",
        _ => "for all states",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Entry, Node, Place};

    fn low(function: &str, word: &str) -> Low {
        let place = Place::file("a.sls");
        let (state, verb) = function.split_once('.').unwrap();
        let mut low = Low::new(state, verb, "a", place.clone());
        let entry = Entry { key_place: place.clone(), node: Node::scalar(place, "30") };
        low.keywords.insert(Keyword::parse(word).unwrap(), entry);
        low
    }

    #[test]
    fn a_keyword_that_a_function_spells_otherwise_is_warned_about() {
        let said: Vec<String> =
            arguments(&low("boto_lambda.function_present", "timeout")).map(|it| it.to_string()).collect();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains("did you mean 'Timeout'?"), "{said:?}");
        assert_eq!(arguments(&low("boto_lambda.function_present", "retry")).count(), 0);
        assert_eq!(arguments(&low("boto_sqs.present", "timeout")).count(), 0);
        assert_eq!(arguments(&low("boto_rds.present", "timeout")).count(), 0, "its own argument");
    }
}
