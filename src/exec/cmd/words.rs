//! Programs by name.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::Context;

/// The path of a program, searched in `PATH` if its name has no slash.
pub(crate) fn which(context: &Context<'_>, name: &str) -> Option<String> {
    const USUAL: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    let is_program =
        |path: &Path| path.is_file() && path.metadata().is_ok_and(|of| of.permissions().mode() & 0o111 != 0);
    if name.is_empty() {
        return None;
    }
    if name.contains('/') {
        return is_program(Path::new(name)).then(|| name.to_owned());
    }
    let path = context.environment.get("PATH").map_or("", String::as_str);
    let directories = path.split(':').chain(USUAL.split(':')).filter(|directory| !directory.is_empty());
    let mut paths = directories.map(|directory| Path::new(directory).join(name));
    paths.find(|path| is_program(path)).map(|path| path.display().to_string())
}
