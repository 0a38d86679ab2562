//! The graph as a self-contained SVG: layers from top to bottom, light or dark as the viewer prefers.

use rust_sugiyama::configure::Config;
use rust_sugiyama::from_vertices_and_edges;

use super::groups::groups;
use graph::{Drawn, DrawnState, Edge};
use model::secret;

/// The size of a state, in pixels.
const SIZE: (f64, f64) = (240.0, 44.0);
/// The space between two states, and around the whole.
const SPACE: f64 = 30.0;
/// The maximum width of a row of separate parts.
const WIDTH: f64 = 2400.0;
/// The number of letters that fit into a state.
const LETTERS: usize = 32;

const STYLE: &str = "
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .does, .why { font-size: 10px; fill: #59636e; }
  rect { fill: #f6f8fa; stroke: #59636e; }
  path { fill: none; stroke: #59636e; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; }
    text { fill: #f0f6fc; }
    .does, .why { fill: #9198a1; }
    rect { fill: #151b23; stroke: #9198a1; }
    path { stroke: #9198a1; }
  }
";

/// A point, in pixels.
type Point = (f64, f64);

/// What a box of an embedded picture is to its page.
pub struct OnPage {
    /// Its class.
    pub class: String,
    /// The state on the page, if the box is one.
    pub state: Option<usize>,
    /// The part of the page to which it links, without `#`.
    pub link: Option<String>,
}

/// The picture, as a file of its own. A large graph is drawn as groups of states.
pub fn svg(drawn: &Drawn) -> String {
    let groups = groups(drawn);
    let drawn = groups.as_ref().map_or(drawn, |groups| &groups.drawn);
    picture(drawn, ("img", &format!("<style>{STYLE}</style>\n")), &|state, place| {
        format!("<g>{}</g>\n", one(state, place))
    })
}

/// The picture within a page that has a style for it. `about` returns what a state, or a group, is to the page.
pub fn embedded(drawn: &Drawn, about: &dyn Fn(&DrawnState) -> OnPage) -> String {
    // A screen reader enters a group and finds the links; it reads an image as one object.
    picture(drawn, ("group", ""), &|state, point| {
        let OnPage { class, state: on_page, link } = about(state);
        let drawn = one(state, point);
        let on_page = on_page.map(|place| format!(" data-state=\"{place}\"")).unwrap_or_default();
        match link {
            Some(link) => format!("<a class=\"{class}\"{on_page} href=\"#{}\">{drawn}</a>\n", escaped(&link)),
            None => format!("<g class=\"{class}\">{drawn}</g>\n"),
        }
    })
}

fn picture(
    drawn: &Drawn,
    (role, style): (&str, &str),
    state: &dyn Fn(&DrawnState, Point) -> String,
) -> String {
    let (places, (width, height)) = placed(drawn);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"{role}\" aria-label=\"The order of a run\">\n{style}\
         <defs><marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0,0 L8,4 L0,8\"/></marker></defs>\n"
    );
    for edge in &drawn.edges {
        if let (Some(first), Some(then)) = (places.get(edge.first), places.get(edge.then)) {
            out.push_str(&arrow(edge, *first, *then));
        }
    }
    for (it, place) in drawn.states.iter().zip(&places) {
        out.push_str(&state(it, *place));
    }
    out.push_str("</svg>");
    out
}

/// The middle of each state, and the size of the whole.
fn placed(drawn: &Drawn) -> (Vec<Point>, Point) {
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let states: Vec<(u32, Point)> = (0..drawn.states.len()).map(|index| (number(index), SIZE)).collect();
    let edges: Vec<(u32, u32)> =
        drawn.edges.iter().map(|edge| (number(edge.first), number(edge.then))).collect();
    let config = Config { vertex_spacing: SPACE, ..Config::default() };
    let mut places = vec![(0.0, 0.0); drawn.states.len()];
    // Unconnected parts of the graph are put side by side, in rows.
    let (mut left, mut top, mut row, mut widest) = (SPACE, SPACE, 0.0_f64, 0.0_f64);
    for (part, _, _) in from_vertices_and_edges(&states, &edges, &config) {
        let of = |axis: fn(&Point) -> f64| {
            let values = || part.iter().map(move |(_, point)| axis(point));
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
        };
        let ((from_x, to_x), (from_y, to_y)) = (of(|point| point.0), of(|point| point.1));
        let (width, height) = (to_x - from_x + SIZE.0, to_y - from_y + SIZE.1);
        if left > SPACE && left + width > WIDTH {
            (left, top, row) = (SPACE, top + row + SPACE, 0.0);
        }
        for (index, (x, y)) in &part {
            if let Some(place) = places.get_mut(*index) {
                *place = (left + x - from_x + SIZE.0 / 2.0, top + y - from_y + SIZE.1 / 2.0);
            }
        }
        left += width + SPACE;
        row = row.max(height);
        widest = widest.max(left);
    }
    (places, (widest.max(SPACE), top + row + SPACE))
}

fn one(state: &DrawnState, (x, y): Point) -> String {
    let (left, top) = (x - SIZE.0 / 2.0, y - SIZE.1 / 2.0);
    format!(
        "<title>{} ({}, {})</title><rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"6\"/>\
         <text x=\"{:.0}\" y=\"{:.0}\">{}</text><text class=\"does\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
        escaped(&state.id),
        escaped(&state.function),
        escaped(&state.declared_at),
        SIZE.0,
        SIZE.1,
        left + 10.0,
        y - 3.0,
        escaped(&shortened(&state.id)),
        left + 10.0,
        y + 13.0,
        escaped(&shortened(&state.function)),
    )
}

fn arrow(edge: &Edge, (from_x, from_y): Point, (to_x, to_y): Point) -> String {
    let down = if to_y >= from_y { SIZE.1 / 2.0 } else { -SIZE.1 / 2.0 };
    let (start, end) = (from_y + down, to_y - down);
    let middle = f64::midpoint(start, end);
    format!(
        "<path d=\"M{from_x:.0},{start:.0} C{from_x:.0},{middle:.0} {to_x:.0},{middle:.0} {to_x:.0},{end:.0}\" \
         marker-end=\"url(#end)\"><title>{}</title></path>\n",
        escaped(&edge.why)
    )
}

/// Secrets are hidden before, because a secret that is cut in two would not be found.
fn shortened(text: &str) -> String {
    let text = secret::masked(text);
    if text.chars().count() <= LETTERS {
        return text.into_owned();
    }
    text.chars().take(LETTERS - 1).chain(['…']).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
