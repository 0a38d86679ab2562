//! Shell patterns as Python's `fnmatch` reads them: `*`, `?`, `[abc]`, `[!a-z]`; `*` matches slashes and dots too.

/// True when it holds a character that is special in patterns.
pub fn is_glob(pattern: &str) -> bool {
    pattern.contains(['*', '?', '['])
}

/// True if `pattern` matches all of `text`; letter case counts.
///
/// See <https://docs.python.org/3/library/fnmatch.html>.
pub fn is_match(pattern: &str, text: &str) -> bool {
    if !is_glob(pattern) {
        return pattern == text;
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut position) = (0, 0);
    // Where to continue after the last star if the rest does not match: no recursion, no exponential time.
    let mut retry: Option<(usize, usize)> = None;
    while position < text.len() {
        if pattern.get(at) == Some(&'*') {
            retry = Some((at + 1, position));
            at += 1;
            continue;
        }
        if let Some(next) = fits(&pattern, at, text[position]) {
            (at, position) = (next, position + 1);
            continue;
        }
        let Some((after_star, start)) = retry else { return false };
        retry = Some((after_star, start + 1));
        (at, position) = (after_star, start + 1);
    }
    pattern[at..].iter().all(|letter| *letter == '*')
}

/// Where the pattern continues if its part at `at` matches the letter.
fn fits(pattern: &[char], at: usize, letter: char) -> Option<usize> {
    match *pattern.get(at)? {
        '?' => Some(at + 1),
        '[' => match class(pattern, at) {
            Some((members, is_negated, end)) => (contains(members, letter) != is_negated).then_some(end),
            None => (letter == '[').then_some(at + 1),
        },
        other => (other == letter).then_some(at + 1),
    }
}

/// The members of a class, whether it is negated, and where it ends; none for a bracket that is never closed.
fn class(pattern: &[char], at: usize) -> Option<(&[char], bool, usize)> {
    let is_negated = pattern.get(at + 1) == Some(&'!');
    let start = at + 1 + usize::from(is_negated);
    // A closing bracket in the first position is a member.
    let end = (start + 1..pattern.len()).find(|index| pattern[*index] == ']')?;
    Some((&pattern[start..end], is_negated, end + 1))
}

fn contains(members: &[char], letter: char) -> bool {
    let mut index = 0;
    while index < members.len() {
        if members.get(index + 1) == Some(&'-') && index + 2 < members.len() {
            if members[index] <= letter && letter <= members[index + 2] {
                return true;
            }
            index += 3;
        } else {
            if members[index] == letter {
                return true;
            }
            index += 1;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_in_pythons_fnmatch() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("a*c", "abc", true),
            ("a*c", "a.b/c", true),
            ("a*b*c", "aXbXbXc", true),
            ("?", "ab", false),
            ("[ab]x", "bx", true),
            ("[!ab]x", "bx", false),
            ("[a-c]1", "b1", true),
            ("[]]", "]", true),
            ("[", "[", true),
            ("web*.example.com", "web1.example.org", false),
            ("é*", "éa", true),
            ("w?b", "wéb", true),
            ("web", "web1", false),
            ("a.b", "axb", false),
            ("a[", "a[", true),
            ("[^a]", "^", true),
            ("*\n*", "a\nb", true),
        ] {
            assert_eq!(is_match(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn many_stars_take_no_exponential_time() {
        assert!(!is_match(&format!("{}c", "a*".repeat(40)), &"a".repeat(200)));
    }
}
