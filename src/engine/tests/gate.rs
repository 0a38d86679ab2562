//! Gates: conditions that must hold before a state acts. Commands take real time, so time is not paused.

use std::time::Duration;

use super::fake::{gated, part, reconcile, world};
use model::gate::{After, Check, Enters};
use model::{Gate, Leaves, Verdict};

fn gate(check: Check) -> Gate {
    Gate {
        after: After::Anything,
        enters: Enters::Another,
        checks: vec![check],
        deadline: Duration::from_millis(400),
        interval: Duration::from_millis(20),
        timeout: Duration::from_secs(20),
    }
}

fn command(text: &str) -> Gate {
    gate(Check::Command(text.to_owned()))
}

fn called(test: &str) -> Vec<String> {
    world(test).lock().unwrap().called.clone()
}

#[tokio::test]
async fn nothing_is_done_behind_a_closed_gate_and_its_words_are_reported() {
    let part = gated(part("closed", "door", Leaves::Present, None), command("echo no database >&2; exit 3"));
    let (outcome, _) = reconcile(&part, false).await;
    assert_eq!((outcome.verdict, called("closed")), (Verdict::Failed, vec![]));
    let message = "its gate did not open within 400ms; the last attempt at the command 'echo no database >&2; exit 3': \
                it ended with code 3 and said 'no database'.\nNothing was changed.";
    assert!(outcome.comment.contains(message), "{}", outcome.comment);
}

#[tokio::test]
async fn a_gate_that_opens_late_is_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    let tried = directory.path().join("tried");
    let late = format!("test -s {0} || {{ echo once >> {0}; false; }}", tried.display());
    let gate = Gate { deadline: Duration::from_secs(30), ..command(&late) };
    let (outcome, _) =
        reconcile(&gated(part("opens late", "door", Leaves::Present, None), gate), false).await;
    assert_eq!(outcome.verdict, Verdict::Succeeded, "{}", outcome.comment);
    assert_eq!(called("opens late"), ["create door", "set door to blue"]);
    assert_eq!(std::fs::read_to_string(&tried).unwrap(), "once\n");
}

#[tokio::test]
async fn behind_a_gate_that_was_waited_for_a_state_judges_what_is_now() {
    let directory = tempfile::tempdir().unwrap();
    let (tried, open) = (directory.path().join("tried"), directory.path().join("open"));
    let late = format!("echo once >> {}; test -e {}", tried.display(), open.display());
    let gate =
        Gate { deadline: Duration::from_secs(30), interval: Duration::from_millis(200), ..command(&late) };
    let meanwhile = async {
        while !tried.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        world("meanwhile").lock().unwrap().things.insert("door".to_owned(), "blue".to_owned());
        std::fs::write(&open, "").unwrap();
    };
    let part = gated(part("meanwhile", "door", Leaves::Present, None), gate);
    let ((outcome, _), ()) = futures::join!(reconcile(&part, false), meanwhile);
    assert_eq!(outcome.comment, "thing door is present and as declared.");
    assert_eq!((called("meanwhile"), outcome.has_changes()), (vec![], false));
}

#[tokio::test]
async fn neither_a_test_run_nor_a_run_without_changes_asks() {
    let directory = tempfile::tempdir().unwrap();
    let asked = directory.path().join("asked");
    let open = command(&format!("echo asked >> {}", asked.display()));
    let part = gated(part("unasked", "door", Leaves::Present, None), open);
    let (foreseen, _) = reconcile(&part, true).await;
    assert_eq!((foreseen.verdict, asked.exists()), (Verdict::WouldChange, false));
    reconcile(&part, false).await;
    reconcile(&part, false).await;
    assert_eq!(std::fs::read_to_string(&asked).unwrap(), "asked\n", "once, before the first change");
}

#[tokio::test]
async fn a_port_without_a_listener_is_a_closed_gate() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let tcp = || gate(Check::Tcp { host: "127.0.0.1".to_owned(), port });
    let open = gated(part("listens", "door", Leaves::Present, None), tcp());
    assert_eq!(reconcile(&open, false).await.0.verdict, Verdict::Succeeded);
    drop(listener);
    let shut = gated(part("silent port", "door", Leaves::Present, None), tcp());
    let (outcome, _) = reconcile(&shut, false).await;
    assert!(outcome.comment.contains(&format!("port {port} of 127.0.0.1: it accepts no connection")));
    assert_eq!(called("silent port"), Vec::<String>::new());
}

/// Answers every request with this, until its runtime ends.
async fn answering(answer: &'static str) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/health", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let mut request = [0; 2048];
            let _ = socket.read(&mut request).await;
            let _ = socket.write_all(answer.as_bytes()).await;
        }
    });
    url
}

#[tokio::test]
async fn a_page_opens_the_gate_by_its_status_and_its_words() {
    let well =
        answering("HTTP/1.1 200 OK\r\nContent-Length: 13\r\nConnection: close\r\n\r\nstatus: ready").await;
    let ill = answering("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").await;
    let cases = [
        (&well, None, None, None),
        (&well, Some(200), Some("ready"), None),
        (&ill, Some(503), None, None),
        (&well, Some(204), None, Some("it answers with status 200")),
        (&ill, None, None, Some("it answers with status 503")),
        (&well, None, Some("started"), Some("its answer does not hold 'started'")),
    ];
    for (number, (url, status, body, message)) in cases.into_iter().enumerate() {
        let check = Check::Http { url: url.clone(), status, body: body.map(str::to_owned), verify: true };
        let part = part(&format!("page {number}"), "door", Leaves::Present, None);
        let (outcome, _) = reconcile(&gated(part, gate(check)), false).await;
        match message {
            None => assert_eq!(outcome.verdict, Verdict::Succeeded, "{number}: {}", outcome.comment),
            Some(message) => assert!(outcome.comment.contains(message), "{number}: {}", outcome.comment),
        }
    }
}

#[tokio::test]
async fn a_check_that_hangs_is_cut_off() {
    let gate = Gate { timeout: Duration::from_millis(50), ..command("sleep 60") };
    let (outcome, _) = reconcile(&gated(part("hangs", "door", Leaves::Present, None), gate), false).await;
    assert!(outcome.comment.contains("the command 'sleep 60': "), "{}", outcome.comment);
    assert_eq!((outcome.verdict, called("hangs")), (Verdict::Failed, vec![]));
}

#[tokio::test]
async fn without_a_successful_highstate_nothing_is_done() {
    let never = Gate { after: After::Highstate, checks: vec![], ..command("true") };
    let directory = tempfile::tempdir().unwrap();
    let part = gated(part("never", "door", Leaves::Present, None), never);
    let outcome = super::fake::reconcile_with_cache(&part, directory.path()).await;
    assert!(outcome.comment.contains("no highstate has run on this machine yet"), "{}", outcome.comment);
    assert_eq!(called("never"), Vec::<String>::new());
    let ended = crate::record::HighstateRecord::begin(1, "noon".to_owned(), None).end(true, vec![]);
    ended.save(&directory.path().join("highstate.json")).unwrap();
    assert_eq!(super::fake::reconcile_with_cache(&part, directory.path()).await.verdict, Verdict::Succeeded);
}
