//! The meaning of a declaration of `acl.*`.

use crate::Call;
use machine::account;
use machine::file::{List, Who};

/// The subjects, the list, and the permissions.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Want {
    /// The list.
    pub list: List,
    /// Names as they are written, and their subjects; none if no account has the name.
    pub names: Vec<(String, Option<Who>)>,
    /// Permission bits.
    pub bits: u16,
}

impl Want {
    /// Reads it.
    ///
    /// # Errors
    /// The type or the permissions are not valid.
    pub fn of(call: &Call<'_>) -> Result<Self, String> {
        let fields = call.fields;
        let written = fields.required_text("acl_type");
        let plain = written.strip_prefix("default:").or_else(|| written.strip_prefix("d:"));
        let (list, kind) = plain.map_or((List::Access, written.as_str()), |kind| (List::Default, kind));
        let is_several = call.function.verb.starts_with("list_");
        let names = if is_several {
            fields.texts("acl_names").unwrap_or_default()
        } else {
            vec![fields.text("acl_name").unwrap_or_default()]
        };
        if names.is_empty() {
            return Err("'acl_names' names nobody".to_owned());
        }
        let names = names.into_iter().map(|name| Ok((who(kind, &name)?, name)));
        let names: Result<Vec<_>, String> = names.map(|it| it.map(|(who, name)| (name, who))).collect();
        // An entry is removed whatever its permissions are, and 'list_absent' has no permissions.
        let removes = call.function.verb.ends_with("absent");
        let bits = if removes { 0 } else { bits(&fields.text("perms").unwrap_or_default())? };
        Ok(Self { list, names: names?, bits })
    }
}

/// The subject that a type and a name mean.
fn who(kind: &str, name: &str) -> Result<Option<Who>, String> {
    let number = name.parse::<u32>().ok();
    Ok(match (kind, name) {
        ("user" | "u", "") => Some(Who::Owner),
        ("group" | "g", "") => Some(Who::OwnGroup),
        ("user" | "u", _) => account::find_user(name).map(|user| user.uid).or(number).map(Who::User),
        ("group" | "g", _) => account::find_group(name).map(|team| team.gid).or(number).map(Who::Group),
        ("mask" | "m", "") => Some(Who::Mask),
        ("other" | "o", "") => Some(Who::Other),
        ("mask" | "m" | "other" | "o", _) => {
            return Err(format!("'{kind}' takes no name: leave '{name}' out"));
        }
        _ => return Err("ACL Type does not exist".to_owned()),
    })
}

/// The bits of letters, or of a digit.
fn bits(text: &str) -> Result<u16, String> {
    let digit = text.parse::<u16>().ok().filter(|bits| *bits <= 7 && text.len() == 1);
    let letter = |letter| match letter {
        'r' => Some(4),
        'w' => Some(2),
        'x' => Some(1),
        '-' => Some(0),
        _ => None,
    };
    let letters = || text.chars().map(letter).try_fold(0, |bits, bit| bit.map(|bit: u16| bits | bit));
    digit
        .or_else(letters)
        .ok_or_else(|| format!("'{text}' are not permissions: write letters of rwx, or a digit"))
}

/// Permission bits as `getfacl` shows them.
pub fn shown(bits: u16) -> String {
    [(4, 'r'), (2, 'w'), (1, 'x')]
        .map(|(bit, letter)| if bits & bit == 0 { '-' } else { letter })
        .iter()
        .collect()
}
