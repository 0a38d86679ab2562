use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE;
use indexmap::IndexMap;
use serde_json::json;

use super::read;
use super::reference::Reference;
use model::Value;

#[test]
fn words_and_pairs_are_read_as_on_the_command_line() {
    let value = |json| Value::from(json);
    assert_eq!(read::words(&value(json!("a, b,,c"))), ["a", "b", "c"]);
    assert_eq!(read::words(&value(json!(["a,b", 80]))), ["a,b", "80"]);
    let pairs = |json| read::pairs(&value(json), '=').into_iter().collect::<IndexMap<_, _>>();
    let expected: IndexMap<String, Option<String>> =
        [("a".into(), Some("1".into())), ("b".into(), Some("x=y".into())), ("c".into(), None)]
            .into_iter()
            .collect();
    assert_eq!(pairs(json!(["a=1", {"b": "x=y"}, "c"])), expected);
    assert_eq!(pairs(json!("a = 1, b=x=y ,c")), expected);
}

#[test]
fn an_image_is_named_as_docker_names_it() {
    let pull = |name: &str, tag| Reference::read(name, tag).map(|image| image.pull());
    let path = |name: &str| Reference::read(name, None).map(|image| image.path("/images", "/json"));
    assert_eq!(pull("nginx", None).unwrap(), "/images/create?fromImage=nginx&tag=latest");
    assert_eq!(pull("nginx", Some("1")).unwrap(), "/images/create?fromImage=nginx&tag=1");
    let own = "registry.example.com:5000/team/app";
    assert_eq!(
        pull(own, None).unwrap(),
        "/images/create?fromImage=registry.example.com:5000%2Fteam%2Fapp&tag=latest"
    );
    assert_eq!(path(&format!("{own}:2")).unwrap(), format!("/images/{own}:2/json"));
    let digest = "a@sha256:00";
    assert_eq!(pull(digest, None).unwrap(), "/images/create?fromImage=a%40sha256:00");
    for wrong in ["", "../containers", "a//b", "a b", "a?b"] {
        assert!(pull(wrong, None).unwrap_err().contains("is no name of an image"), "{wrong}");
    }
}

#[test]
fn credentials_are_those_that_docker_login_wrote_for_the_registry() {
    let directory = tempfile::tempdir().unwrap();
    let text = json!({"auths": {"https://index.docker.io/v1/": {"auth": "bWU6aHVi"}, "own.example.com": {"auth": "bWU6b3du"}}});
    std::fs::write(directory.path().join("config.json"), text.to_string()).unwrap();
    let environment =
        [("DOCKER_CONFIG".to_owned(), directory.path().display().to_string())].into_iter().collect();
    let password = |name: &str| {
        let found = Reference::read(name, None).unwrap().credentials(&environment).unwrap()?;
        let bytes = URL_SAFE.decode(found).unwrap();
        Some(
            serde_json::from_slice::<serde_json::Value>(&bytes).unwrap()["password"]
                .as_str()
                .unwrap()
                .to_owned(),
        )
    };
    assert_eq!(password("nginx").as_deref(), Some("hub"));
    assert_eq!(password("team/nginx").as_deref(), Some("hub"));
    assert_eq!(password("own.example.com/nginx").as_deref(), Some("own"));
    assert_eq!(password("localhost/nginx"), None);
    std::fs::write(directory.path().join("config.json"), "{").unwrap();
    let error = Reference::read("nginx", None).unwrap().credentials(&environment).unwrap_err();
    assert!(error.contains("is no configuration of Docker"), "{error}");
}
