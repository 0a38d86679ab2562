//! Mistakes that are refused before any call.

pub use crate::declare::{Declared, declare};
use model::{Entry, Low, Minion, Node, Place, Problems, Value};

fn problems(function: &str, arguments: &[(&str, Value)]) -> Vec<String> {
    let place = Place::new("a.sls", 2, 3);
    let (state, function) = function.split_once('.').unwrap();
    let mut low = Low::new(state, function, "x", place.clone());
    for (key, value) in arguments {
        let node = Node::from_value(value.clone(), &place);
        low.arguments.insert((*key).to_owned(), Entry { key_place: place.clone(), node });
    }
    let mut problems = Problems::default();
    declare(&low, &Minion::default(), &mut problems);
    problems
        .0
        .iter()
        .map(|it| format!("{} ({})", it.message, it.hint.as_deref().unwrap_or("no hint")))
        .collect()
}

#[test]
fn an_unknown_function_refuses_nothing_and_has_a_suggestion() {
    let low = Low::new("test", "nopp", "x", Place::new("a.sls", 2, 3));
    let mut problems = Problems::default();
    let declared = declare(&low, &Minion::default(), &mut problems);
    let Some(Declared::Unknown(problem)) = declared else { panic!("it is known") };
    let expected = "a.sls:2:3: there is no state function 'test.nopp'\n  hint: did you mean 'test.nop'?";
    assert_eq!((problem.to_string().as_str(), problems.0.len()), (expected, 0));
}

#[test]
fn a_module_of_an_old_name_has_the_functions_of_the_new_one() {
    let low = Low::new("aws_sqs", "exists", "x", Place::new("a.sls", 2, 3));
    let declared = declare(&low, &Minion::default(), &mut Problems::default());
    let Some(Declared::Unknown(problem)) = declared else { panic!("it is known") };
    let expected = "a.sls:2:3: there is no state function 'aws_sqs.exists'\n  hint: did you mean 'boto_sqs.present' or \
                    'boto_sqs.absent'?";
    assert_eq!(problem.to_string(), expected);
}

#[test]
fn a_module_that_is_not_built_has_advice() {
    let low = Low::new("win_pki", "import_cert", "x", Place::new("a.sls", 2, 3));
    let declared = declare(&low, &Minion::default(), &mut Problems::default());
    let Some(Declared::Unknown(problem)) = declared else { panic!("it is known") };
    let message = problem.to_string();
    assert!(
        message.contains("hint: 'win_pki' does not exist here: nothing: instances are Linux"),
        "{message}"
    );
}

#[test]
fn an_unknown_argument_is_refused_with_a_suggestion() {
    let expected = "unknown argument 'coment' in test.configurable_test_state (did you mean 'comment'?)";
    assert_eq!(problems("test.configurable_test_state", &[("coment", "x".into())]), [expected]);
}

#[test]
fn everything_wrong_with_a_state_is_reported_at_once() {
    let messages = problems(
        "boto_sqs.present",
        &[("atributes", Value::Null), ("regoin", "eu-west-1".into()), ("profile", "nobody".into())],
    );
    assert_eq!(messages.len(), 3, "{messages:#?}");
    assert_eq!(messages[0], "unknown argument 'regoin' in boto_sqs.present (did you mean 'region'?)");
    assert_eq!(messages[1], "unknown argument 'atributes' in boto_sqs.present (did you mean 'attributes'?)");
    assert!(messages[2].starts_with("profile 'nobody' is defined in neither"), "{}", messages[2]);
}

#[test]
fn another_spelling_of_the_name_takes_the_place_of_the_id() {
    let (region, table) = (("region", Value::from("us-east-1")), ("table_name", Value::from("t")));
    assert_eq!(problems("boto_dynamodb.absent", &[region.clone(), table.clone()]), Vec::<String>::new());
    let twice = problems("boto_dynamodb.absent", &[region, table, ("TableName", "u".into())]);
    assert_eq!(
        twice,
        ["'name' is given twice in boto_dynamodb.absent, also at a.sls:2:3 (keep one of the two)"]
    );
}
