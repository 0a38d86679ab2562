//! The differences between a user's keys and a declaration.

use super::Live;
use super::keys::{self, Key, with_key, without_key};
use crate::operation::{Kept, Operation, Operations, act, refused, report, settled, with};
use crate::{Call, Intent};
use model::{Map, Outcome, Value, Verdict};

/// The entry of a key in a file of keys.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Has {
    It,
    Another,
    Nothing,
}

fn has(live: &Live, key: &Key) -> Has {
    let known =
        keys::keys(live.text.as_deref().unwrap_or_default()).into_iter().find(|known| known.key == key.key);
    match known {
        Some(known) if known == *key => Has::It,
        Some(_) => Has::Another,
        None => Has::Nothing,
    }
}

/// The key of a text; arguments add to a bare key.
fn declared(call: &Call<'_>, written: &str) -> Result<Key, String> {
    let fields = call.fields;
    let mut key = Key::parse(written).unwrap_or_else(|| {
        let (key, comment) = written.trim().split_once(char::is_whitespace).unwrap_or((written.trim(), ""));
        let comment = if comment.is_empty() {
            fields.text("comment").unwrap_or_default()
        } else {
            comment.trim().to_owned()
        };
        let kind = fields.text("enc").unwrap_or_else(|| "ssh-rsa".to_owned());
        Key { options: vec![], kind, key: key.to_owned(), comment }
    });
    if key.options.is_empty() {
        key.options = fields.texts("options").unwrap_or_default();
    }
    if key.comment.is_empty() {
        key.comment = fields.text("comment").unwrap_or_default();
    }
    key.kind =
        keys::kind(&key.kind).ok_or_else(|| format!("Incorrect encryption key type '{}'.", key.kind))?;
    Ok(key)
}

/// The operations that write the file of keys.
fn write(live: &Live, text: String) -> Vec<Operation> {
    let Some(place) = &live.place else { return vec![] };
    let kept = Kept {
        path: &place.path,
        has_directory: place.has_directory,
        is_there: live.text.is_some(),
        owner: Some((place.uid, place.gid)),
    };
    kept.write(text)
}

const NO_HOME: &str =
    "Failed to add the ssh key. Is the home directory available, and/or does the key file exist?";
const INVALID: &str = "Invalid public ssh key, most likely has spaces or invalid syntax";

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let user = call.fields.required_text("user");
    let (shown, wanted) = match &live.source {
        Some(Err(_)) => {
            let source = call.fields.text("source").unwrap_or_default();
            return refused(format!("Failed to add the ssh key. Source file {source} is missing"));
        }
        Some(Ok(keys)) if keys.is_empty() => {
            let source = call.fields.text("source").unwrap_or_default();
            return refused(format!("No keys detected in {source}. Is file properly formatted?"));
        }
        Some(Ok(keys)) => (call.name.to_owned(), with_options(call, keys)),
        None => match declared(call, call.name) {
            Ok(key) => (key.key.clone(), vec![key]),
            Err(reason) => return refused(reason),
        },
    };
    let lacking: Vec<&Key> = wanted.iter().filter(|key| has(live, key) != Has::It).collect();
    if lacking.iter().any(|key| !key.is_valid()) {
        return refused(INVALID);
    }
    if lacking.is_empty() {
        let done = format!("The authorized host key {shown} is already present for user {user}");
        let foreseen = match call.fields.text("source").filter(|_| live.source.is_some()) {
            Some(source) => format!("All host keys in file {source} are already present"),
            None => done.clone(),
        };
        return report(Outcome::succeeded(foreseen), Outcome::succeeded(done));
    }
    let updates = lacking.iter().any(|key| has(live, key) == Has::Another);
    let (word, said) = if updates { ("Updated", "updated") } else { ("New", "added") };
    let foreseen = if live.source.is_some() {
        let word = |key: &Key| if has(live, key) == Has::Another { "update" } else { "add" };
        lacking.iter().map(|key| format!("Set to {}: {}\n", word(key), key.key)).collect()
    } else {
        format!("Key {shown} for user {user} is set to be {said}")
    };
    let changes: Map = [(shown.as_str().into(), Value::from(word))].into_iter().collect();
    let foreseen = with(Outcome::would_change(foreseen), changes.clone());
    if !live.place.as_ref().is_some_and(|place| place.has_home) {
        return report(foreseen, Outcome::failed(NO_HOME));
    }
    let text = lacking.iter().fold(live.text.clone().unwrap_or_default(), |text, key| with_key(&text, key));
    let done = format!("The authorized host key {shown} for user {user} was {said}");
    act(foreseen, write(live, text), with(Outcome::succeeded(done), changes))
        .or_fail("Failed to add the ssh key")
}

