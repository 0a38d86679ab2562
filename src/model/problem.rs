//! Mistakes in what an author wrote, with their places.

use std::fmt;

use super::Place;
use super::excerpt::Excerpt;

/// One mistake in an SLS, pillar, top or configuration file, or on the command line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// Its place; none for text from the command line.
    pub place: Option<Place>,
    /// What is wrong with what: one sentence, lower case, no full stop.
    pub message: String,
    /// How to correct it, if that is known.
    pub hint: Option<String>,
    /// The steps that led there, the nearest first: calls of macros, imports, includes.
    pub trail: Vec<Step>,
    /// Lines around the place and the steps, where they help.
    pub excerpt: Option<Excerpt>,
    /// True when it holds on this machine alone: another one has the grain that is missing here.
    pub is_of_machine: bool,
}

/// One step that led to a problem.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Step {
    /// The place of the step.
    pub place: Place,
    /// The type of the step: `in macro 'm', called here`.
    pub what: String,
}

impl Problem {
    /// A problem at a place.
    pub fn at(place: &Place, message: impl Into<String>) -> Self {
        Self { place: Some(place.clone()), ..Self::nowhere(message) }
    }

    /// A problem that has no place in a file.
    pub fn nowhere(message: impl Into<String>) -> Self {
        Self {
            place: None,
            message: message.into(),
            hint: None,
            trail: vec![],
            excerpt: None,
            is_of_machine: false,
        }
    }

    /// Adds advice on how to correct it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Marks it as one of this machine alone: `lint` reports it as a note.
    #[must_use]
    pub fn of_this_machine(self) -> Self {
        Self { is_of_machine: true, ..self }
    }

    /// With the lines around the place and the steps that led there, as far as their texts are known.
    #[must_use]
    pub fn with_excerpt(self) -> Self {
        let excerpt = self.place.as_ref().and_then(|place| Excerpt::of(place, &self.trail));
        Self { excerpt, ..self }
    }

    /// Adds a step before the known ones. Its line is shown if theirs are.
    #[must_use]
    pub fn via(mut self, place: &Place, what: impl Into<String>) -> Self {
        self.trail.push(Step { place: place.clone(), what: what.into() });
        if self.excerpt.is_some() { self.with_excerpt() } else { self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(out, "{place}: ")?;
        }
        out.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(out, "\n  hint: {hint}")?;
        }
        if let Some(excerpt) = &self.excerpt {
            for line in excerpt.render(false).lines() {
                write!(out, "\n  {line}")?;
            }
        }
        Ok(())
    }
}

/// All problems found in one pass, in the order in which they were found.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Problems(pub Vec<Problem>);

/// The number of problems that a reader gets when there are many alike.
const SHOWN: usize = 50;

impl Problems {
    /// Notes one more.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds all problems of another pass.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Adds a step to all problems from this number on that show lines already: those found while a file was read.
    pub fn via(&mut self, from: usize, place: &Place, what: &str) {
        for problem in self.0.iter_mut().skip(from).filter(|problem| problem.excerpt.is_some()) {
            *problem = problem.clone().via(place, what);
        }
    }

    /// Sorts them by place, in reading order; those without a place come first.
    pub fn sort(&mut self) {
        self.0.sort_by(|a, b| a.place.cmp(&b.place));
    }

    /// The first fifty problems and the number of all others; the last one has the hint.
    #[must_use]
    pub fn cut(mut self, hint: &str) -> Self {
        let left = self.0.len().saturating_sub(SHOWN);
        if left > 0 {
            self.0.truncate(SHOWN);
            let others =
                if left == 1 { "1 more problem".to_owned() } else { format!("{left} more problems") };
            self.push(Problem::nowhere(format!("and {others} like these")));
        }
        if let Some(last) = self.0.pop() {
            self.push(last.hint(hint));
        }
        self
    }

    /// True when nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Ok(value)` when nothing is wrong, else the problems.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                out.write_str("\n")?;
            }
            write!(out, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The error and its causes in one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// The known word that an author most likely meant by `typed`, if one is similar enough.
///
/// The same words in another case (`zip_file` for `ZipFile`) come first, then one or two typing mistakes, then a name that ends or
/// begins with the word (`username` for `master_username`), then any similar word.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let snake = snake_case(typed);
    if let Some(same) = known.iter().find(|word| **word != typed && snake_case(word) == snake) {
        return Some(same);
    }
    let likeness = |word: &str| strsim::jaro_winkler(typed, word);
    let mistakes = |word: &str| strsim::damerau_levenshtein(typed, word);
    let near = known.iter().copied().filter(|word| likeness(word) > 0.8);
    let near = near.min_by(|a, b| mistakes(a).cmp(&mistakes(b)).then(likeness(b).total_cmp(&likeness(a))));
    let is_near = |word: &&str| {
        let longest = typed.len().max(word.len());
        3 * mistakes(word) < longest || word.starts_with(typed) || typed.starts_with(*word)
    };
    near.filter(|word| mistakes(word) <= 2).or_else(|| part_of(typed, &known)).or(near.filter(is_near))
}

