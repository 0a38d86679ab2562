//! The accounts of NATS that a fleet has, and what crosses between them.
//!
//! JetStream sends its answers to whatever reply subject a client names, and no server holds that subject against what the client may
//! publish. The answer reaches the account that asked, and goes no further. So only operators who keep the register are users of the account
//! that owns the streams. Instances, those that ask to become one, and all other operators have accounts that import single subjects of it: what
//! their users publish there crosses, what JetStream answers does not. Jobs and answers cross between instances and operators without a way
//! through a third account. See decision 23.

use std::collections::BTreeMap;

use nkeys::KeyPair;
use serde::{Deserialize, Serialize};

use super::claims::{Account, Crossing, SYSTEM};
use super::keys::{IdentityError, PublicKey};
use super::permissions::{
    Permissions, across_for_agents, across_for_enrolment, across_for_operators, between_agents_and_operators,
};

/// The accounts beside the one that owns the streams. A kit of an older fleet has none.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Accounts {
    /// 1; grows if these are used in another way.
    #[serde(default)]
    pub version: u32,
    /// Accepted instances.
    pub instances: PublicKey,
    /// Those that ask.
    pub enrolment: PublicKey,
    /// Operators who do not keep the register.
    pub operators: PublicKey,
    /// When they were made, in seconds since 1970. Older tokens of the account that owns the streams end: they are from before.
    pub since: i64,
}

/// Keys whose tokens do not count, with the time up to which they were issued. `*` is every key.
pub type Revoked = BTreeMap<String, i64>;

/// Every key.
const ALL: &str = "*";

/// The tokens that servers have of each account that do not count.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Revocations {
    /// Of operators.
    pub operators: Revoked,
    /// Of instances.
    pub instances: Revoked,
    /// Those with which one asks, if they were issued before this time.
    pub enrolment_before: Option<i64>,
}

/// What the tokens of a fleet's accounts say.
#[derive(Clone, Copy, Debug)]
pub struct AccountPlan<'a> {
    /// The account that owns the streams.
    pub owner: &'a PublicKey,
    /// The others. Without them all users are in that account.
    pub accounts: Option<&'a Accounts>,
    /// The keys that may issue tokens of operators and instances.
    pub signers: &'a [String],
    /// The tokens that do not count.
    pub revocations: &'a Revocations,
}

impl AccountPlan<'_> {
    /// The token of each account with its key. The account that owns the streams is the first: the others import from it.
    ///
    /// # Errors
    ///
    /// The key cannot sign.
    pub fn sign(&self, signer: &KeyPair, now: i64) -> Result<Vec<SignedAccount>, IdentityError> {
        let mut signed = vec![];
        for account in self.all() {
            signed.push(SignedAccount { key: account.key.clone(), token: account.claims(now).sign(signer)? });
        }
        Ok(signed)
    }

    fn all<'p>(&'p self) -> Vec<Account<'p>> {
        let Revocations { operators, instances, enrolment_before } = self.revocations;
        let Some(accounts) = self.accounts else {
            let revoked = operators.iter().chain(instances).map(|(key, at)| (key.clone(), *at)).collect();
            return vec![Account {
                signers: self.signers,
                revoked,
                owns_streams: true,
                ..self.named(self.owner, "FLEET")
            }];
        };
        let mut of_owner = operators.clone();
        of_owner.insert(ALL.to_owned(), accounts.since - 1);
        let before = enrolment_before.map(|before| (ALL.to_owned(), before));
        let (agents, enrolment) = (crossings(across_for_agents()), crossings(across_for_enrolment()));
        let (others, direct) = (crossings(across_for_operators()), crossings(between_agents_and_operators()));
        let exports = widest(agents.iter().chain(&enrolment).chain(&others));
        let from = |all: Vec<Crossing>, account: &'p PublicKey| all.into_iter().map(move |it| (it, account));
        vec![
            Account {
                signers: self.signers,
                revoked: of_owner,
                owns_streams: true,
                exports,
                ..self.named(self.owner, "FLEET")
            },
            Account {
                signers: self.signers,
                revoked: instances.clone(),
                exports: direct.clone(),
                imports: from(agents, self.owner).collect(),
                ..self.named(&accounts.instances, "INSTANCES")
            },
            Account {
                revoked: before.into_iter().collect(),
                imports: from(enrolment, self.owner).collect(),
                ..self.named(&accounts.enrolment, "ENROLMENT")
            },
            Account {
                signers: self.signers,
                revoked: operators.clone(),
                imports: from(others, self.owner).chain(from(direct, &accounts.instances)).collect(),
                ..self.named(&accounts.operators, "OPERATORS")
            },
        ]
    }

    fn named<'k>(&'k self, key: &'k PublicKey, name: &'static str) -> Account<'k> {
        Account {
            key,
            name,
            signers: &[],
            revoked: BTreeMap::new(),
            owns_streams: false,
            exports: vec![],
            imports: vec![],
        }
    }
}

