//! Which kind of error a text tells of: where Salt or Python and we both fail, it is the kind that must be the same, and not the
//! words. Unit tests use this module as well, by its path.

/// A class, the words by which Salt and Python tell of it, and ours. The first row that has one of the words counts.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const CLASSES: &[Row] = &[
    (
        "division by zero",
        &["ZeroDivisionError"],
        &["division by zero", "modulo by zero", "cannot be raised to a negative power", "float modulo"],
    ),
    (
        "unknown name",
        &[
            "No filter named",
            "No test named",
            "Serializer '",
            "Hash func",
            "Invalid hash type",
            "could not be matched to a supported hash",
            "valid algorithm",
            "no attribute 'nope'",
            "attribute 'nope.nope'",
            "Invalid address family",
            "_match.match",
            "unexpected keyword argument 'raw_data'",
            "invalid keyword argument",
            "Invalid flag",
            "Invalid re flag",
            "encode-able string",
            "local timezone",
            "Unknown mode",
        ],
        &[
            "there is no filter",
            "there is no test",
            "there is no function",
            "there is no serializer",
            "there is no digest",
            "there is no hash",
            "no known hash",
            "there is no address family",
            "there is no matcher",
            "has no option",
            "base64 alone",
            "no time zone",
            "unknown argument",
            "has no attribute 'nope'",
        ],
    ),
    (
        "undefined",
        &["UndefinedError", "is undefined", "has no attribute 'nosuch'"],
        &[
            "is undefined",
            "has no attribute",
            "has no element",
            "was not provided",
            "sequence was empty",
            "no caller defined",
            "no parent block",
            "no previous item",
            "no next item",
            "does not export",
            "inline if-expression has no value",
        ],
    ),
    ("no template", &["TemplateNotFound"], &["template '"]),
    (
        "INI",
        &["no section headers", "While reading from", "Source contains parsing errors"],
        &["is before all sections", "there is a section", "has a key", "is neither a section nor a key"],
    ),
    (
        "encoded data",
        &[
            "base64-encoded",
            "decode base64",
            "base64 data",
            "Incorrect padding",
            "binascii.Error",
            "Unable to load json",
            "Expecting property name",
            "SerializationError",
            "jmespath",
        ],
        &[
            "is not base64",
            "bad base64",
            "bad JSON",
            "JMESPath expression",
            "EOF while parsing",
            "wants a mapping of sections",
        ],
    ),
    (
        "YAML: syntax",
        &[
            "ScannerError",
            "ParserError",
            "Encountered error loading yaml",
            "while parsing a",
            "while scanning",
            "cannot start any token",
            "mapping values are not allowed",
        ],
        &["this is not YAML", "directly before a comma"],
    ),
    (
        "YAML: aliases and documents",
        &["ComposerError", "recursion"],
        &["a second document", "no anchor", "the anchor", "inside of its own anchor", "grow without bounds"],
    ),
    ("YAML: characters", &["ReaderError", "unacceptable character"], &["is not allowed in YAML"]),
    (
        "YAML: keys",
        &["found conflicting ID", "found unacceptable key"],
        &["is twice in one mapping", "cannot be a key"],
    ),
    (
        "YAML: tags",
        &[
            "could not determine a constructor",
            "expected a mapping node",
            "expected a sequence node",
            "expected a scalar node",
        ],
        &["the YAML tag", "is the merge key", "is the default key"],
    ),
    ("YAML: merges", &["for merging"], &["'<<' merges"]),
    (
        "SLS: functions",
        &["No function declared", "Too many functions", "trailing colon"],
        &["names no function", " functions: ", "has nothing below it"],
    ),
    (
        "SLS: declared twice",
        &["multiple state declarations", "Detected conflicting IDs"],
        &["twice in this run", "declares the module"],
    ),
    ("SLS: IDs are text", &["is not formed as a string"], &["but must be text"]),
    ("SLS: requisites name modules", &["must not contain dots"], &["names only the module"]),
    ("SLS: circles", &["A recursive requisite"], &["form a cycle", "names itself under"]),
    (
        "SLS: not declared",
        &["Cannot extend ID"],
        &["not declared in this run", "no SLS of this run declares"],
    ),
    ("SLS: above the top", &["beyond top level package"], &["above the top"]),
    (
        "SLS: not found",
        &[
            "is not available on the salt master",
            "No matching sls found",
            "Nonexistent saltenv",
            "No matching salt environment",
        ],
        &["there is no SLS"],
    ),
    (
        "unsuitable",
        &[
            "not formed as a",
            "is not a dictionary",
            "not formatted as a dictionary",
            "does not render to a dictionary",
            "needs to be formed as a list",
            "has no attribute 'items'",
            "has no attribute 'startswith'",
            "No targets found",
            "Illegal requisite",
        ],
        &[
            "must be a list",
            "but needs one ID",
            "is neither a module",
            "must hold",
            "must be a mapping",
            "which names no state",
            "holds names of SLS",
            "declares no state",
        ],
    ),
    ("pillar of the top file", &["local variable 'pillar'"], &["asks for the pillar at"]),
    ("syntax", &[], &["bad escape in a string"]),
    (
        "pattern",
        &["re.error", "unknown group name"],
        &["is not understood", "invalid group reference", "bad escape"],
    ),
    ("unsuitable", &[], &["before end of string", "is not supported", "got an unexpected keyword"]),
    (
        "syntax",
        &["TemplateSyntaxError", "TemplateAssertionError", "Jinja syntax error"],
        &[
            "unexpected ",
            "unknown tag",
            "cannot be chained",
            "expected ",
            "is not closed",
            "is never closed",
            "missing end of",
            "cannot be assigned to",
            "is expected after",
            "must stand before keyword",
            "without default follows",
            "cannot be imported",
            "is defined twice",
            "invalid syntax",
        ],
    ),
    ("not absolute", &["absolute"], &["begins at the root", "begin at the root", "with an absolute path"]),
    ("already there", &["Found existing", "Existing path"], &["is there already"]),
    (
        "of another kind",
        &["A valid directory", "A valid link", "IsADirectory"],
        &[
            "is no directory",
            "is not a directory",
            "is no link",
            "is not a link",
            "is a directory",
            "Is a directory",
        ],
    ),
    (
        "not there",
        &[
            "No such file",
            "git describe",
            "not found",
            "does not exist",
            "is not available",
            "Unable to run command",
            "Could not statvfs",
            "Could not rename",
            "sources were found",
        ],
        &[
            "No such file",
            "there is no ",
            "none of",
            "does not exist",
            "the tree has no",
            "the pillar has no",
        ],
    ),
    (
        "unsuitable",
        &[
            "TypeError",
            "AttributeError",
            "ValueError",
            "IndexError",
            "KeyError",
            "OverflowError",
            "FilterArgumentError",
            "must be a dictionary",
            "must be a string",
            "Must pass",
            "odd number of arguments",
            "Invalid mode specified",
            "non-dict types",
            "invalid literal for int",
            "list index out of range",
            "'ORIGIN'",
        ],
        &[
            "is no ",
            "is not ",
            "is needed",
            "is one of",
            "needs ",
            "need ",
            "must be",
            "must not be more",
            "must both be",
            "to be ",
            "unsupported operand",
            "cannot be interpreted",
            "number is required",
            "takes ",
            "missing its argument",
            "cannot be passed on",
            "nothing to join",
            "either '",
            "pairs of expression",
            "is empty",
            "and no ",
            "is a network",
            "twelve hexadecimal",
            "larger than the population",
            "is outside of any loop",
            ", not ",
            "only works with",
            "is not iterable",
            "cannot be sliced",
            "is not callable",
            "doesn't define",
            "bad operand",
            "has no argument",
            "pop from ",
            "the dict has no key",
            "not supported between",
            "cannot be interpreted",
            "unsupported format",
            "unknown format",
            "unknown conversion",
            "format specifier",
            "must give a mapping",
            "to be mappings",
            "cannot be laid over",
            "nothing can be merged",
        ],
    ),
    ("failed command", &["CommandExecutionError", "AssertionError"], &["failed with code", "does not hold"]),
];

