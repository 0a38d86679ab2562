//! The root of a fleet: the keys that sign everything else.

use std::collections::BTreeMap;

use nkeys::KeyPair;
use serde::{Deserialize, Serialize};

use super::accounts::Accounts;
use super::authority::Removed;
use super::claims::User;
use super::keys::{Identity, IdentityError, PublicKey, Seeds};
use super::operators::{Operator, Operators, Right};
use super::permissions::{Permissions, inbox, of_enrolment, of_operator, of_registrar};
use super::setup::{AgentKit, ENROLMENT_LIFE, OPERATOR_TOKEN_LIFE, OperatorKit, REGISTRARS, Registrar};
use crate::protocol::{Domain, Signed};

/// The root of a fleet.
#[derive(Clone, Deserialize, Serialize)]
pub struct Root {
    pub(super) seed: String,
    pub(super) account_seed: String,
    pub(super) system_seed: String,
    pub(super) registrars: Vec<Registrar>,
    /// How many of these were given away. A key is never given twice, also not when its holder has left.
    pub(super) given: usize,
    /// Addresses of the servers: `nats://10.0.0.1:4222`.
    pub servers: Vec<String>,
    /// The operators so far.
    pub operators: Operators,
    /// The keys that the mine is sealed for; a root of an older program gets them with its next kit.
    #[serde(default)]
    mine: Option<Seeds>,
    /// The accounts beside the one of the streams. A root of an older program has none until it is upgraded.
    #[serde(default)]
    pub(super) accounts: Option<AccountSeeds>,
    /// Which of the register keepers' keys an operator has, by name.
    #[serde(default)]
    pub(super) holders: BTreeMap<String, usize>,
    /// Those of the register keepers' keys that count no more.
    #[serde(default)]
    pub(super) retired: Vec<usize>,
    /// Grows with each change of what servers must know.
    #[serde(default)]
    pub(super) authority: u64,
    /// The operators that were removed.
    #[serde(default)]
    pub(super) removed: Vec<Removed>,
    /// Tokens with which one asks count only if they were made then or later.
    #[serde(default)]
    pub(super) enrolment_since: Option<i64>,
}

/// The seeds of the accounts beside the one of the streams.
#[derive(Clone, Deserialize, Serialize)]
pub(super) struct AccountSeeds {
    instances: String,
    pub(super) enrolment: String,
    pub(super) operators: String,
    since: i64,
}

impl AccountSeeds {
    pub(super) fn generate(now: i64) -> Result<Self, IdentityError> {
        let [instances, enrolment, operators] = [(); 3].map(|()| seed(&KeyPair::new_account()));
        Ok(Self { instances: instances?, enrolment: enrolment?, operators: operators?, since: now })
    }

    pub(super) fn public(&self) -> Result<Accounts, IdentityError> {
        let of = |seed: &str| public(&key(seed)?);
        let (instances, enrolment, operators) =
            (of(&self.instances)?, of(&self.enrolment)?, of(&self.operators)?);
        Ok(Accounts { version: 1, instances, enrolment, operators, since: self.since })
    }
}

pub(super) fn key(seed: &str) -> Result<KeyPair, IdentityError> {
    KeyPair::from_seed(seed).map_err(|_| IdentityError::BrokenSeed { whose: "the fleet's root".to_owned() })
}

fn seed(key: &KeyPair) -> Result<String, IdentityError> {
    key.seed().map_err(|_| IdentityError::BrokenSeed { whose: "a new key".to_owned() })
}

pub(super) fn public(key: &KeyPair) -> Result<PublicKey, IdentityError> {
    PublicKey::try_from(key.public_key())
}

impl Root {
    /// Makes the keys of a new fleet.
    ///
    /// # Errors
    ///
    /// The library cannot make keys, which does not happen.
    pub fn generate(servers: Vec<String>, now: i64) -> Result<Self, IdentityError> {
        let system = KeyPair::new_account();
        let registrars = (0..REGISTRARS).map(|_| registrar(&system, now)).collect::<Result<_, _>>()?;
        Ok(Self {
            seed: seed(&KeyPair::new_operator())?,
            account_seed: seed(&KeyPair::new_account())?,
            system_seed: seed(&system)?,
            registrars,
            given: 0,
            servers,
            operators: Operators::default(),
            mine: None,
            accounts: Some(AccountSeeds::generate(now)?),
            holders: BTreeMap::new(),
            retired: vec![],
            authority: 1,
            removed: vec![],
            enrolment_since: None,
        })
    }

