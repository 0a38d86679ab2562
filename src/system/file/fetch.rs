//! Sources elsewhere: fetched over HTTP or HTTPS into the cache directory, once as long as their hash is known.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::source::parse_hash;
use crate::machine::file::{self, Algorithm, Permissions};
use crate::machine::http::Request;
use crate::model::{Value, chain};
use crate::system::Call;

/// How long a source may take.
const DEADLINE: Duration = Duration::from_secs(1800);

/// A larger source is no file that is kept in memory: 1 GiB.
const LIMIT: u64 = 1 << 30;

/// Fetches a source, unless it is there already with the hash that it must have.
///
/// # Errors
/// In Salt's words: nothing says what it must hash to, or it cannot be had.
pub(super) fn fetch(call: &Call<'_>, url: &str) -> Result<PathBuf, String> {
    let fields = call.fields;
    let takes = |name: &str| fields.takes(name) && fields.has(name);
    let hash = if takes("source_hash") { fields.text("source_hash") } else { None };
    let is_hash = hash.as_deref() == Some(url);
    let unverified = takes("skip_verify") && fields.boolean("skip_verify") == Some(true);
    let shown = Request::get(url).shown_url();
    if hash.is_none() && !unverified {
        return Err(format!(
            "Unable to verify upstream hash of source file {shown}, please set source_hash or set skip_verify to True"
        ));
    }
    let place = place(call, url);
    let known = hash.as_deref().filter(|_| !is_hash).and_then(parse_hash);
    if let Some((algorithm, expected)) = known
        && file::digest(&place, algorithm).is_ok_and(|actual| actual == expected)
    {
        return Ok(place);
    }
    let bytes = get(url)?;
    let written = place.parent().map_or(Ok(()), std::fs::create_dir_all);
    written.map_err(|error| format!("'{}' cannot be made: {error}", place.display()))?;
    let private = Permissions { mode: Some(0o600), ..Permissions::default() };
    file::write(&place, &bytes, private).map_err(|error| chain(&error))?;
    Ok(place)
}

/// Where it is kept: its name stays, since lists of hashes and kinds of archives go by it.
fn place(call: &Call<'_>, url: &str) -> PathBuf {
    let cache = call.minion.opts.get("cachedir").and_then(Value::as_str).unwrap_or("/var/cache/salt/minion");
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let name = path.rsplit('/').next().filter(|name| !matches!(*name, "" | "." | "..")).unwrap_or("source");
    Path::new(cache).join("fetched").join(Algorithm::Sha256.digest(url.as_bytes())).join(name)
}

fn get(url: &str) -> Result<Vec<u8>, String> {
    let mut request = Request::get(url);
    request.timeout = Some(DEADLINE);
    let shown = request.shown_url();
    let failed = |why: String| format!("Failed to cache {shown}: {why}");
    let response = request.open_blocking().map_err(|error| failed(chain(&error)))?;
    if response.status != 200 {
        return Err(failed(format!("the server answered {}", response.status)));
    }
    let mut bytes = vec![];
    response.body.take(LIMIT).read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use super::*;

    /// Answers once and tells where.
    fn serve(answer: &'static str) -> (String, std::thread::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/f.txt", listener.local_addr().expect("an address"));
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        });
        (url, server)
    }

    #[test]
    fn what_a_server_has_is_fetched_and_anything_but_success_is_an_error() {
        let (url, server) = serve("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\ntext");
        assert_eq!(get(&url).expect("its body"), b"text");
        server.join().expect("it ends");
        let (url, server) = serve("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        let refused = get(&url).expect_err("there is nothing");
        assert!(refused.ends_with("the server answered 404"), "{refused}");
        server.join().expect("it ends");
    }
}
