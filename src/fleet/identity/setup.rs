//! A new fleet: the root's keys, the configuration of servers, and the kits of operators and instances.
//!
//! Everything here is made in memory; the caller writes it. The root's file belongs on one machine that is neither an
//! ops node nor a server: it is needed only to add or remove operators.

use std::fmt;

use nkeys::KeyPair;
use serde::{Deserialize, Serialize};

use super::claims::{self, Claims, SYSTEM, User};
use super::keys::{Identity, IdentityError, PublicKey, Seeds};
use super::operators::{Operator, Operators, Right};
use super::permissions::{Permissions, inbox, of_enrolment, of_operator, of_registrar};
use crate::fleet::protocol::{Domain, Signed};

/// How many operators may keep the register: each has signing keys of its own, which servers know from the beginning.
pub const REGISTRARS: usize = 4;

/// The seeds of a register keeper.
#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Registrar {
    /// Signs account tokens: revocations.
    pub operator_seed: String,
    /// Signs the tokens of instances.
    pub account_seed: String,
    /// Connects to the system account.
    pub system_seed: String,
    /// The token of that user.
    pub system_token: String,
}

/// The root of a fleet.
#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    seed: String,
    account_seed: String,
    system_seed: String,
    registrars: Vec<Registrar>,
    /// How many of these were given away. A key is never given twice, also not when its holder has left.
    given: usize,
    /// Addresses of the servers: `nats://10.0.0.1:4222`.
    pub servers: Vec<String>,
    /// The operators so far.
    pub operators: Operators,
    /// The keys that the mine is sealed for; a root of an older program gets them with its next kit.
    #[serde(default)]
    mine: Option<Seeds>,
}

/// What an instance needs in order to ask. No secret of the fleet: it lets its holder ask, and nothing else.
#[derive(Clone, Deserialize, Serialize)]
pub struct AgentKit {
    /// Addresses of the servers.
    pub servers: Vec<String>,
    /// The key that signs the list of operators.
    pub root: PublicKey,
    /// The token with which one asks.
    pub enrol_token: String,
    /// The seed that belongs to it.
    pub enrol_seed: String,
    /// The operators when the kit was made, signed.
    pub operators: Signed,
    /// The keys that the mine is sealed for. Without them the instance has no mine.
    #[serde(default)]
    pub mine: Option<Seeds>,
}

/// What an ops node needs. It holds the operator's seeds.
#[derive(Clone, Deserialize, Serialize)]
pub struct OperatorKit {
    /// The operator's name.
    pub name: String,
    /// Addresses of the servers.
    pub servers: Vec<String>,
    /// The key that signs the list of operators.
    pub root: PublicKey,
    /// The fleet's account.
    pub account: PublicKey,
    /// The operator's token.
    pub token: String,
    /// The operator's keys.
    pub seeds: Seeds,
    /// The operators when the kit was made, signed.
    pub operators: Signed,
    /// There for those who keep the register.
    pub registrar: Option<Registrar>,
    /// The keys that may issue tokens of the account.
    pub account_signers: Vec<String>,
    /// The keys that the mine is sealed for. Without them the operator reads no mine.
    #[serde(default)]
    pub mine: Option<Seeds>,
}

macro_rules! hidden {
    ($($name:ident),*) => { $(
        impl fmt::Debug for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(concat!(stringify!($name), "(hidden)"))
            }
        }
    )* };
}
hidden!(Registrar, Root, AgentKit, OperatorKit);

fn key(seed: &str) -> Result<KeyPair, IdentityError> {
    KeyPair::from_seed(seed).map_err(|_| IdentityError::BrokenSeed { whose: "the fleet's root".to_owned() })
}

fn seed(key: &KeyPair) -> Result<String, IdentityError> {
    key.seed().map_err(|_| IdentityError::BrokenSeed { whose: "a new key".to_owned() })
}

fn public(key: &KeyPair) -> Result<PublicKey, IdentityError> {
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
            self.given += 1;
            Some(self.registrars.get(self.given - 1).cloned().ok_or_else(all_given)?)
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
        });
        let permissions =
            if keeps_register { of_registrar(&key_of_operator) } else { of_operator(&key_of_operator) };
        let account = key(&self.account_seed)?;
        let public_account = public(&account)?;
        let user = User { key: &key_of_operator, name, account: &public_account, permissions: &permissions };
        Ok(OperatorKit {
            name: name.to_owned(),
            servers: self.servers.clone(),
            root: self.public()?,
            account: public_account.clone(),
            token: user.claims(now, None).sign(&account)?,
            seeds: identity.seeds()?,
            operators: self.signed_operators()?,
            registrar,
            account_signers: self.signers(|registrar| &registrar.account_seed)?,
            mine: Some(self.mine()?),
        })
    }

    /// Takes an operator off the list: instances no longer obey.
    pub fn remove_operator(&mut self, name: &str) -> bool {
        let before = self.operators.operators.len();
        self.operators.operators.retain(|operator| operator.name != name);
        let is_gone = self.operators.operators.len() < before;
        self.operators.version += u64::from(is_gone);
        is_gone
    }

    /// The kit for instances. The caller must write the root afterwards.
    ///
    /// # Errors
    ///
    /// The keys are broken.
    pub fn agent_kit(&mut self, now: i64) -> Result<AgentKit, IdentityError> {
        let account = key(&self.account_seed)?;
        let enrolment = KeyPair::new_user();
        let key = public(&enrolment)?;
        let permissions = of_enrolment(&key);
        let user =
            User { key: &key, name: "enrolment", account: &public(&account)?, permissions: &permissions };
        Ok(AgentKit {
            servers: self.servers.clone(),
            root: self.public()?,
            enrol_token: user.claims(now, None).sign(&account)?,
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

    fn signers(&self, of: fn(&Registrar) -> &String) -> Result<Vec<String>, IdentityError> {
        self.registrars.iter().map(|registrar| Ok(key(of(registrar))?.public_key())).collect()
    }

    /// The part of a server's configuration that makes it trust this fleet. It is the same for all servers.
    ///
    /// # Errors
    ///
    /// The keys are broken.
    pub fn server_trust(&self, now: i64) -> Result<String, IdentityError> {
        let root = key(&self.seed)?;
        let (account, system) = (public(&key(&self.account_seed)?)?, public(&key(&self.system_seed)?)?);
        let operators = self.signers(|registrar| &registrar.operator_seed)?;
        let signers = self.signers(|registrar| &registrar.account_seed)?;
        let none = std::collections::BTreeMap::new();
        let sign = |claims: Claims| claims.sign(&root);
        Ok(format!(
            "operator: {}\nsystem_account: {system}\nresolver_preload: {{\n  {account}: {}\n  {system}: {}\n}}\n",
            sign(claims::operator(&root, &operators, &system, now))?,
            sign(claims::account(&account, "FLEET", &signers, &none, now))?,
            sign(claims::account(&system, SYSTEM, &[], &none, now))?,
        ))
    }
}

fn registrar(system: &KeyPair, now: i64) -> Result<Registrar, IdentityError> {
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