    /// Adds an operator, or one more register keeper while there are signing keys left, and gives the kit.
    ///
    /// # Errors
    ///
    /// The keys are broken, or all register keepers' keys are given away.
    pub fn add_operator(
        &mut self,
        name: &str,
        rights: Vec<Right>,
        keeps_register: bool,
        now: i64,
    ) -> Result<OperatorKit, IdentityError> {
        let identity = Identity::generate();
        let registrar = if keeps_register {
            let all_given = || IdentityError::NoKeyLeft { most: self.registrars.len() };
            let keys = self.registrars.get(self.given).cloned().ok_or_else(all_given)?;
            self.holders.insert(name.to_owned(), self.given);
            self.given += 1;
            Some(keys)
        } else {
            None
        };
        let key_of_operator = identity.public();
        self.operators.version += 1;
        self.operators.operators.push(Operator {
            name: name.to_owned(),
            key: key_of_operator.clone(),
            seal: identity.box_key(),
            rights,
            keeps_register,
            reads: vec![],
        });
        let token = self.operator_token(name, &key_of_operator, keeps_register, now)?;
        Ok(OperatorKit {
            name: name.to_owned(),
            servers: self.servers.clone(),
            root: self.public()?,
            account: public(&key(&self.account_seed)?)?,
            token,
            seeds: identity.seeds()?,
            operators: self.signed_operators()?,
            registrar,
            account_signers: self.signers(|registrar| &registrar.account_seed)?,
            authority: Some(self.signed_authority()?),
            mine: Some(self.mine()?),
        })
    }

    /// Lets an operator read what others have run, and gives the list of operators, signed anew.
    ///
    /// # Errors
    ///
    /// The root's key is broken.
    pub fn let_read(&mut self, name: &str, reads: Vec<Right>) -> Result<Signed, IdentityError> {
        for operator in self.operators.operators.iter_mut().filter(|operator| operator.name == name) {
            operator.reads.clone_from(&reads);
        }
        self.operators.version += 1;
        self.signed_operators()
    }

    /// The token of an operator.
    pub(super) fn operator_token(
        &self,
        name: &str,
        of: &PublicKey,
        keeps_register: bool,
        now: i64,
    ) -> Result<String, IdentityError> {
        let permissions = if keeps_register { of_registrar(of) } else { of_operator(of) };
        let others = self.accounts.as_ref().map(|accounts| &accounts.operators);
        let account = key(others.filter(|_| !keeps_register).unwrap_or(&self.account_seed))?;
        let user = User { key: of, name, account: &public(&account)?, permissions: &permissions };
        user.claims(now, Some(now + OPERATOR_TOKEN_LIFE)).sign(&account)
    }

    /// The kit for instances. The caller must write the root afterwards.
    ///
    /// # Errors
    ///
    /// The keys are broken.
    pub fn agent_kit(&mut self, now: i64) -> Result<AgentKit, IdentityError> {
        let of_asking = self.accounts.as_ref().map(|accounts| &accounts.enrolment);
        let account = key(of_asking.unwrap_or(&self.account_seed))?;
        let enrolment = KeyPair::new_user();
        let key = public(&enrolment)?;
        let permissions = of_enrolment(&key);
        let user =
            User { key: &key, name: "enrolment", account: &public(&account)?, permissions: &permissions };
        Ok(AgentKit {
            servers: self.servers.clone(),
            root: self.public()?,
            enrol_token: user.claims(now, Some(now + ENROLMENT_LIFE)).sign(&account)?,
            enrol_seed: seed(&enrolment)?,
            operators: self.signed_operators()?,
            mine: Some(self.mine()?),
        })
    }

    /// The keys that the mine is sealed for, the same in all kits.
    fn mine(&mut self) -> Result<Seeds, IdentityError> {
        if let Some(mine) = &self.mine {
            return Ok(mine.clone());
        }
        Ok(self.mine.insert(Identity::generate().seeds()?).clone())
    }

    /// The list of operators, signed.
    ///
    /// # Errors
    ///
    /// The root's key is broken.
    pub fn signed_operators(&self) -> Result<Signed, IdentityError> {
        Signed::by_root(Domain::Operators, &self.operators, &key(&self.seed)?)
            .map_err(|_| IdentityError::Sign)
    }

    fn public(&self) -> Result<PublicKey, IdentityError> {
        public(&key(&self.seed)?)
    }

    pub(super) fn signers(&self, of: fn(&Registrar) -> &String) -> Result<Vec<String>, IdentityError> {
        let counts = |(place, _): &(usize, &Registrar)| !self.retired.contains(place);
        let counting = self.registrars.iter().enumerate().filter(counts);
        counting.map(|(_, registrar)| Ok(key(of(registrar))?.public_key())).collect()
    }
}

pub(super) fn registrar(system: &KeyPair, now: i64) -> Result<Registrar, IdentityError> {
    let user = KeyPair::new_user();
    let key = public(&user)?;
    let permissions = Permissions {
        publish: vec!["$SYS.REQ.CLAIMS.UPDATE".to_owned(), "$SYS.REQ.ACCOUNT.*.CLAIMS.LOOKUP".to_owned()],
        subscribe: vec![format!("{}.>", inbox(&key))],
    };
    let claims = User { key: &key, name: "registrar", account: &public(system)?, permissions: &permissions };
    Ok(Registrar {
        operator_seed: seed(&KeyPair::new_operator())?,
        account_seed: seed(&KeyPair::new_account())?,
        system_seed: seed(&user)?,
        system_token: claims.claims(now, None).sign(system)?,
    })
}
