//! A large graph, made small enough to look at: states of one SLS and function become one box.

use std::collections::{BTreeMap, HashMap};

use graph::{Drawn, DrawnState, Edge};

/// The number of states that a picture shows one by one. The layout of ten thousand takes minutes and gigabytes, and
/// nobody reads it.
const MOST_STATES: usize = 300;
/// The number of connections that it shows.
const MOST_EDGES: usize = 1500;

/// Groups of states.
#[derive(Debug)]
pub struct Groups {
    /// The groups as states of a graph; the index of each is its place in `members`.
    pub drawn: Drawn,
    /// The states of each group, by their place in the graph.
    pub members: Vec<Vec<usize>>,
}

/// The groups of a graph that is too large to draw state by state; none for a smaller one.
pub fn groups(drawn: &Drawn) -> Option<Groups> {
    if is_small(drawn) {
        return None;
    }
    let keys: [fn(&DrawnState) -> String; 4] = [
        |state| format!("{} {}", state.sls, state.function),
        |state| state.sls.clone(),
        |state| state.sls.split('.').next().unwrap_or_default().to_owned(),
        |_| "all".to_owned(),
    ];
    let mut by_key = keys.iter().map(|key| grouped(drawn, *key));
    by_key.find(|groups| is_small(&groups.drawn))
}

fn is_small(drawn: &Drawn) -> bool {
    drawn.states.len() <= MOST_STATES && drawn.edges.len() <= MOST_EDGES
}

fn grouped(drawn: &Drawn, key: fn(&DrawnState) -> String) -> Groups {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut names = vec![];
    let mut members: Vec<Vec<usize>> = vec![];
    let mut group_of = Vec::with_capacity(drawn.states.len());
    for (index, state) in drawn.states.iter().enumerate() {
        let name = key(state);
        let place = *places.entry(name.clone()).or_insert_with(|| {
            names.push(name);
            members.push(vec![]);
            members.len() - 1
        });
        members[place].push(index);
        group_of.push(place);
    }
    let mut between: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for edge in &drawn.edges {
        if let (Some(first), Some(then)) = (group_of.get(edge.first), group_of.get(edge.then))
            && first != then
        {
            *between.entry((*first, *then)).or_default() += 1;
        }
    }
    let states = names.into_iter().zip(&members).enumerate().map(|(index, (id, members))| {
        let first = members.first().and_then(|first| drawn.states.get(*first));
        DrawnState {
            index,
            function: if members.len() == 1 {
                "1 state".to_owned()
            } else {
                format!("{} states", members.len())
            },
            id,
            sls: first.map(|state| state.sls.clone()).unwrap_or_default(),
            declared_at: first.map(|state| format!("from {}", state.declared_at)).unwrap_or_default(),
        }
    });
    let edges = between.into_iter().map(|((first, then), count)| {
        let why = if count == 1 { "1 connection".to_owned() } else { format!("{count} connections") };
        Edge { first, then, why }
    });
    let drawn = Drawn { states: states.collect(), edges: edges.collect() };
    Groups { drawn, members }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of this many states in SLS of a hundred, each after the first of its SLS.
    fn large(count: usize) -> Drawn {
        let state = |index: usize| DrawnState {
            index,
            function: if index.is_multiple_of(2) { "boto_sns.present" } else { "boto_sqs.present" }
                .to_owned(),
            id: format!("s{index}"),
            sls: format!("team{}.app{}", index / 1000, index / 100),
            declared_at: format!("a.sls:{index}:1"),
        };
        let edges = (0..count).filter(|index| !index.is_multiple_of(100));
        let edge = |then: usize| Edge { first: then / 100 * 100, then, why: "require".to_owned() };
        Drawn { states: (0..count).map(state).collect(), edges: edges.map(edge).collect() }
    }

    #[test]
    fn a_graph_that_can_be_read_is_not_grouped() {
        assert!(groups(&large(300)).is_none());
    }

    #[test]
    fn states_of_one_sls_and_function_are_one_box_and_connections_are_counted() {
        let Groups { drawn, members } = groups(&large(1000)).expect("groups");
        assert_eq!((drawn.states.len(), members.iter().map(Vec::len).sum::<usize>()), (20, 1000));
        assert_eq!(
            (drawn.states[0].id.as_str(), drawn.states[0].function.as_str()),
            ("team0.app0 boto_sns.present", "50 states")
        );
        assert_eq!(drawn.edges.len(), 10);
        assert_eq!(
            (drawn.edges[0].first, drawn.edges[0].then, drawn.edges[0].why.as_str()),
            (0, 1, "50 connections")
        );
    }

    #[test]
    fn ten_thousand_states_are_as_many_boxes_as_can_be_read() {
        assert_eq!(groups(&large(10_000)).expect("groups").drawn.states.len(), 200);
        let alone = |index: usize| DrawnState {
            index,
            function: "test.nop".to_owned(),
            id: format!("s{index}"),
            sls: format!("app{index}"),
            declared_at: String::new(),
        };
        let alone = Drawn { states: (0..10_000).map(alone).collect(), edges: vec![] };
        assert_eq!(
            groups(&alone).expect("groups").drawn.states.len(),
            1,
            "no level but the whole is small enough"
        );
    }
}