/// Classes of what may be wrong with a file that is rendered.
const RENDERING: &[&str] = &["syntax", "undefined", "no template"];

/// How our error is of another class than theirs; also if it is of none that is known.
pub(crate) fn difference(ours: &str, theirs: &str) -> Option<String> {
    let said = said(theirs).to_lowercase();
    let first = ours.lines().next().unwrap_or_default().to_lowercase();
    if !said.is_empty() && (first.ends_with(&said) || said.len() > 8 && first.contains(&said)) {
        return None;
    }
    // The author's own text is no part of the error.
    let lines = ours.lines().flat_map(|line| line.split("\\n"));
    let told: Vec<&str> = lines.filter(|line| !line.contains(" | ")).collect();
    let our = class(&told.join("\n"), |row| row.2);
    // Salt hides in its log what is wrong with a pillar.
    if theirs.contains("Please see master log")
        && our.is_some_and(|our| our.starts_with("YAML") || RENDERING.contains(&our))
    {
        return None;
    }
    let their = class(theirs, |row| row.1);
    // We tell all problems at once, and they the first that they meet.
    let is_one_of_all = told.iter().any(|line| !line.starts_with("  ") && class(line, |row| row.2) == their);
    if their.is_some() && is_one_of_all {
        return None;
    }
    (our.is_none() || our != their)
        .then(|| format!("an error of class {our:?}, not {their:?}:\n  ours: {ours}\n  theirs: {theirs}"))
}

fn class(text: &str, words: fn(&Row) -> &'static [&'static str]) -> Option<&'static str> {
    let found = CLASSES.iter().find(|row| words(row).iter().any(|word| text.contains(word)));
    found.map(|(class, ..)| *class)
}

/// What an error says, without its class and what is around.
fn said(theirs: &str) -> &str {
    let text = theirs.trim_start_matches('"').trim_start_matches("Traceback: ");
    let text = match text.split_once(": ") {
        Some((class, rest)) if !class.contains(' ') && !class.starts_with('[') => rest,
        _ => text,
    };
    let starts = ["[\"Rendering SLS ", "Command '"].iter().any(|start| text.starts_with(start));
    let text = text.split_once(" failed: ").filter(|_| starts).map_or(text, |(_, rest)| rest);
    let text = text
        .strip_prefix("Jinja error: ")
        .or_else(|| text.strip_prefix("Jinja syntax error: "))
        .unwrap_or(text);
    let text = text.split("\\n").next().unwrap_or(text);
    text.trim().trim_end_matches(['.', '"', ']'])
}
