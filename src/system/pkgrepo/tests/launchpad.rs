use super::*;

/// With Ubuntu's program for archives.
fn adding(live: Live) -> Live {
    let Live::Apt(live) = live else { return live };
    Live::Apt(Box::new(apt::Live { adds_archives: true, ..*live }))
}

#[test]
fn a_new_archive_of_launchpad_is_added_by_ubuntus_program() {
    let ppa = json!({"ppa": "owner/name"});
    for (name, arguments) in [("x", ppa.clone()), ("ppa:owner/name", json!({}))] {
        let (verdict, _, changes, lines) = plan("managed", name, arguments, adding(apt_with(&[])));
        assert_eq!((verdict, changes), (Verdict::WouldChange, json!({"repo": "ppa:owner/name"})));
        assert_eq!(lines, ["/usr/bin/add-apt-repository --yes --no-update ppa:owner/name"]);
    }
    let elsewhere = json!({"ppa": "owner/name", "file": LIST});
    let private = json!({"ppa": "owner/name", "ppa_auth": "user:word"});
    for (arguments, live) in [
        (ppa, apt_with(&[])),
        (elsewhere, adding(apt_with(&[]))),
        (json!({"ppa": "owner/name", "comps": "other"}), adding(apt_with(&[]))),
        (private, adding(apt_with(&[]))),
    ] {
        let (verdict, comment, ..) = plan("managed", "x", arguments, live);
        assert_eq!(verdict, Verdict::Failed);
        assert!(comment.contains("Only Launchpad knows the key"), "{comment}");
        assert!(comment.contains("launchpadcontent.net/owner/name/ubuntu noble main"), "{comment}");
    }
}

/// As the program writes it, from one release of Ubuntu to the next.
#[test]
fn an_archive_of_launchpad_is_found_as_it_was_added() {
    let ppa = json!({"ppa": "owner/name"});
    for text in [
        "deb http://ppa.launchpad.net/owner/name/ubuntu noble main\n# deb-src http://ppa.launchpad.net/owner/name/ubuntu noble main\n",
        "deb https://ppa.launchpadcontent.net/owner/name/ubuntu/ noble main\n",
        "deb [signed-by=/etc/apt/keyrings/owner.gpg] https://ppa.launchpadcontent.net/owner/name/ubuntu/ noble main\n",
    ] {
        let there = || adding(apt_with(&[(LIST, text)]));
        assert_eq!(plan("managed", "x", ppa.clone(), there()).0, Verdict::Succeeded, "{text}");
    }
    let text = "deb http://ppa.launchpad.net/owner/name/ubuntu noble main\n";
    let lines = plan("absent", "x", ppa.clone(), apt_with(&[(LIST, text)])).3;
    assert_eq!(lines, [format!("rm {LIST}")]);
    let text = "Types: deb\nURIs: https://ppa.launchpadcontent.net/owner/name/ubuntu/\nSuites: noble\nComponents: main\nSigned-By:\n \
                -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINBF==\n -----END PGP PUBLIC KEY BLOCK-----\n";
    let there = adding(apt_with(&[("/etc/apt/sources.list.d/owner-ubuntu-name-noble.sources", text)]));
    assert_eq!(plan("managed", "x", ppa, there).0, Verdict::Succeeded);
}
