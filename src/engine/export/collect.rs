//! Lists and reads the selected things, in pages if AWS has them.

use std::collections::HashMap;

use futures::future::join_all;

use super::names::KnownNames;
use super::unlisted::{self, Unlisted, Why};
use super::{PLACE, Selection, namesakes, secrets};
use crate::{SessionId, Snapshot};
use aws::{Connection, profile};
use kind::export::{Declaration, Exportable};
use kind::{AnyKind, AnyLive, Ask};
use kinds::kinds;
use model::{Aspects, Fields, Map, Minion, Place, Problem, Problems, Reference, Value};

/// More levels than any kind needs: a record names a balancer, the balancer a subnet, the subnet a VPC.
const ROUNDS: usize = 8;

/// A thing, and its declaration.
pub(super) struct Found {
    pub(super) kind: &'static dyn AnyKind,
    /// Its id, if that and not its name distinguishes it in AWS.
    pub(super) id: Option<String>,
    pub(super) declaration: Declaration,
}

type Things = Vec<(Reference, AnyLive)>;

/// Reads through one snapshot.
struct Collector<'a> {
    snapshot: &'a Snapshot,
    minion: &'a Minion,
    connection: &'a Map,
    selection: &'a Selection,
    /// The listed things, by kind; none if AWS refused the list.
    lists: HashMap<&'static str, Option<Vec<Reference>>>,
}

/// All selected things, by kind and name.
pub(super) async fn collect(
    snapshot: &Snapshot,
    minion: &Minion,
    connection: &Map,
    selection: &Selection,
    left_out: &mut Vec<Problem>,
) -> Result<Vec<Found>, Problems> {
    let mut collector = Collector { snapshot, minion, connection, selection, lists: HashMap::new() };
    let wanted: Vec<&'static dyn AnyKind> =
        kinds().filter(|kind| kind.listing().is_some() && selection.has_kind(kind.kind())).collect();
    let refused = collector.list(&wanted).await;
    let lacks_credentials = refused.iter().any(|it| it.why.lacks_credentials());
    if lacks_credentials || !wanted.is_empty() && refused.len() == wanted.len() {
        return Err(Problems(unlisted::problems_of(&refused)));
    }
    left_out.extend(unlisted::problems_of(&refused));
    let reads = join_all(wanted.iter().map(|kind| collector.selected(*kind))).await;
    let mut things = vec![];
    for (kind, read) in wanted.iter().zip(reads) {
        let (read, failed) = read;
        left_out.extend(failed);
        things.extend(read.into_iter().map(|(reference, live)| (*kind, reference, live)));
    }
    let mut names = KnownNames::default();
    for _ in 0..ROUNDS {
        for (kind, reference, live) in &things {
            kind.exported(reference, live, &names);
        }
        let unknown = names.unknown();
        if unknown.is_empty() {
            break;
        }
        collector.learn(&unknown, &mut names, left_out).await;
    }
    let mut found = vec![];
    for (kind, reference, live) in &things {
        match kind.exported(reference, live, &names) {
            Exportable::Declared(declaration) => {
                let by_id = kind.listing().is_some_and(|(list, _)| list.is_by_id());
                let id = by_id.then(|| reference.name.clone());
                found.push(Found { kind: *kind, id, declaration: secrets::left_out(declaration) });
            }
            Exportable::NotDeclared => {}
            Exportable::Impossible(reason) => left_out.push(Problem::nowhere(reason)),
        }
    }
    Ok(namesakes::left_out(found, left_out))
}