fn with_options(call: &Call<'_>, keys: &[Key]) -> Vec<Key> {
    let options = call.fields.texts("options").filter(|options| !options.is_empty());
    let one =
        |key: &Key| Key { options: options.clone().unwrap_or_else(|| key.options.clone()), ..key.clone() };
    keys.iter().map(one).collect()
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let user = call.fields.required_text("user");
    let (shown, unwanted) = match &live.source {
        Some(Err(reason)) => return refused(reason.clone()),
        Some(Ok(keys)) => (call.name.to_owned(), keys.clone()),
        None => match declared(call, call.name) {
            Ok(key) => (key.key.clone(), vec![key]),
            Err(reason) => return refused(reason),
        },
    };
    let there: Vec<&Key> = unwanted.iter().filter(|key| has(live, key) != Has::Nothing).collect();
    if there.is_empty() {
        let source = call.fields.text("source").filter(|_| live.source.is_some());
        let foreseen = source.map_or_else(
            || "Key is already absent".to_owned(),
            |source| format!("All host keys in file {source} are already absent"),
        );
        return report(Outcome::succeeded(foreseen), Outcome::succeeded("Key not present"));
    }
    let foreseen = if live.source.is_some() {
        there.iter().map(|key| format!("Set to remove: {}\n", key.key)).collect()
    } else {
        format!("Key {shown} for user {user} is set for removal")
    };
    let changes: Map = [(shown.as_str().into(), Value::from("Removed"))].into_iter().collect();
    let text =
        there.iter().fold(live.text.clone().unwrap_or_default(), |text, key| without_key(&text, &key.key));
    act(
        with(Outcome::would_change(foreseen), changes.clone()),
        write(live, text),
        with(Outcome::succeeded("Key removed"), changes),
    )
}

pub(super) fn manage(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let user = call.fields.required_text("user");
    let written = call.fields.texts("ssh_keys").unwrap_or_default();
    let mut wanted = vec![];
    for text in &written {
        match declared(call, text) {
            Ok(key) if key.is_valid() => wanted.push(key),
            Ok(_) => return refused(INVALID),
            Err(reason) => return refused(reason),
        }
    }
    let mut text = live.text.clone().unwrap_or_default();
    let (mut changes, mut foreseen, mut done) = (Map::new(), vec![], vec![]);
    for known in keys::keys(&text).into_iter().filter(|known| wanted.iter().all(|key| key.key != known.key)) {
        text = without_key(&text, &known.key);
        foreseen.push(format!("{} Key set for removal", known.key));
        changes.insert(known.key.as_str().into(), "Key removed".into());
    }
    for key in &wanted {
        let (word, said) = match has(live, key) {
            Has::It => {
                let there = format!("The authorized host key {} is already present for user {user}", key.key);
                foreseen.push(there.clone());
                done.push(there);
                continue;
            }
            Has::Another => ("Updated", "updated"),
            Has::Nothing => ("New", "added"),
        };
        text = with_key(&text, key);
        foreseen.push(format!("Key {} for user {user} is set to be {said}", key.key));
        changes.insert(key.key.as_str().into(), word.into());
    }
    if changes.is_empty() {
        return settled(done.join("\n"));
    }
    let foreseen = Outcome {
        verdict: Verdict::WouldChange,
        changes: changes.clone(),
        ..Outcome::succeeded(foreseen.join("\n"))
    };
    if !live.place.as_ref().is_some_and(|place| place.has_home) {
        return report(foreseen, Outcome::failed(NO_HOME));
    }
    act(foreseen, write(live, text), with(Outcome::succeeded(done.join("\n")), changes))
}
