//! The state of the remote repository, and of the target.

use std::collections::BTreeMap;
use std::path::Path;

use machine::git::{Git, GitError, remote_refs};

/// The wanted commit, found in the remote repository.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    /// The commit.
    pub id: String,
    pub kind: RevisionKind,
}

/// The reference of the commit.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum RevisionKind {
    /// None: it is the commit of HEAD.
    Head,
    Branch,
    Tag,
    Commit,
}

impl Wanted {
    /// True if that commit is the wanted one.
    pub fn is_at(&self, head: Option<&String>) -> bool {
        head.is_some_and(|head| head.starts_with(&self.id))
    }
}

/// True for a text that may be a commit's ID, or the beginning of one.
pub(super) fn is_id(rev: &str) -> bool {
    (4..=40).contains(&rev.len()) && rev.chars().all(|digit| digit.is_ascii_hexdigit())
}

/// The references of the repository.
#[derive(Clone, Debug, Default)]
pub(super) struct Refs(pub BTreeMap<String, String>);

impl Refs {
    pub async fn of(git: &Git, url: &str) -> Result<Self, GitError> {
        remote_refs(git, url).await.map(Self)
    }

    /// The commit that a name leads to.
    pub fn find(&self, rev: &str) -> Option<Wanted> {
        let get = |name: String| self.0.get(&name).cloned();
        if rev == "HEAD" {
            return get("HEAD".to_owned()).map(|id| Wanted { id, kind: RevisionKind::Head });
        }
        if let Some(id) = get(format!("refs/heads/{rev}")) {
            return Some(Wanted { id, kind: RevisionKind::Branch });
        }
        if let Some(id) = get(format!("refs/tags/{rev}^{{}}")).or_else(|| get(format!("refs/tags/{rev}"))) {
            return Some(Wanted { id, kind: RevisionKind::Tag });
        }
        is_id(rev).then(|| Wanted { id: rev.to_ascii_lowercase(), kind: RevisionKind::Commit })
    }

    /// The branch of HEAD, as far as it can be determined.
    pub fn default_branch(&self) -> Option<&str> {
        let head = self.0.get("HEAD")?;
        let branches = self.0.iter().filter_map(|(name, id)| Some((name.strip_prefix("refs/heads/")?, id)));
        branches.into_iter().find(|(_, id)| *id == head).map(|(name, _)| name)
    }

    pub fn tags(&self) -> Vec<String> {
        let names = self.0.keys().filter_map(|name| name.strip_prefix("refs/tags/"));
        names.filter(|name| !name.ends_with("^{}")).map(str::to_owned).collect()
    }
}

/// The repository in the target.
#[derive(Clone, Debug, Default)]
pub(super) struct Repo {
    /// The commit that is checked out; nothing in an empty repository.
    pub head: Option<String>,
    /// The branch that is checked out; nothing if HEAD is detached.
    pub branch: Option<String>,
    pub branches: Vec<String>,
    pub tags: Vec<String>,
    /// The URL of the remote.
    pub url: Option<String>,
    /// The tracking branch.
    pub upstream: Option<String>,
    pub is_dirty: bool,
    /// The commit that is updated: the one that is checked out, or that of the wanted branch.
    pub base: Option<String>,
    /// True if the wanted commit need not be fetched.
    pub has_wanted: bool,
    /// Whether the present commit is an ancestor of the wanted one; nothing while that is not known.
    pub leads_there: Option<bool>,
    /// The commit of the local tag, if it is another one.
    pub other_tag: Option<String>,
}

/// The arguments of the look at the repository.
pub(super) struct Question<'a> {
    pub git: &'a Git,
    pub target: &'a Path,
    pub remote: &'a str,
    pub rev: &'a str,
    pub branch: Option<&'a str>,
    pub wanted: Option<&'a Wanted>,
    pub bare: bool,
}

