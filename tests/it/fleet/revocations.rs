//! Revocations on real servers.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fleet::identity::{Authority, Decision, Register};
use fleet::operator::{Console, publish_account};
use serde_json::Value;

use super::Fleet;
use super::reads::{connected, kit};

/// When an account's token was issued, and the keys that it revokes; none while the file is being written.
fn read(token: &str) -> Option<(i64, BTreeSet<String>)> {
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    let claims: Value = serde_json::from_slice(&claims).ok()?;
    let revoked = claims["nats"]["revocations"].as_object()?;
    Some((claims["iat"].as_i64()?, revoked.keys().cloned().collect()))
}

fn key_of(register: &Register, id: &str) -> String {
    register.of_id(id).unwrap().key.to_string()
}

#[tokio::test]
async fn a_revocation_is_published_twice_and_with_those_of_other_operators() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let kit = kit(&fleet);
    let authority = Authority::open(kit.authority.as_ref().unwrap(), &kit.root).unwrap();
    let account = fleet.path(&format!("server-0/accounts/{}.jwt", authority.accounts.unwrap().instances));
    let transport = Arc::new(connected(&fleet).await);
    let console = Console::open(transport, kit, jiff::Timestamp::now).await.unwrap();
    // This operator has read the register when the other one deletes a key.
    let knowledge = console.knowledge(true).await.unwrap();
    assert_eq!(fleet.run("ops2", &["key", "delete", "web-2"]).code, Some(0));
    let entry = knowledge.register.of_id("web-1").unwrap().clone();
    let refused = console.refuse(entry, Decision::Deleted).await.unwrap();
    let both: BTreeSet<String> =
        ["web-1", "web-2"].map(|id| key_of(&knowledge.register, id)).into_iter().collect();
    let decided = [refused];
    // A server keeps the account's token in a file.
    let two_issued = async {
        let mut issued = BTreeSet::new();
        while issued.len() < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let token = std::fs::read_to_string(&account).unwrap();
            issued.extend(read(&token).filter(|(_, revoked)| *revoked == both).map(|(at, _)| at));
        }
    };
    let watched = tokio::time::timeout(Duration::from_secs(30), two_issued);
    let (published, watched) = tokio::join!(publish_account(&console, &decided), watched);
    published.unwrap();
    watched.expect("a second token: a server ignores one that it has");
}
