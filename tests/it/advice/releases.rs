//! What a refused artifact, a failed deployment and a failed publication say about what to do.

use instance::artifact::Refusal;
use instance::deploy::DeployError;
use instance::publish::PublishError;

fn text() -> String {
    "web".to_owned()
}

#[test]
fn each_refused_artifact_has_its_advice() {
    let renew = "the release in service stays: renew the pointer (orchestrate artifact refresh), or publish and promote a new build";
    let raise = "raise the limit in the configuration if the size is intended";
    let named = "was it published under the right name?";
    let bad = "do not use it: find out who changed it, then build, sign and publish it again";
    let rows = [
        (Refusal::Unsigned, "sign it: orchestrate artifact sign"),
        (
            Refusal::TooFew { found: 1, least: 2 },
            "let the others sign it, too: artifact sign and artifact publish a release, artifact promote a pointer, artifact sign-root a root document",
        ),
        (
            Refusal::UnknownKey(text()),
            "was it signed with the right key? 'public_keys', 'pointer_keys' and 'refresh_keys' of the configuration pin those that count",
        ),
        (Refusal::Expired(text()), renew),
        (Refusal::TooOld { created: text(), most: 1 }, renew),
        (
            Refusal::RootExpired(text()),
            "the release in service stays: publish the next root document (orchestrate artifact root, artifact sign-root, artifact publish-root)",
        ),
        (
            Refusal::RolledBack { found: 1, seen: 2 },
            "to go back on purpose: orchestrate rollback, --revision, or orchestrate artifact promote --rollback",
        ),
        (
            Refusal::Role { role: "release", threshold: 2, keys: 1 },
            "name enough keys, or a smaller threshold",
        ),
        (
            Refusal::RootVersion { found: 1, wanted: 3 },
            "draft it again from the latest one: orchestrate artifact root",
        ),
        (
            Refusal::SameSequence(3),
            "find out who signed two pointers with the same number; then promote again, which uses the next number",
        ),
        (Refusal::Format(9), "update orchestrate on this instance"),
        (Refusal::TooLarge { found: 2, most: 1 }, raise),
        (Refusal::TooMany { found: 2, most: 1 }, raise),
        (Refusal::Service { found: text(), wanted: text() }, named),
        (Refusal::Instance { found: text(), wanted: text() }, named),
        (Refusal::Revision { found: text(), wanted: text() }, named),
        (Refusal::Name(text()), named),
        (Refusal::ArchiveDigest, bad),
        (Refusal::Digest(text()), bad),
        (Refusal::BadSignature(text()), bad),
    ];
    for (refusal, advice) in rows {
        assert_eq!(refusal.hint(), advice, "{refusal}");
    }
}

#[test]
fn each_failed_deployment_has_its_advice() {
    let (service, revision) = (text, text);
    let rows = [
        (
            DeployError::NoKeys,
            "pin the keys of your builders: 'deploy: {public_keys: [\"ed25519:…\"]}' in the minion configuration; orchestrate artifact key prints one",
        ),
        (
            DeployError::OtherManifest { service: service(), revision: revision() },
            "a revision is built once: build it again under another name",
        ),
        (
            DeployError::NoRoom {
                service: service(),
                revision: revision(),
                path: "/srv".into(),
                missing: text(),
            },
            "free some space, or lower 'deploy:keep_free_bytes': the release in service and the one to roll back to are kept ('deploy:keep: 0' keeps none to roll back to), and others were removed",
        ),
        (
            DeployError::Withdrawn { service: service(), revision: revision() },
            "promote another revision, or name this one: --revision",
        ),
        (
            DeployError::Highstate { revision: revision(), reason: text(), current: Some("r1".to_owned()) },
            "correct it and run it again: current is r1",
        ),
        (
            DeployError::Highstate { revision: revision(), reason: text(), current: None },
            "correct it and run it again: no release has been in service here yet",
        ),
        (
            DeployError::FailedRelease {
                service: service(),
                revision: revision(),
                how: text(),
                reason: Box::new(DeployError::Interrupted),
            },
            "correct it and promote another revision: this one is deployed here again only if it is named",
        ),
        (
            DeployError::NotRegistered { service: service(), revision: revision(), reason: text() },
            "correct it and run it again: the next run registers it",
        ),
        (DeployError::Interrupted, "run it again: it continues where it ended"),
        (
            DeployError::NotHere { service: service(), revision: revision(), there: text() },
            "deploy it: orchestrate deploy SERVICE INSTANCE --revision R",
        ),
        (DeployError::Absent { what: text(), store: text(), hint: "promote one".to_owned() }, "promote one"),
    ];
    for (error, advice) in rows {
        assert_eq!(error.hint().as_deref(), Some(advice), "{error}");
    }
    // No repetition helps against these.
    for error in [DeployError::NothingBefore(text()), DeployError::Leftover(text())] {
        assert_eq!(error.hint(), None, "{error}");
    }
}

#[test]
fn each_failed_publication_has_its_advice() {
    let (service, revision, store) = (text, text, text);
    let rows = [
        (
            PublishError::Other { service: service(), revision: revision(), store: store() },
            "build it under another name",
        ),
        (
            PublishError::Absent { what: text(), store: store() },
            "publish it first: orchestrate artifact publish",
        ),
        (
            PublishError::Older { service: service(), revision: revision(), current: text() },
            "to go back on purpose: --rollback",
        ),
        (
            PublishError::Contended { service: service(), store: store() },
            "let one job promote at a time, and run it again",
        ),
        (
            PublishError::Refused { subject: text(), refusal: Refusal::Unsigned },
            "sign it: orchestrate artifact sign",
        ),
    ];
    for (error, advice) in rows {
        assert_eq!(error.hint().as_deref(), Some(advice), "{error}");
    }
}
