//! The graph of a run: as text for people, as DOT for Graphviz, as a picture.

mod groups;
mod picture;

use graph::{Drawn, DrawnState, Edge};

pub use self::groups::{Groups, groups};
pub use self::picture::{OnPage, embedded, svg};

/// One paragraph for each state, in the order in which Salt would run them.
pub fn text(drawn: &Drawn) -> String {
    let mut before: Vec<Vec<&Edge>> = vec![vec![]; drawn.states.len()];
    for edge in &drawn.edges {
        if let Some(before) = before.get_mut(edge.then) {
            before.push(edge);
        }
    }
    let mut out = String::new();
    for (index, (state, before)) in drawn.states.iter().zip(&before).enumerate() {
        out.push_str(&format!("{}. {}  ({}, {})\n", index + 1, state.id, state.function, state.declared_at));
        for edge in before {
            let first = drawn.states.get(edge.first).map(|state| state.id.as_str()).unwrap_or_default();
            out.push_str(&format!("     after {}. {first}  ({})\n", edge.first + 1, edge.why));
        }
    }
    let free = before.iter().filter(|before| before.is_empty()).count();
    out.push_str(&format!(
        "States: {}. Connections: {}. States that wait for no other: {free}.",
        drawn.states.len(),
        drawn.edges.len()
    ));
    out
}

/// The language of Graphviz: `orchestrate graph myapp --format dot | dot -Tsvg`.
///
/// See <https://graphviz.org/doc/info/lang.html>.
pub fn dot(drawn: &Drawn) -> String {
    let mut out =
        String::from("digraph run {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (index, state) in drawn.states.iter().enumerate() {
        out.push_str(&format!("  s{index} [label=\"{}\"];\n", escaped(&label(state))));
    }
    for edge in &drawn.edges {
        let why = escaped(&edge.why);
        out.push_str(&format!("  s{} -> s{} [label=\"{why}\"];\n", edge.first, edge.then));
    }
    out.push('}');
    out
}

/// Two lines: its name, and its function.
fn label(state: &DrawnState) -> String {
    format!("{}\n{}", state.id, state.function)
}

/// Text between the quotes of DOT.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn() -> Drawn {
        let state = |id: &str| DrawnState {
            index: 0,
            function: "boto_sqs.present".to_owned(),
            id: id.to_owned(),
            sls: "app".to_owned(),
            declared_at: "app.sls:1:1".to_owned(),
        };
        let edge = |first, then, why: &str| Edge { first, then, why: why.to_owned() };
        Drawn {
            states: vec![state("a"), state("say \"b\" & <c>"), state("c")],
            edges: vec![edge(0, 1, "require"), edge(0, 2, "refers to"), edge(1, 2, "watch")],
        }
    }

    #[test]
    fn text_names_what_each_state_comes_after() {
        let text = text(&drawn());
        assert!(text.starts_with("1. a  (boto_sqs.present, app.sls:1:1)\n2. say"), "{text}");
        assert!(
            text.contains("     after 1. a  (refers to)\n     after 2. say \"b\" & <c>  (watch)\n"),
            "{text}"
        );
        assert!(text.ends_with("States: 3. Connections: 3. States that wait for no other: 1."), "{text}");
    }

    #[test]
    fn names_do_not_break_out_of_dot_or_svg() {
        let dot = dot(&drawn());
        assert!(dot.contains("s1 [label=\"say \\\"b\\\" & <c>\\nboto_sqs.present\"];"), "{dot}");
        assert!(dot.contains("s1 -> s2 [label=\"watch\"];"), "{dot}");
        let svg = svg(&drawn());
        assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{svg}");
        assert!(svg.contains("&lt;c&gt;") && !svg.contains("<c>"), "{svg}");
    }

    #[test]
    fn a_graph_without_states_is_shown_too() {
        let none = Drawn::default();
        assert_eq!(text(&none), "States: 0. Connections: 0. States that wait for no other: 0.");
        assert!(svg(&none).contains("<svg"));
    }
}
