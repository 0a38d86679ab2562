//! What the root of a fleet says later: who left, what servers must know, and how a fleet of an older program is taken over.

use std::collections::BTreeMap;

use super::accounts::{AccountPlan, Revoked, system_account};
use super::authority::{Authority, Removed};
use super::claims;
use super::keys::IdentityError;
use super::operators::Operator;
use super::root::{AccountSeeds, Root, key, public, registrar};
use crate::protocol::{Domain, Signed};

/// The version with which a fleet begins: the servers' first configuration says the same.
const FIRST: u64 = 1;

impl Root {
    /// Takes an operator off the list: instances no longer obey, and servers no longer let the operator in. The keys of a register keeper are
    /// replaced: servers need a new [`server_trust`](Self::server_trust). False if there is no such operator.
    ///
    /// # Errors
    ///
    /// The root of an older program does not know which keys a register keeper has.
    pub fn remove_operator(&mut self, name: &str, now: i64) -> Result<bool, IdentityError> {
        let is_meant = |operator: &Operator| operator.name == name;
        let Some(operator) = self.operators.operators.iter().find(|operator| is_meant(operator)).cloned()
        else {
            return Ok(false);
        };
        if operator.keeps_register {
            let held = self.held_by(name).ok_or(IdentityError::UnknownHolder { name: name.to_owned() })?;
            self.retired.push(held);
            self.registrars.push(registrar(&key(&self.system_seed)?, now)?);
        }
        self.operators.operators.retain(|operator| !is_meant(operator));
        self.operators.version += 1;
        self.authority = self.authority.max(FIRST) + 1;
        self.removed.push(Removed { name: name.to_owned(), key: operator.key, at: now });
        self.holders.remove(name);
        Ok(true)
    }

    /// Which of the register keepers' keys an operator has. An older root did not note it: as long as nobody was removed, the keys were given
    /// in the order of the list.
    fn held_by(&self, name: &str) -> Option<usize> {
        if let Some(held) = self.holders.get(name) {
            return Some(*held);
        }
        let keepers: Vec<&Operator> =
            self.operators.operators.iter().filter(|it| it.keeps_register).collect();
        let is_in_order = keepers.len() == self.given;
        keepers.iter().position(|operator| operator.name == name).filter(|_| is_in_order)
    }

    /// Ends the tokens with which instances ask: kits made before `since` cannot ask any more. Accepted instances stay what they are. Tokens have
    /// whole seconds, so `since` is a second that no earlier token has.
    pub fn renew_enrolment(&mut self, since: i64) {
        self.enrolment_since = Some(since);
        self.authority = self.authority.max(FIRST) + 1;
    }

    /// Makes the accounts that an older program did not make. False if they are there. Tokens of the account of the streams from before `since`
    /// end; it is a second that no earlier token has.
    ///
    /// # Errors
    ///
    /// The library cannot make keys, which does not happen.
    pub fn upgrade(&mut self, since: i64) -> Result<bool, IdentityError> {
        if self.accounts.is_some() {
            return Ok(false);
        }
        self.accounts = Some(AccountSeeds::generate(since)?);
        self.authority = self.authority.max(FIRST) + 1;
        Ok(true)
    }

    /// New tokens for all operators.
    ///
    /// # Errors
    ///
    /// The keys are broken.
    pub fn operator_tokens(&self, now: i64) -> Result<Vec<OperatorToken>, IdentityError> {
        let mut tokens = vec![];
        for Operator { name, key, keeps_register, .. } in &self.operators.operators {
            let token = self.operator_token(name, key, *keeps_register, now)?;
            tokens.push(OperatorToken { name: name.clone(), token });
        }
        Ok(tokens)
    }

    /// What servers must know, signed.
    ///
    /// # Errors
    ///
    /// The root's key is broken.
    pub fn signed_authority(&self) -> Result<Signed, IdentityError> {
        Signed::by_root(Domain::Authority, &self.authority()?, &key(&self.seed)?)
            .map_err(|_| IdentityError::Sign)
    }

    fn authority(&self) -> Result<Authority, IdentityError> {
        Ok(Authority {
            version: self.authority,
            accounts: self.accounts.as_ref().map(AccountSeeds::public).transpose()?,
            signers: self.signers(|registrar| &registrar.account_seed)?,
            removed: self.removed.clone(),
            enrolment_since: self.enrolment_since,
        })
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
        let authority = self.authority()?;
        let revocations = authority.revocations(BTreeMap::new());
        let plan = AccountPlan {
            owner: &account,
            accounts: authority.accounts.as_ref(),
            signers: &authority.signers,
            revocations: &revocations,
        };
        let mut preloaded = plan.sign(&root, now)?;
        preloaded.push(system_account(&system, self.retired_users(now)?, &root, now)?);
        let operator = claims::operator(&root, &operators, &system, now).sign(&root)?;
        let mut trust = format!("operator: {operator}\nsystem_account: {system}\nresolver_preload: {{\n");
        for account in preloaded {
            trust.push_str(&format!("  {}: {}\n", account.key, account.token));
        }
        trust.push_str("}\n");
        Ok(trust)
    }

    /// The users of the system account that register keepers had who were removed.
    fn retired_users(&self, now: i64) -> Result<Revoked, IdentityError> {
        let retired = self.retired.iter().filter_map(|place| self.registrars.get(*place));
        retired.map(|registrar| Ok((key(&registrar.system_seed)?.public_key(), now))).collect()
    }
}

/// A new token of an operator.
pub struct OperatorToken {
    /// Whose.
    pub name: String,
    /// The token.
    pub token: String,
}
