//! A clone that a kill cannot leave half done, and that removes nothing before it is whole.

use std::path::{Path, PathBuf};

use super::{above, clear, is_full, words_of};
use machine::file;
use machine::git::{Git, GitError};
use model::chain;

/// The setting of a repository whose clone has not ended. git writes it before it fetches anything.
const UNFINISHED: &str = "orchestrate.cloning";

/// The clone beside contents that it will replace.
const PART: &str = ".orchestrate-clone";

/// True if a clone into a directory was killed.
pub(super) fn is_unfinished(target: &Path) -> bool {
    let configs = [target.join(".git/config"), target.join("config")];
    configs.iter().any(|path| {
        let text = file::text_if_there(path).ok().flatten().unwrap_or_default();
        text.contains("[orchestrate]") && text.contains("cloning = true")
    })
}

/// Clones into a directory. What a killed clone left is removed first. Other contents, which `clears` allows to remove, stay until the
/// clone is whole. [`finish`] must follow when all is checked out.
///
/// # Errors
/// git refuses, or a file cannot be removed.
pub(super) async fn into(
    git: &Git,
    target: &Path,
    options: &[&str],
    url: &str,
    clears: bool,
) -> Result<(), String> {
    if is_unfinished(target) {
        clear(target)?;
    }
    let part = (clears && is_full(target)).then(|| target.join(PART));
    if let Some(part) = &part {
        file::remove(part).map_err(|error| chain(&error))?;
    }
    let place = part.as_deref().unwrap_or(target).display().to_string();
    let setting = format!("{UNFINISHED}=true");
    let mut words = vec!["clone", "-c", &setting];
    words.extend(options);
    words.extend(["--", url, &place]);
    git.at(above(target)).say(&words).await.map_err(|error| words_of(&error))?;
    part.map_or(Ok(()), |part| replace(target, &part))
}

/// The clone has ended.
///
/// # Errors
/// git refuses.
pub(super) async fn finish(git: &Git) -> Result<(), GitError> {
    git.say(&["config", "--local", "--unset-all", UNFINISHED]).await.map(drop)
}

/// Puts the clone in the place of the contents. What makes it a repository comes last.
fn replace(target: &Path, part: &Path) -> Result<(), String> {
    for path in entries(target)?.into_iter().filter(|path| path != part) {
        file::remove(&path).map_err(|error| format!("Unable to remove\n{}", chain(&error)))?;
    }
    let mut cloned = entries(part)?;
    cloned.sort_by_key(|path| path.ends_with(".git") || path.ends_with("refs"));
    for path in cloned {
        let to = target.join(path.file_name().unwrap_or_default());
        file::rename(&path, &to).map_err(|error| chain(&error))?;
    }
    file::remove(part).map_err(|error| chain(&error))
}

fn entries(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("'{}' cannot be read: {error}", directory.display());
    let entries: Result<Vec<_>, _> = std::fs::read_dir(directory).map_err(failed)?.collect();
    Ok(entries.map_err(failed)?.iter().map(std::fs::DirEntry::path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with one commit.
    async fn origin(directory: &Path) -> Option<(Git, String)> {
        let path = directory.join("origin");
        std::fs::create_dir(&path).expect("a directory");
        std::fs::write(path.join("a"), "1").expect("a file");
        let git = Git::default().at(&path);
        git.say(&["init", "-q"]).await.ok()?;
        git.say(&["add", "a"]).await.expect("it is added");
        let words = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one"];
        git.say(&words).await.expect("a commit");
        Some((git, path.display().to_string()))
    }

    #[tokio::test]
    async fn contents_stay_until_the_clone_is_whole() {
        let directory = tempfile::tempdir().expect("a directory");
        let Some((git, url)) = origin(directory.path()).await else { return };
        let target = directory.path().join("target");
        std::fs::create_dir(&target).expect("a directory");
        std::fs::write(target.join("kept"), "1").expect("a file");
        let refused = into(&git, &target, &[], "/nosuch", true).await;
        assert!(refused.is_err() && target.join("kept").exists(), "{refused:?}");
        into(&git, &target, &[], &url, true).await.expect("a clone");
        assert!(is_unfinished(&target), "it is not checked yet");
        finish(&git.at(&target)).await.expect("it has ended");
        assert!(!is_unfinished(&target));
        let names = file::names(&target).expect("names");
        assert_eq!(names, [".git", "a"]);
        assert!(git.at(&target).run(&["diff", "--quiet", "HEAD", "--"]).await.expect("it runs").is_success());
    }

    #[tokio::test]
    async fn what_a_killed_clone_left_is_removed() {
        let directory = tempfile::tempdir().expect("a directory");
        let Some((git, url)) = origin(directory.path()).await else { return };
        let target = directory.path().join("target");
        into(&git, &target, &[], &url, false).await.expect("a clone");
        std::fs::remove_file(target.join("a")).expect("half a tree");
        std::fs::write(target.join(".git/index.lock"), "").expect("a lock");
        assert!(is_unfinished(&target));
        into(&git, &target, &[], &url, false).await.expect("a clone");
        finish(&git.at(&target)).await.expect("it has ended");
        assert!(target.join("a").exists() && !target.join(".git/index.lock").exists());
    }
}
