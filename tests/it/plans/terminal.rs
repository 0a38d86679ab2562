//! What a person sees on a terminal while a run goes on.

use std::collections::BTreeSet;

use super::events::on_a_terminal;
use crate::support::Place;

/// The width of a terminal that does not say how wide it is.
const WIDTH: usize = 80;

/// The number that a text ends with.
fn last_number(text: &str) -> &str {
    text.rsplit(|letter: char| !letter.is_ascii_digit()).next().expect("a part")
}

/// What is on the screen of a terminal that was sent this, line by line.
fn screen(sent: &str) -> Vec<String> {
    let mut lines: Vec<Vec<char>> = vec![vec![]];
    let (mut row, mut column) = (0_usize, 0);
    let mut letters = sent.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\r' => column = 0,
            '\n' => row += 1,
            '\x1b' => {
                assert_eq!(letters.next(), Some('['));
                let mut number = String::new();
                let mut code = letters.next().expect("a code");
                while code.is_ascii_digit() || code == ';' {
                    number.push(code);
                    code = letters.next().expect("a code");
                }
                let count = || number.parse::<usize>().unwrap_or(1);
                match code {
                    'A' => row = row.checked_sub(count()).expect("no line above the first"),
                    'B' => row += count(),
                    'K' if number == "2" => lines[row].clear(),
                    'K' => lines[row].truncate(column),
                    'J' => {
                        lines[row].truncate(column);
                        lines.truncate(row + 1);
                    }
                    'm' => {}
                    other => panic!("ESC[{number}{other}"),
                }
            }
            other => {
                // A full line goes on in the next one, but not before there is something to write.
                if column == WIDTH {
                    (row, column) = (row + 1, 0);
                    lines.resize(lines.len().max(row + 1), vec![]);
                }
                let line = &mut lines[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = other;
                column += 1;
            }
        }
        lines.resize(lines.len().max(row + 1), vec![]);
    }
    lines.into_iter().map(|line| line.into_iter().collect()).collect()
}

#[test]
fn a_screen_is_what_was_not_overwritten() {
    assert_eq!(screen("one\r\ntwo\r\n\x1b[1A\x1b[2Kthree\r\n"), ["one", "three", ""]);
    assert_eq!(screen("one\r\ntwo\r\n\x1b[2A\x1b[Jx"), ["x"]);
    let full = "a".repeat(WIDTH);
    assert_eq!(screen(&format!("{full}\r\x1b[2Kb")), ["b"]);
    assert_eq!(screen(&format!("{full}{full}\x1b[1A\r\x1b[2Kb")), ["b", full.as_str()]);
}

#[test]
fn a_terminal_that_cannot_move_its_cursor_gets_no_codes() {
    let place = Place::new().with("states/app.sls", SLS).set("TERM", "dumb");
    let Some(sent) = on_a_terminal(&place, "--no-color state.sls app") else { return };
    assert!(!sent.contains('\x1b') && sent.contains("Succeeded: 2"), "{sent:?}");
}

const SLS: &str = "
slow:
  cmd.run:
    - name: sleep 4
after it:
  test.succeed_with_changes:
    - require: [{cmd: slow}]
";

#[test]
fn a_terminal_has_a_line_for_each_state_under_way_and_the_log_stays_above_it() {
    let place = Place::new().with("states/app.sls", SLS).set("TERM", "xterm");
    let Some(sent) = on_a_terminal(&place, "--no-color -l debug state.sls app") else { return };
    assert!(sent.contains("0 of 2 states ended"), "{sent:?}");
    // A busy host may leave out a second.
    let times: BTreeSet<_> =
        sent.match_indices(" s  slow (cmd.run)").map(|(at, _)| last_number(&sent[..at])).collect();
    assert!(times.len() > 1, "the time ticks: {times:?}: {sent:?}");
    let left = screen(&sent);
    let count = |words: &str| left.iter().filter(|line| line.contains(words)).count();
    assert_eq!(count("states ended"), 0, "the lines are gone at the end: {left:#?}");
    assert_eq!(count("s  slow (cmd.run)"), 0, "{left:#?}");
    for event in ["StateStarted", "StateFinished"] {
        for state in 0..2 {
            let logged = format!("{event} {{ state: {state}");
            assert_eq!(count(&logged), 1, "nothing overwrites the log: {logged}: {left:#?}");
        }
    }
}
