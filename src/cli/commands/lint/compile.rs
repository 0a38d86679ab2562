//! Compiles SLS one by one and together, and collects the mistakes of each.

use std::collections::{HashMap, HashSet};

use super::super::session::{Session, Trees};
use super::super::templates::with_templates;
use super::secrets::Sources;
use super::{EXT_PILLAR, Offline};
use crate::findings::{Findings, Level, Rule};
use engine::{self, conditions};
use graph::{self, Dangling, GraphNode, NodeFacts};
use model::problem::did_you_mean_name;
use model::{Low, Place, Problem, Problems, Target, Value};
use sls::high::{HighData, Wanted};

/// One target of one requisite, with its place in a file.
type Named = (Place, String);

/// Collects findings over many compiles.
pub(super) struct Linter<'a> {
    session: &'a Session<'a>,
    trees: &'a Trees,
    findings: Findings,
    sources: Sources,
    /// Requisites without target, by that target.
    dangling: HashMap<Named, Problem>,
    /// Requisites that have a target in one compile at least.
    resolved: HashSet<Named>,
    /// What one SLS needs from others that it does not include: extensions, exclusions.
    lacking: Vec<(String, Problem)>,
    /// The SLS that compiled together with others.
    accompanied: HashSet<String>,
    /// True when a part of the pillar is missing, because a command provides it.
    lacks_pillar: bool,
}

impl<'a> Linter<'a> {
    pub(super) fn new(session: &'a Session<'a>, trees: &'a Trees) -> Self {
        let mut linter = Self {
            session,
            trees,
            findings: Findings::default(),
            sources: Sources::default(),
            dangling: HashMap::new(),
            resolved: HashSet::new(),
            lacking: vec![],
            accompanied: HashSet::new(),
            lacks_pillar: false,
        };
        linter.lacks_pillar = linter.uncalled().iter().any(|name| name == EXT_PILLAR);
        linter
    }

    /// Checks an SLS by itself, with its includes.
    pub(super) fn alone(&mut self, wanted: Wanted) {
        self.findings.checked += 1;
        let name = wanted.sls.clone();
        self.together(&name, &[wanted]);
    }

    /// Checks the top files, and the SLS that they give this minion.
    pub(super) fn top(&mut self) {
        let (compiler, functions) = (&self.trees.compiler, self.session.functions(&self.trees.minion));
        let config = compiler.config();
        let (checked, top) = with_templates(config, compiler.states(), functions, |templates| {
            (compiler.check_top(templates), compiler.top(templates))
        });
        let uncalled = self.uncalled();
        if let Ok((wrong, idle)) = checked {
            self.note(&uncalled, Level::Error, Rule::Top, wrong);
            self.note(&uncalled, Level::Warning, Rule::Top, idle);
        }
        match top {
            Ok(top) => {
                let tree = compiler.states();
                let wanted = top.wanted().into_iter();
                // A missing one is reported already.
                let wanted: Vec<Wanted> =
                    wanted.filter(|it| tree.find_sls(&it.env, &it.sls).is_some()).collect();
                if !wanted.is_empty() {
                    self.together("", &wanted);
                }
            }
            Err(problems) => self.note(&uncalled, Level::Error, Rule::Top, problems),
        }
    }

    fn together(&mut self, name: &str, wanted: &[Wanted]) {
        let (compiler, functions) = (&self.trees.compiler, self.session.functions(&self.trees.minion));
        let high = with_templates(compiler.config(), compiler.states(), functions, |templates| {
            compiler.high(templates, wanted, &Value::Null)
        });
        let uncalled = self.uncalled();
        match high {
            Err(problems) => self.note(&uncalled, Level::Error, Rule::Compile, problems),
            Ok(high) => self.calls(name, high, &uncalled),
        }
    }

    fn calls(&mut self, name: &str, high: HighData, uncalled: &[String]) {
        let rendered = high.rendered.clone();
        let lows = match self.trees.compiler.low(high) {
            Ok(lows) => lows,
            Err(problems) => {
                self.lacking.extend(problems.0.into_iter().map(|problem| (name.to_owned(), problem)));
                return;
            }
        };
        self.accompanied.extend(rendered.iter().filter(|sls| *sls != name).cloned());
        for low in &lows {
            self.declaration(low, uncalled);
        }
        self.requisites(lows, &rendered);
    }

    /// One call by itself.
    fn declaration(&mut self, low: &Low, uncalled: &[String]) {
        let mut problems = Problems::default();
        if let Some(unknown) = engine::missing_function(low, &self.trees.minion) {
            self.findings.push(Level::Error, Rule::State, unknown);
        } else {
            engine::declare(low, &self.trees.minion, &mut problems);
        }
        problems.extend(Problems(engine::misshapen(low)));
        self.note(uncalled, Level::Error, Rule::Argument, problems);
        for problem in conditions::passed_over(low) {
            self.findings.push(Level::Warning, Rule::Condition, problem);
        }
        for problem in self.sources.secrets(low) {
            self.findings.push(Level::Warning, Rule::Secret, problem);
        }
    }

