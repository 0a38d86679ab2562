//! Tags that load other templates, and tags that Salt adds to Jinja.
//!
//! See <https://docs.saltproject.io/en/3007/topics/jinja/index.html>.

use std::sync::Arc;

use super::ast::{Format, StmtKind, Target};
use super::parser::Parser;
use super::token::Kind;
use crate::jinja::raise::Outcome;

impl Parser {
    pub(super) fn include(&mut self) -> Outcome<StmtKind> {
        let template = self.expression()?;
        let ignore_missing =
            self.is_name("ignore") && matches!(self.peek_second(), Kind::Name(word) if &**word == "missing");
        if ignore_missing {
            self.next();
            self.next();
        }
        let with_context = self.context_clause(true);
        Ok(StmtKind::Include { template, ignore_missing, with_context })
    }

    pub(super) fn import(&mut self) -> Outcome<StmtKind> {
        let template = self.expression()?;
        self.expect_word("as")?;
        let target = self.expect_any_name()?;
        let with_context = self.context_clause(false);
        Ok(StmtKind::Import { template, target, with_context })
    }

    pub(super) fn import_names(&mut self) -> Outcome<StmtKind> {
        let template = self.expression()?;
        self.expect_word("import")?;
        let mut names: Vec<(Arc<str>, Arc<str>)> = Vec::new();
        let mut with_context = self.find_context_clause();
        while with_context.is_none() {
            let at = self.at();
            let name = self.expect_any_name()?;
            if name.starts_with('_') {
                return self.fail(at, format!("'{name}' cannot be imported: it begins with an underscore"));
            }
            let alias = if self.skip_name("as") { self.expect_any_name()? } else { name.clone() };
            names.push((name, alias));
            with_context = self.find_context_clause();
            if with_context.is_some() || !self.skip_op(",") {
                break;
            }
            with_context = self.find_context_clause();
        }
        if names.is_empty() {
            return self.unexpected("a name to import");
        }
        Ok(StmtKind::FromImport { template, names, with_context: with_context.unwrap_or(false) })
    }

    fn context_clause(&mut self, default: bool) -> bool {
        self.find_context_clause().unwrap_or(default)
    }

    fn find_context_clause(&mut self) -> Option<bool> {
        if !matches!(self.peek_second(), Kind::Name(word) if &**word == "context") {
            return None;
        }
        let with = self.is_name("with");
        if !with && !self.is_name("without") {
            return None;
        }
        self.next();
        self.next();
        Some(with)
    }

    /// Parses a tag that Salt adds; none if `tag` is not such a tag.
    pub(super) fn tag_of_salt(&mut self, tag: &str) -> Outcome<Option<StmtKind>> {
        let (open, format) = match tag {
            "load_yaml" => ("load_yaml", Format::Yaml),
            "load_json" => ("load_json", Format::Json),
            "load_text" => ("load_text", Format::Text),
            "import_yaml" => return self.import_data(Format::Yaml).map(Some),
            "import_json" => return self.import_data(Format::Json).map(Some),
            "import_text" => return self.import_data(Format::Text).map(Some),
            "profile" => return self.profile().map(Some),
            _ => return Ok(None),
        };
        self.expect_word("as")?;
        let at = self.at();
        let Target::Name(name) = self.target(&[])? else {
            return self.fail(at, format!("'{open}' assigns to one name"));
        };
        Ok(Some(StmtKind::Load(format, name, self.body_until(open, "endload")?)))
    }

    fn import_data(&mut self, format: Format) -> Outcome<StmtKind> {
        let template = self.expression()?;
        self.expect_word("as")?;
        let target = self.expect_any_name()?;
        let with_context = self.context_clause(true);
        Ok(StmtKind::ImportData { format, template, target, with_context })
    }

    fn profile(&mut self) -> Outcome<StmtKind> {
        if self.skip_name("as") {
            self.expression()?;
        }
        Ok(StmtKind::Inline(self.body_until("profile", "endprofile")?))
    }
}