impl Question<'_> {
    /// Reads only the facts for a working tree without a branch: the commit that is checked out, the URL of the remote, and
    /// whether the wanted commit was fetched.
    pub async fn ask_of_commit(&self) -> Result<Repo, GitError> {
        let git = self.git.at(self.target);
        let mut here = Repo { head: self.head(&git).await?, url: self.url(&git).await?, ..Repo::default() };
        if let Some(wanted) = self.wanted {
            self.look_for(&git, wanted, &mut here).await?;
        }
        Ok(here)
    }

    async fn head(&self, git: &Git) -> Result<Option<String>, GitError> {
        git.ask(&["rev-parse", "--verify", "-q", "HEAD^{commit}"]).await
    }

    async fn url(&self, git: &Git) -> Result<Option<String>, GitError> {
        git.ask(&["config", "--get", &format!("remote.{}.url", self.remote)]).await
    }

    pub async fn ask(&self) -> Result<Repo, GitError> {
        let git = self.git.at(self.target);
        let lines = |said: Option<String>| -> Vec<String> {
            said.map(|said| said.lines().map(str::to_owned).collect()).unwrap_or_default()
        };
        let refs = |kind: &str| format!("refs/{kind}");
        let list = ["for-each-ref", "--format=%(refname:lstrip=2)"];
        let mut here = Repo {
            head: self.head(&git).await?,
            branch: git.ask(&["symbolic-ref", "--short", "-q", "HEAD"]).await?,
            branches: lines(git.ask(&[list[0], list[1], &refs("heads")]).await?),
            tags: lines(git.ask(&[list[0], list[1], &refs("tags")]).await?),
            url: self.url(&git).await?,
            ..Repo::default()
        };
        if self.bare {
            return Ok(here);
        }
        here.is_dirty = match here.head {
            Some(_) => !git.run(&["diff", "--quiet", "HEAD", "--"]).await?.is_success(),
            None => false,
        };
        here.base.clone_from(&here.head);
        let mut base_branch = here.branch.clone();
        if let Some(branch) = self.branch.filter(|branch| here.branch.as_deref() != Some(branch)) {
            if here.branches.iter().any(|known| known == branch) {
                let of = format!("refs/heads/{branch}^{{commit}}");
                here.base = git.ask(&["rev-parse", "--verify", "-q", &of]).await?;
                base_branch = Some(branch.to_owned());
            } else {
                here.base = self.wanted.map(|wanted| wanted.id.clone());
            }
        }
        if let Some(branch) = &base_branch {
            let of = format!("{branch}@{{upstream}}");
            here.upstream = git.ask(&["rev-parse", "--abbrev-ref", "-q", &of]).await?;
        }
        if let Some(wanted) = self.wanted {
            self.look_for(&git, wanted, &mut here).await?;
        }
        Ok(here)
    }

    async fn look_for(&self, git: &Git, wanted: &Wanted, here: &mut Repo) -> Result<(), GitError> {
        let commit = |name: &str| format!("{name}^{{commit}}");
        let is_known = git.ask(&["rev-parse", "--verify", "-q", &commit(&wanted.id)]).await?.is_some();
        here.has_wanted = is_known
            && match wanted.kind {
                RevisionKind::Head | RevisionKind::Commit => true,
                RevisionKind::Branch => {
                    let of = format!("refs/remotes/{}/{}", self.remote, self.rev);
                    git.ask(&["rev-parse", "--verify", "-q", &of]).await?.as_ref() == Some(&wanted.id)
                }
                RevisionKind::Tag => {
                    let of = commit(&format!("refs/tags/{}", self.rev));
                    let tag = git.ask(&["rev-parse", "--verify", "-q", &of]).await?;
                    let is_same = tag.as_ref() == Some(&wanted.id);
                    here.other_tag = tag.filter(|_| !is_same);
                    is_same
                }
            };
        if is_known {
            here.leads_there = match &here.base {
                None => Some(true),
                Some(base) => Some(leads(git, base, &wanted.id).await?),
            };
        }
        Ok(())
    }
}

/// True if one commit is an ancestor of another, or the same.
pub(super) async fn leads(git: &Git, from: &str, to: &str) -> Result<bool, GitError> {
    git.run(&["merge-base", "--is-ancestor", from, to]).await.map(|finished| finished.is_success())
}
