//! `state.single`: one state from the command line.

use super::run::carry_out_calls;
use super::{Answer, Bound, CliError, Overrides, Session, options};
use crate::engine;
use crate::model::{Entry, Keyword, Low, Node, Place, Problem};

pub(super) fn single(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let test = options::test(session, bound)?;
    let function = bound.text("fun");
    let Some((state, verb)) = function.rsplit_once('.') else {
        let problem = Problem::nowhere(format!("'{function}' is no state function"));
        return Err(CliError::Usage(problem.hint("name module and function: boto_sqs.present")));
    };
    let place = Place::file("the command line");
    let mut low = Low::new(state, verb, bound.text("name"), place.clone());
    for (name, value) in &bound.named {
        let node = Node::from_value(value.clone(), &place);
        let entry = Entry { key_place: place.clone(), node };
        let name = name.to_string();
        match Keyword::parse(&name) {
            Some(keyword) => low.keywords.insert(keyword, entry),
            None => low.arguments.insert(name, entry),
        };
    }
    if let Some(problem) = engine::missing_function(&low) {
        return Err(CliError::Compile(problem.into()));
    }
    let trees = session.trees(&Overrides::default())?;
    carry_out_calls(session, vec![low], &[], &trees.minion, test)
}