/// An account's token.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SignedAccount {
    /// Whose.
    pub key: PublicKey,
    /// The token.
    pub token: String,
}

/// The token of the account in which servers speak about themselves.
///
/// # Errors
///
/// The key cannot sign.
pub fn system_account(
    key: &PublicKey,
    revoked: Revoked,
    signer: &KeyPair,
    now: i64,
) -> Result<SignedAccount, IdentityError> {
    let account = Account {
        key,
        name: SYSTEM,
        signers: &[],
        revoked,
        owns_streams: false,
        exports: vec![],
        imports: vec![],
    };
    Ok(SignedAccount { key: key.clone(), token: account.claims(now).sign(signer)? })
}

fn crossings(across: Permissions) -> Vec<Crossing> {
    let services = across.publish.into_iter().map(Crossing::Service);
    services.chain(across.subscribe.into_iter().map(Crossing::Stream)).collect()
}

/// Without those that another one contains: an account may export a subject once.
fn widest<'c>(all: impl Iterator<Item = &'c Crossing>) -> Vec<Crossing> {
    let mut kept: Vec<Crossing> = vec![];
    for crossing in all {
        if !kept.iter().any(|other| other.contains(crossing)) {
            kept.retain(|other| !crossing.contains(other));
            kept.push(crossing.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Identity;

    #[test]
    fn an_export_contains_each_import_once() {
        let keys = [(); 4].map(|()| Identity::generate().public());
        let [owner, instances, enrolment, operators] = keys;
        let accounts = Accounts { version: 1, instances, enrolment, operators, since: 7 };
        let revocations = Revocations::default();
        let plan =
            AccountPlan { owner: &owner, accounts: Some(&accounts), signers: &[], revocations: &revocations };
        let all = plan.all();
        for (import, from) in all.iter().flat_map(|account| &account.imports) {
            let exports = all.iter().find(|account| account.key == *from).map(|account| &account.exports);
            let count = exports.map_or(0, |all| all.iter().filter(|export| export.contains(import)).count());
            assert_eq!(count, 1, "{import:?} from {from}");
        }
        for account in &all[1..] {
            assert!(!account.owns_streams && !account.imports.is_empty());
        }
        let exporting: Vec<&str> =
            all.iter().filter(|account| !account.exports.is_empty()).map(|account| account.name).collect();
        assert_eq!(exporting, ["FLEET", "INSTANCES"]);
        // A message from an operator to an instance and back crosses once: a server would not let it cross twice.
        let of_jobs = all[3].imports.iter().filter(|(crossing, _)| {
            matches!(crossing, Crossing::Service(it) | Crossing::Stream(it) if ["fleet.job.*", "fleet.reply.>"].contains(&it.as_str()))
        });
        assert!(
            of_jobs.clone().count() == 2 && of_jobs.clone().all(|(_, from)| **from == accounts.instances)
        );
        assert_eq!(all[0].revoked.get("*"), Some(&6), "tokens from before these accounts");
    }

    #[test]
    fn instances_and_those_that_ask_import_no_subject_of_a_decision() {
        for across in [across_for_agents(), across_for_enrolment()] {
            for subject in &across.publish {
                let writes = !subject.starts_with("$JS.API.DIRECT.GET.")
                    && !subject.starts_with("$JS.API.STREAM.INFO.");
                let of_others = [
                    "fleet_register",
                    "fleet_operators",
                    "fleet_tokens",
                    "fleet_invites",
                    "fleet_jobs",
                    "fleet.job",
                    "fleet.roll",
                ];
                assert!(!writes || !of_others.iter().any(|it| subject.contains(it)), "{subject}");
                assert!(!subject.contains("CONSUMER"), "{subject}");
            }
        }
    }
}