/// The shortest name that ends with these words, else one that begins with them, else one that has them in the middle. A name with capitals
/// comes after one without, if the author wrote none.
fn part_of<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let snake = snake_case(typed);
    let has_capitals = |word: &str| word.contains(char::is_uppercase);
    // Shorter words are in too many names.
    if snake.len() < 4 {
        return None;
    }
    let (end, beginning) = (format!("_{snake}"), format!("{snake}_"));
    let shortest = |fits: &dyn Fn(&str) -> bool| {
        known
            .iter()
            .copied()
            .filter(|word| fits(&snake_case(word)))
            .min_by_key(|word| (has_capitals(word) != has_capitals(typed), word.len()))
    };
    shortest(&|word| word.ends_with(&end))
        .or_else(|| shortest(&|word| word.starts_with(&beginning)))
        .or_else(|| shortest(&|word| word.contains(&format!("{end}_"))))
}

/// `ZipFile`, `zip-file` and `zip_file` as `zip_file`.
pub fn snake_case(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let mut snake = String::new();
    for (place, letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|place| letters.get(place));
        let after = letters.get(place + 1);
        // `KMSKeyArn`: the last of several capitals begins the next word.
        let begins = letter.is_uppercase()
            && before.is_some_and(|it| {
                it.is_lowercase()
                    || it.is_ascii_digit()
                    || (it.is_uppercase() && after.is_some_and(|it| it.is_lowercase()))
            });
        if begins {
            snake.push('_');
        }
        snake.extend(if *letter == '-' { '_' } else { *letter }.to_lowercase());
    }
    snake
}

/// The most names in one message.
const MOST_NAMES: usize = 12;

/// These names with commas between them. Of many only those that are most like `typed` are named.
pub fn some_names(typed: &str, known: &[&str]) -> String {
    if known.len() <= MOST_NAMES {
        return known.join(", ");
    }
    let mut near = known.to_vec();
    let snake = snake_case(typed);
    near.sort_by(|a, b| {
        let likeness = |word: &str| strsim::jaro(&snake, &snake_case(word));
        likeness(b).total_cmp(&likeness(a))
    });
    near.truncate(MOST_NAMES / 2);
    format!("{} and {} others", near.join(", "), known.len() - near.len())
}

/// The question that proposes a name for `typed`; if the name has brackets and was read as a pattern, it says so.
pub fn did_you_mean_name(typed: &str, near: &str) -> String {
    if near != typed && !near.contains(['*', '?', '[']) {
        return format!("did you mean '{near}'?");
    }
    let escaped: String = near
        .chars()
        .map(|letter| if "*?[".contains(letter) { format!("[{letter}]") } else { letter.to_string() })
        .collect();
    format!("did you mean '{near}'? Brackets, * and ? make a pattern: write '{escaped}' for this name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_word_is_suggested_and_a_far_one_is_not() {
        assert_eq!(did_you_mean("secruity_groups", ["subnets", "security_groups"]), Some("security_groups"));
        assert_eq!(
            did_you_mean("boto_sqz.present", ["boto_asg.present", "boto_sqs.present"]),
            Some("boto_sqs.present")
        );
        assert_eq!(did_you_mean("colour", ["subnets", "security_groups"]), None);
    }

    #[test]
    fn other_cases_and_parts_of_names_are_suggested() {
        for (typed, known, meant) in [
            ("zip_file", &["Files", "ZipFile", "S3Key"][..], Some("ZipFile")),
            ("id", &["Id", "Arn"], Some("Id")),
            ("kms_key_arn", &["KMSKeyArn", "Role"], Some("KMSKeyArn")),
            ("username", &["name", "master_username", "db_name"], Some("master_username")),
            ("type", &["record_type", "value"], Some("record_type")),
            ("comment", &["value", "comment_text"], Some("comment_text")),
            ("start", &["StartTime", "start_time"], Some("start_time")),
            ("bucket", &["enabled", "s3_bucket_name", "s3_bucket_prefix"], Some("s3_bucket_name")),
            ("vpc", &["vpc_id", "subnet"], Some("vpc_id")),
            ("name", &["name"], Some("name")),
            ("cluster_name", &["username"], None),
        ] {
            assert_eq!(did_you_mean(typed, known.iter().copied()), meant, "{typed}");
        }
    }

    #[test]
    fn a_message_never_lists_fifty_names() {
        let names: Vec<String> = (0..50).map(|number| format!("name_{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(some_names("x", &names[..3]), "name_0, name_1, name_2");
        let said = some_names("name_4", &names);
        assert!(said.starts_with("name_4, ") && said.ends_with(" and 44 others"), "{said}");
    }

    #[test]
    fn many_problems_are_cut_and_counted() {
        let many = |count: usize| Problems((0..count).map(|it| Problem::nowhere(it.to_string())).collect());
        assert_eq!(many(2).cut("try").to_string(), "0\n1\n  hint: try");
        assert_eq!(many(50).cut("try").0.len(), 50);
        let cut = many(9_894).cut("try");
        assert_eq!(cut.0.len(), 51);
        assert_eq!(cut.0[50].to_string(), "and 9844 more problems like these\n  hint: try");
    }

    #[test]
    fn a_problem_reads_place_message_hint() {
        let problem =
            Problem::at(&Place::new("a.sls", 2, 5), "unknown argument 'x'").hint("did you mean 'y'?");
        assert_eq!(problem.to_string(), "a.sls:2:5: unknown argument 'x'\n  hint: did you mean 'y'?");
    }
}
