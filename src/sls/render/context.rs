//! The variables of a template that follow from its path.

use model::Value;

use super::SlsFile;

/// `sls`, `slspath`, `tpldir` and similar ones, as in Salt.
///
/// For `elb/register.sls` (`elb.register`): `slspath` and `tpldir` are `elb`, `tplfile` is `elb/register.sls`. At the
/// top `slspath` is empty and `tpldir` is `.`; an `init.sls` counts as being in the directory that it represents. See
/// <https://docs.saltproject.io/en/3007/ref/states/vars.html>. `env`, `pillarenv` and `tplroot` are ours.
pub fn path_variables(sls: SlsFile<'_>) -> [(&'static str, Value); 12] {
    let directory = sls.file.directory();
    let joined = |with: &str| Value::from(directory.replace('/', with));
    let tpldir = if directory.is_empty() { "." } else { directory };
    let root = tpldir.split('/').next().unwrap_or_default();
    let path = std::path::absolute(&sls.file.path).unwrap_or_else(|_| sls.file.path.clone());
    [
        ("saltenv", Value::from(sls.env)),
        ("env", Value::from(sls.env)),
        ("sls", Value::from(sls.sls)),
        ("slspath", Value::from(directory)),
        ("slsdotpath", joined(".")),
        ("slscolonpath", joined(":")),
        ("sls_path", joined("_")),
        ("tplpath", Value::from(path.display().to_string())),
        ("tplfile", Value::from(sls.file.relative.as_str())),
        ("tpldir", Value::from(tpldir)),
        ("tpldot", joined(".")),
        ("tplroot", Value::from(root)),
    ]
}