impl Collector<'_> {
    /// Lists these kinds in parallel, and returns those that could not be listed.
    async fn list(&mut self, wanted: &[&'static dyn AnyKind]) -> Vec<Unlisted> {
        let listed = join_all(wanted.iter().map(|kind| self.listed(*kind))).await;
        let mut refused = vec![];
        for (kind, listed) in wanted.iter().zip(listed) {
            let listed = listed.map_err(|why| refused.push(Unlisted { kind: kind.kind(), why })).ok();
            self.lists.insert(kind.kind(), listed);
        }
        refused
    }

    async fn listed(&self, kind: &'static dyn AnyKind) -> Result<Vec<Reference>, Why> {
        let session = self.session(kind).await.map_err(Why::Connection)?;
        let (Some(aws), Some((list, _))) = (self.snapshot.aws(session), kind.listing()) else {
            return Err(Why::NoList);
        };
        let mut all = list.all(&aws).await.map_err(Why::Refused)?;
        all.sort();
        all.dedup();
        Ok(all)
    }

    async fn session(&self, kind: &'static dyn AnyKind) -> Result<SessionId, Problems> {
        let connection = resolved(self.connection, self.minion, kind)?;
        Ok(self.snapshot.open(&connection).await)
    }

    /// The selected things of a kind, and those that could not be read.
    async fn selected(&self, kind: &'static dyn AnyKind) -> (Things, Vec<Problem>) {
        let Some(Some(listed)) = self.lists.get(kind.kind()) else { return (vec![], vec![]) };
        let Some((list, aspects)) = kind.listing() else { return (vec![], vec![]) };
        let by_name = |it: &&Reference| list.is_by_id() || self.selection.has_name(&it.name);
        let mut rest: Vec<Reference> = listed.iter().filter(by_name).cloned().collect();
        // Names and tags are read of all things, everything else only of the selected ones.
        let needs_names = list.is_by_id() && !self.selection.names.is_empty();
        if needs_names || !self.selection.tags.is_empty() {
            let (first, failed) = self.read(kind, rest, kind.aspect_of_tags()).await;
            let mut kept = vec![];
            for (reference, live) in first {
                let name = kind.exported(&reference, &live, &KnownNames::default());
                let is_named = !list.is_by_id()
                    || matches!(name, Exportable::Declared(it) if self.selection.has_name(&it.name));
                if is_named && self.selection.has_tags(kind.tags(&live).as_ref()) {
                    kept.push(reference);
                }
            }
            if !failed.is_empty() {
                return (vec![], failed);
            }
            rest = kept;
        }
        self.read(kind, rest, aspects).await
    }

    async fn read(
        &self,
        kind: &'static dyn AnyKind,
        references: Vec<Reference>,
        aspects: Aspects,
    ) -> (Things, Vec<Problem>) {
        let Ok(session) = self.session(kind).await else { return (vec![], vec![]) };
        let asks: Vec<Ask> = references.into_iter().map(|reference| Ask { reference, aspects }).collect();
        self.snapshot.fetch(asks.iter().map(|ask| (session, ask.clone())).collect()).await;
        let (mut things, mut failed) = (vec![], vec![]);
        for ask in asks {
            match self.snapshot.read(session, &ask).await {
                Ok(Some(live)) => things.push((ask.reference, live)),
                // It was deleted between the list and the read.
                Ok(None) => {}
                Err(error) => {
                    failed.push(Problem::nowhere(format!("{} is left out: {error}", ask.reference)));
                }
            }
        }
        (things, failed)
    }

    /// Reads all things of some kinds, so that others can refer to them by name.
    async fn learn(&mut self, unknown: &[&'static str], names: &mut KnownNames, left_out: &mut Vec<Problem>) {
        let wanted: Vec<&'static dyn AnyKind> =
            kinds().filter(|kind| unknown.contains(&kind.kind()) && kind.listing().is_some()).collect();
        let unlisted: Vec<&'static dyn AnyKind> =
            wanted.iter().filter(|kind| !self.lists.contains_key(kind.kind())).copied().collect();
        left_out.extend(unlisted::problems_of(&self.list(&unlisted).await));
        for kind in unknown {
            names.give_up(kind);
        }
        for kind in wanted {
            let listed = self.lists.get(kind.kind()).cloned().flatten().unwrap_or_default();
            let (things, _) = self.read(kind, listed, Aspects::NONE).await;
            names.add(kind, things);
        }
    }
}

/// The connection for a kind.
fn resolved(connection: &Map, minion: &Minion, kind: &'static dyn AnyKind) -> Result<Connection, Problems> {
    let mut problems = Problems::default();
    let (given, place) = (Value::Map(connection.clone()), Place::file(PLACE));
    let fields = Fields::of_setting(profile::ARGUMENTS, Some(&given), &place, PLACE, &mut problems);
    let connection =
        fields.and_then(|fields| profile::resolve(&fields, minion, kind.labels(), &mut problems));
    match connection {
        Some(connection) if problems.0.is_empty() => Ok(connection),
        _ => Err(problems),
    }
}
