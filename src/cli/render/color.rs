//! The colours of Salt's text output.

/// A colour, named as Salt names it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Color {
    /// All is as declared.
    Green,
    /// Keys, rules and changes.
    Cyan,
    /// Failures.
    Red,
    /// Warnings, and data that did not compile.
    LightRed,
    /// What a test run would change, and bare scalars.
    Yellow,
}

impl Color {
    fn sequence(self) -> &'static str {
        match self {
            Self::Green => "\x1b[0;32m",
            Self::Cyan => "\x1b[0;36m",
            Self::Red => "\x1b[0;31m",
            Self::LightRed => "\x1b[0;1;31m",
            Self::Yellow => "\x1b[0;1;33m",
        }
    }
}

/// Colours text, or leaves it as it is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Colours when `on`.
    pub fn new(on: bool) -> Self {
        Self { on }
    }

    /// True when text is coloured.
    pub fn is_on(self) -> bool {
        self.on
    }

    /// The sequence that starts a colour.
    pub fn start(self, color: Color) -> &'static str {
        if self.on { color.sequence() } else { "" }
    }

    /// The sequence that ends any colour.
    pub fn end(self) -> &'static str {
        if self.on { "\x1b[0;0m" } else { "" }
    }

    /// `text` between the start and the end of a colour.
    pub fn wrap(self, color: Color, text: &str) -> String {
        format!("{}{text}{}", self.start(color), self.end())
    }
}
