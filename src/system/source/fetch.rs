//! Remote sources: fetched over HTTP or HTTPS, or from S3, into the cache directory, once as long as their hash is known.

use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Known, SourceError, expected};
use crate::Call;
use machine::file::{self, Algorithm, Permissions};
use machine::http::Request;
use machine::text;
use model::chain;
use model::minion::cachedir;

/// The deadline of a source.
const DEADLINE: Duration = Duration::from_secs(1800);

/// A larger source is not read into memory: 1 GiB.
const LIMIT: u64 = 1 << 30;

/// Fetches a source, unless it is present with the declared hash; returns that hash, if it was looked up.
///
/// # Errors
/// The hash is not declared, or the source is not available.
pub(super) async fn fetch(call: &Call<'_>, url: &str) -> Result<(PathBuf, Option<Known>), SourceError> {
    let fields = call.fields;
    let takes = |name: &str| fields.takes(name) && fields.has(name);
    let hash = if takes("source_hash") { fields.text("source_hash") } else { None };
    let is_hash = hash.as_deref() == Some(url);
    let unverified = takes("skip_verify") && fields.boolean("skip_verify") == Some(true);
    let shown = Request::get(url).shown_url();
    if hash.is_none() && !unverified {
        return Err(SourceError::Unverified(shown));
    }
    let place = place(call, url);
    // A file of hashes is fetched at each run: only it shows whether the copy is still the source.
    let known = match hash.filter(|_| !is_hash && place.is_file()) {
        Some(written) => expected(call, &written, &place).await.ok().map(|(algorithm, digest)| Known {
            written,
            algorithm,
            digest,
        }),
        None => None,
    };
    if let Some(Known { algorithm, digest, .. }) = &known
        && file::digest(&place, *algorithm).is_ok_and(|actual| actual == *digest)
    {
        return Ok((place, known));
    }
    let mut private = std::fs::DirBuilder::new();
    private.recursive(true).mode(0o700);
    let written = place.parent().map_or(Ok(()), |directory| private.create(directory));
    written.map_err(|error| SourceError::Unread(format!("'{}' cannot be made: {error}", place.display())))?;
    if url.starts_with("s3://") {
        return download(call, url, &place).await.map(|()| (place, known));
    }
    let bytes = get(url).await?;
    let private = Permissions { mode: Some(0o600), ..Permissions::default() };
    file::write(&place, &bytes, private).map_err(|error| SourceError::Unread(chain(&error)))?;
    Ok((place, known))
}

/// Fetches an object to a temporary file first; the next run resumes an interrupted download.
async fn download(call: &Call<'_>, url: &str, place: &Path) -> Result<(), SourceError> {
    // No source has such a name: each has a directory of its own.
    let name = text::of_path(place.file_name().unwrap_or_default());
    let part = place.with_file_name(text::to_path(&format!(".{name}.part")));
    let failed = |why: String| SourceError::Fetch { url: url.to_owned(), why };
    call.context.services.download(url, LIMIT, &part).await.map_err(failed)?;
    let kept = std::fs::set_permissions(&part, std::fs::Permissions::from_mode(0o600));
    kept.and_then(|()| std::fs::rename(&part, place)).map_err(|error| failed(error.to_string()))
}

/// The path of the copy: it keeps its name, because files of hashes and formats of archives are found by name.
fn place(call: &Call<'_>, url: &str) -> PathBuf {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let name = path.rsplit('/').next().filter(|name| !matches!(*name, "" | "." | "..")).unwrap_or("source");
    let fetched = cachedir(&call.minion.opts).join("fetched");
    fetched.join(Algorithm::Sha256.digest(url.as_bytes())).join(name)
}

async fn get(url: &str) -> Result<Vec<u8>, SourceError> {
    let mut request = Request::get(url);
    request.timeout = Some(DEADLINE);
    let shown = request.shown_url();
    let failed = |why: String| SourceError::Fetch { url: shown.clone(), why };
    let page = request.fetch(LIMIT).await.map_err(|error| failed(chain(&error)))?;
    page.contents().map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;
    use crate::sample::call_on;
    use model::Minion;

    /// Answers once and tells where.
    fn serve(answer: impl Into<String>) -> (String, std::thread::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/f.txt", listener.local_addr().expect("an address"));
        let answer = answer.into();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        });
        (url, server)
    }

    #[tokio::test]
    async fn what_a_server_has_is_fetched_and_anything_but_success_is_an_error() {
        let (url, server) = serve("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\ntext");
        assert_eq!(get(&url).await.expect("its body"), b"text");
        server.join().expect("it ends");
        let (url, server) = serve("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        let refused = get(&url).await.expect_err("there is nothing");
        assert!(refused.to_string().ends_with("the server answered 404"), "{refused}");
        server.join().expect("it ends");
    }

    #[test]
    fn of_a_source_that_its_file_of_hashes_knows_only_that_file_is_fetched() {
        // Nobody listens there: a source that is fetched is an error.
        let url = "http://127.0.0.1:1/f.txt";
        let known = Algorithm::Sha256.digest(b"text");
        let list = format!("{}  g.txt\n{known}  f.txt\n", Algorithm::Sha256.digest(b"other"));
        for (kept, is_it) in [("text", true), ("older", false)] {
            let dir = tempfile::tempdir().expect("a directory");
            let length = list.len();
            let (hashes, server) = serve(format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{list}"
            ));
            let cache = dir.path().display().to_string();
            let opts = [("cachedir".into(), model::Value::from(cache))].into_iter().collect();
            let minion = Minion { opts, ..Minion::default() };
            let arguments = serde_json::json!({"source": url, "source_hash": hashes});
            let fetched = call_on(&minion, "file.managed", "/srv/f.txt", &arguments, |call| {
                let place = place(&call, url);
                std::fs::create_dir_all(place.parent().expect("a parent")).expect("a directory");
                std::fs::write(&place, kept).expect("a copy");
                let clock = tokio::runtime::Builder::new_current_thread().enable_all().build();
                let fetched = clock.expect("a runtime").block_on(fetch(&call, url));
                fetched.map(|(found, _)| found == place)
            });
            server.join().expect("the file of hashes is asked for");
            match fetched {
                Ok(found) => assert!(is_it && found, "{kept}"),
                Err(why) => assert!(!is_it && matches!(why, SourceError::Fetch { .. }), "{kept}: {why}"),
            }
        }
    }
}
