//! Finds cycles of requisites, as problems that name every step.
//!
//! Called after `link`, and before all passes that follow links and would not end in a cycle. Salt finds cycles of two
//! when it compiles, and longer ones only in the middle of the run; here all are found before the run.

use super::GraphNode;
use model::{Place, Problem, Problems, Relation};

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Unseen,
    OnPath,
    Left,
}

pub(super) fn pass(nodes: &[GraphNode], problems: &mut Problems) {
    let mut marks = vec![Mark::Unseen; nodes.len()];
    for start in 0..nodes.len() {
        if marks[start] == Mark::Unseen {
            search(nodes, start, &mut marks, problems);
        }
    }
}

/// Depth-first search from `start` with its own stack: authors may write chains of any length.
fn search(nodes: &[GraphNode], start: usize, marks: &mut [Mark], problems: &mut Problems) {
    let steps = |index: usize| nodes[index].required().collect::<Vec<_>>().into_iter();
    let mut path = vec![(start, steps(start))];
    marks[start] = Mark::OnPath;
    while let Some((index, rest)) = path.last_mut() {
        let Some(next) = rest.next() else {
            marks[*index] = Mark::Left;
            path.pop();
            continue;
        };
        match marks[next] {
            Mark::Unseen => {
                marks[next] = Mark::OnPath;
                path.push((next, steps(next)));
            }
            Mark::OnPath => {
                let circle: Vec<usize> =
                    path.iter().map(|(index, _)| *index).skip_while(|index| *index != next).collect();
                problems.push(problem(nodes, &circle));
            }
            Mark::Left => {}
        }
    }
}

fn problem(nodes: &[GraphNode], circle: &[usize]) -> Problem {
    let start = (0..circle.len()).min_by_key(|at| circle[*at]).unwrap_or(0);
    let round: Vec<usize> = circle.iter().cycle().skip(start).take(circle.len() + 1).copied().collect();
    let path: Vec<&str> = round.iter().map(|index| nodes[*index].low.id.as_str()).collect();
    let steps: Vec<String> = round.windows(2).map(|step| describe(nodes, step[0], step[1])).collect();
    let message = format!("requisites form a cycle: {}", path.join(" → "));
    let place =
        round.windows(2).next().map_or(&nodes[round[0]].low.place, |step| reason(nodes, step[0], step[1]).1);
    Problem::at(place, message).hint(format!("remove one of: {}", steps.join("; ")))
}

fn describe(nodes: &[GraphNode], from: usize, to: usize) -> String {
    let (word, place) = reason(nodes, from, to);
    let (from, to) = (&nodes[from].low, &nodes[to].low);
    format!("'{}' {word} {} '{}' at {place}", from.id, to.state, to.id)
}

/// The keyword that makes `from` wait for `to`, and its place.
fn reason(nodes: &[GraphNode], from: usize, to: usize) -> (String, &Place) {
    let is_prereq = |relation| relation == Relation::Prereq;
    let mut links = nodes[from].links.iter();
    if let Some(link) = links.find(|link| {
        link.target == to && !is_prereq(link.kind.relation) && link.kind.relation != Relation::Listen
    }) {
        return (link.kind.word(), &link.place);
    }
    let mut back = nodes[to].links.iter();
    match back.find(|link| link.target == from && is_prereq(link.kind.relation)) {
        Some(link) => ("waits, by prereq, for".to_owned(), &link.place),
        None => ("waits for".to_owned(), &nodes[from].low.place),
    }
}
