//! The tree of a template.

use std::collections::HashMap;
use std::sync::Arc;

use crate::jinja::source::Text;

/// A parsed template.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) text: Arc<Text>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) blocks: HashMap<Arc<str>, Arc<Block>>,
    /// Variables of this template alone, from its loader.
    pub(crate) globals: model::Map,
}

/// An expression and its place for failures.
#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) at: usize,
    pub(crate) kind: ExprKind,
}

/// The form of an expression.
#[derive(Debug)]
pub(crate) enum ExprKind {
    Literal(Literal),
    Name(Arc<str>),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Attr(Box<Expr>, Arc<str>),
    Item(Box<Expr>, Box<Expr>),
    Slice(Box<[Option<Expr>; 3]>),
    Call(Box<Expr>, Arguments),
    Filter(Box<Expr>, FilterCall),
    Test(Box<Expr>, FilterCall, bool),
    Negative(Box<Expr>),
    Positive(Box<Expr>),
    Not(Box<Expr>),
    And(Box<(Expr, Expr)>),
    Or(Box<(Expr, Expr)>),
    Binary(Operator, Box<(Expr, Expr)>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    Concat(Vec<Expr>),
    /// Test, then, else.
    Choice(Box<(Expr, Expr, Option<Expr>)>),
}

/// A constant.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Arc<str>),
}

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
}

/// An operator that chains: `1 < x <= 3`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
}

/// The arguments between the parentheses of a call.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Expr>,
    pub(crate) keyword: Vec<(Arc<str>, Expr)>,
    pub(crate) star: Option<Box<Expr>>,
    pub(crate) star_star: Option<Box<Expr>>,
}

/// A filter or test by name.
#[derive(Debug)]
pub(crate) struct FilterCall {
    pub(crate) at: usize,
    pub(crate) name: Arc<str>,
    pub(crate) arguments: Arguments,
}

/// A target of an assignment.
#[derive(Debug)]
pub(crate) enum Target {
    Name(Arc<str>),
    /// `ns.attr`, of a namespace.
    Attr(Arc<str>, Arc<str>),
    Tuple(Vec<Target>),
}

/// A statement and its beginning.
#[derive(Debug)]
pub(crate) struct Stmt {
    pub(crate) at: usize,
    pub(crate) kind: StmtKind,
}

/// The form of a statement.
#[derive(Debug)]
pub(crate) enum StmtKind {
    /// Text, as a range of the template.
    Text(usize, usize),
    Print(Expr),
    Do(Expr),
    Set(Target, Expr),
    SetBlock(Target, Vec<FilterCall>, Vec<Stmt>),
    For(Arc<For>),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    With(Vec<(Target, Expr)>, Vec<Stmt>),
    /// A body with its own scope: `autoescape`.
    Scope(Vec<Stmt>),
    /// A body without its own scope: `profile`; or several expressions to print.
    Inline(Vec<Stmt>),
    Macro(Arc<Macro>),
    CallBlock(Box<CallBlock>),
    FilterBlock(Vec<FilterCall>, Vec<Stmt>),
    Block(Arc<Block>),
    Extends(Expr),
    Include {
        template: Expr,
        ignore_missing: bool,
        with_context: bool,
    },
    Import {
        template: Expr,
        target: Arc<str>,
        with_context: bool,
    },
    FromImport {
        template: Expr,
        names: Vec<(Arc<str>, Arc<str>)>,
        with_context: bool,
    },
    /// `{% load_yaml as x %}…{% endload %}`.
    Load(Format, Arc<str>, Vec<Stmt>),
    /// `{% import_yaml 'file' as x %}`.
    ImportData {
        format: Format,
        template: Expr,
        target: Arc<str>,
        with_context: bool,
    },
    Break,
    Continue,
}

/// The formats of Salt's `load_…` and `import_…` tags.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    Yaml,
    Json,
    Text,
}

/// A loop.
#[derive(Debug)]
pub(crate) struct For {
    pub(crate) target: Target,
    pub(crate) iterable: Expr,
    pub(crate) filter: Option<Expr>,
    pub(crate) recursive: bool,
    /// True when the body may read from `loop` what is still to come: `loop.last`, `loop.length` …
    pub(crate) looks_ahead: bool,
    pub(crate) body: Vec<Stmt>,
    pub(crate) otherwise: Vec<Stmt>,
}

/// A macro, or the body of a call block.
#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: Arc<str>,
    pub(crate) parameters: Vec<(Arc<str>, Option<Expr>)>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) uses: Uses,
}

/// The special variables that a macro's body names; Jinja accepts extra arguments only then.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    pub(crate) varargs: bool,
    pub(crate) kwargs: bool,
    pub(crate) caller: bool,
}

/// `{% call(x) f() %}…{% endcall %}`.
#[derive(Debug)]
pub(crate) struct CallBlock {
    pub(crate) callee: Expr,
    pub(crate) arguments: Arguments,
    pub(crate) at: usize,
    pub(crate) body: Arc<Macro>,
}

/// A block of template inheritance.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) name: Arc<str>,
    pub(crate) scoped: bool,
    pub(crate) required: bool,
    pub(crate) body: Vec<Stmt>,
}