    fn requisites(&mut self, lows: Vec<Low>, rendered: &[String]) {
        let named = |target: &Target| {
            let module = target.module.as_deref().unwrap_or("id");
            (target.place.clone(), format!("{module}: {}", target.pattern))
        };
        let all: Vec<Named> =
            lows.iter().flat_map(|low| &low.requisites).flat_map(|it| &it.targets).map(named).collect();
        let graph = match graph::build(lows, rendered, &|_| NodeFacts::default()) {
            Ok(graph) => graph,
            // Cycles, and inverse forms without target; their text distinguishes them.
            Err(problems) => {
                for problem in problems.0 {
                    let place = problem.place.clone().unwrap_or_else(|| Place::file(""));
                    self.dangling.insert((place, problem.message.clone()), problem);
                }
                return;
            }
        };
        for problem in graph.warnings {
            self.findings.push(Level::Warning, Rule::Requisite, problem);
        }
        let mut open: HashSet<Named> = HashSet::new();
        for node in &graph.nodes {
            for dangling in &node.dangling {
                open.insert(named(&dangling.target));
                self.dangling.insert(named(&dangling.target), nameless(node, dangling));
            }
        }
        self.resolved.extend(all.into_iter().filter(|named| !open.contains(named)));
    }

    /// All findings, once everything is compiled.
    pub(super) fn end(mut self) -> Findings {
        for (named, problem) in std::mem::take(&mut self.dangling) {
            // An inverse requisite that was resolved elsewhere is known only by its place.
            let is_met = self.resolved.contains(&named)
                || self
                    .resolved
                    .iter()
                    .any(|(place, _)| *place == named.0 && problem.message.contains("_in of"));
            let (level, problem) =
                if is_met { (Level::Warning, alone(problem)) } else { (Level::Error, problem) };
            self.findings.push(level, Rule::Requisite, problem);
        }
        for (sls, problem) in std::mem::take(&mut self.lacking) {
            let is_met = self.accompanied.contains(&sls);
            let (level, problem) =
                if is_met { (Level::Warning, alone(problem)) } else { (Level::Error, problem) };
            self.findings.push(level, Rule::Compile, problem);
        }
        self.findings
    }

    /// The functions that templates called in vain since the last time.
    fn uncalled(&mut self) -> Vec<String> {
        let names = self.session.offline().map(Offline::take).unwrap_or_default();
        self.findings.uncalled.extend(names.iter().cloned());
        names
    }

    /// Problems that depend on a function that was not called are only notes.
    fn note(&mut self, uncalled: &[String], level: Level, rule: Rule, problems: Problems) {
        let lacks = if self.lacks_pillar { EXT_PILLAR } else { "" };
        let uncalled: Vec<&str> =
            uncalled.iter().map(String::as_str).chain([lacks]).filter(|name| !name.is_empty()).collect();
        let is_missing =
            |message: &str| message.contains("undefined") || message.contains("has no attribute");
        for problem in problems.0 {
            let is_compile = rule == Rule::Compile;
            let hangs = Offline::is_about(&problem.message)
                || (is_compile && uncalled.iter().any(|name| *name != EXT_PILLAR))
                || (is_compile && self.lacks_pillar && is_missing(&problem.message));
            if hangs {
                let message = format!(
                    "this may depend on {}, which is not called here: {}",
                    uncalled.join(", "),
                    problem.message
                );
                self.findings.push(Level::Note, rule, Problem { message, ..problem });
            } else if problem.is_of_machine {
                self.findings.push(Level::Note, rule, problem);
            } else {
                self.findings.push(level, rule, problem);
            }
        }
    }
}

fn nameless(node: &GraphNode, dangling: &Dangling) -> Problem {
    let target = &dangling.target;
    let what = match target.module.as_deref() {
        Some(module) => format!("{module} '{}'", target.pattern),
        None => format!("'{}'", target.pattern),
    };
    let message = format!(
        "{} of '{}' names {what}, which is not declared in this run",
        dangling.kind.word(),
        node.low.id
    );
    let problem = Problem::at(&target.place, message);
    match &dangling.near {
        Some(near) => problem.hint(did_you_mean_name(&dangling.target.pattern, near)),
        None => problem.hint("include the SLS that declares it, or correct the ID"),
    }
}

/// Mistakes only of an SLS that runs alone.
fn alone(problem: Problem) -> Problem {
    let hint = "together with others it is declared, but run alone, this SLS fails: include the SLS \
                that declares it";
    problem.hint(hint)
}
