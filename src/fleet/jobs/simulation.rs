//! Ten thousand seeded worlds in which messages are lost, repeated, reordered and cut off, and agents and ops nodes die. In some the job is
//! a roll call, which agents answer themselves and nobody keeps.
//!
//! Checked in each: no instance starts a job twice; an operator sees at most one answer of each instance; once the faults
//! end and an ops node goes on with the job, every instance has answered.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::protocol::{AckState, Jid};

const MEMBERS: usize = 5;
const STEP: u64 = 50;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Message {
    RollCall(Member),
    Order(Member),
    Acked(Member),
    Stored(Member),
    Answer(Member),
    /// Nobody received an order.
    Absent(Member),
}

struct Agent {
    job_table: JobTable,
    disk: BTreeMap<Jid, Known>,
    /// When the job that runs ends.
    ends: Option<u64>,
    starts: u32,
    is_cut_off: bool,
}

struct World {
    random: StdRng,
    now: u64,
    jid: Jid,
    agents: Vec<Agent>,
    stream: BTreeSet<Member>,
    mail: Vec<(u64, Message)>,
    gather: Gather,
    shown: BTreeMap<Member, u32>,
    is_calm: bool,
    is_roll_call: bool,
}

fn plan() -> Plan {
    Plan {
        members: MEMBERS,
        width: None,
        batch_wait: 0,
        failhard: false,
        patience: 2_000,
        deadline: 60_000,
        calls_all: false,
    }
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let width = random.random_bool(0.5).then(|| random.random_range(1..=MEMBERS));
        let batch_wait = if random.random_bool(0.3) { 200 } else { 0 };
        let is_roll_call = random.random_bool(0.25);
        let plan = Plan { width, batch_wait, calls_all: is_roll_call, ..plan() };
        let agent = || Agent {
            job_table: JobTable::default(),
            disk: BTreeMap::new(),
            ends: None,
            starts: 0,
            is_cut_off: false,
        };
        Self {
            random,
            now: 0,
            jid: Jid::try_from("20260101120000000000".to_owned()).unwrap(),
            agents: (0..MEMBERS).map(|_| agent()).collect(),
            stream: BTreeSet::new(),
            mail: vec![],
            gather: Gather::new(plan, &[]),
            shown: BTreeMap::new(),
            is_calm: false,
            is_roll_call,
        }
    }

    fn chance(&mut self, of: f64) -> bool {
        !self.is_calm && self.random.random_bool(of)
    }

    fn post(&mut self, message: Message) {
        let copies = if self.chance(0.2) { 0 } else { 1 + u32::from(self.chance(0.2)) };
        for _ in 0..copies {
            let most = if self.is_calm { 50 } else { 1_500 };
            let delay = self.random.random_range(1..=most);
            self.mail.push((self.now + delay, message));
        }
    }

    /// As the agent's driver carries out what its job table says.
    fn carry_out(&mut self, member: Member, effects: Vec<Effect>) {
        for effect in effects {
            let agent = &mut self.agents[member];
            let more = match effect {
                Effect::Note(jid) => {
                    agent.disk.insert(jid.clone(), agent.job_table.find(&jid).cloned().unwrap());
                    agent.job_table.noted(&jid)
                }
                Effect::Start(_) => {
                    agent.starts += 1;
                    agent.ends = Some(self.now + self.random.random_range(0..4_000));
                    vec![]
                }
                Effect::Acknowledge(_, AckState::Running) => {
                    self.post(Message::Acked(member));
                    vec![]
                }
                Effect::Acknowledge(_, AckState::Answered) => {
                    self.post(Message::Stored(member));
                    vec![]
                }
                Effect::Refuse(jid, _) | Effect::Conflict(jid, _) | Effect::Interrupted(jid) => {
                    self.end(member, &jid)
                }
                Effect::Offer(jid) => {
                    self.offer(member, &jid);
                    vec![]
                }
            };
            self.carry_out(member, more);
        }
    }

    fn end(&mut self, member: Member, jid: &Jid) -> Vec<Effect> {
        let agent = &mut self.agents[member];
        let more = agent.job_table.ended(jid);
        agent.disk.insert(jid.clone(), agent.job_table.find(jid).cloned().unwrap());
        more
    }

    /// The stream takes the answer, but the agent may not learn of it.
    fn offer(&mut self, member: Member, jid: &Jid) {
        if self.agents[member].is_cut_off || self.chance(0.3) {
            return;
        }
        self.stream.insert(member);
        self.post(Message::Answer(member));
        if !self.chance(0.3) {
            let agent = &mut self.agents[member];
            agent.job_table.stored(jid);
            agent.disk.insert(jid.clone(), agent.job_table.find(jid).cloned().unwrap());
        }
    }

    fn deliver(&mut self, message: Message) {
        let (Message::RollCall(member)
        | Message::Order(member)
        | Message::Acked(member)
        | Message::Stored(member)
        | Message::Answer(member)
        | Message::Absent(member)) = message;
        if self.agents[member].is_cut_off && message != Message::Absent(member) {
            return;
        }
        match message {
            // Answered by the agent, and nothing is noted.
            Message::RollCall(_) | Message::Order(_) if self.is_roll_call => {
                self.post(Message::Answer(member));
            }
            Message::RollCall(_) => {}
            Message::Order(_) => {
                let ticket =
                    Ticket { jid: self.jid.clone(), nonce: "n".to_owned(), exclusive: Exclusive::Queue };
                let effects = self.agents[member].job_table.ordered(ticket);
                self.carry_out(member, effects);
            }
            Message::Acked(_) => self.hear(Event::Acked(member)),
            Message::Stored(_) => self.hear(Event::Stored(member)),
            Message::Answer(_) => self.show(member),
            Message::Absent(_) => self.hear(Event::Absent(member)),
        }
    }

    /// As the operator's driver does: an answer is shown once.
    fn show(&mut self, member: Member) {
        if !matches!(self.gather.statuses().nth(member), Some(MemberStatus::Answered(_))) {
            *self.shown.entry(member).or_default() += 1;
        }
        self.hear(Event::Answered(member, true));
    }

    fn hear(&mut self, event: Event) {
        for action in self.gather.handle(event, self.now) {
            match action {
                // One message, and each instance hears it or not.
                GatherAction::CallAll => (0..MEMBERS).for_each(|member| self.post(Message::RollCall(member))),
                // A server may know too late that an agent is there.
                GatherAction::Send(member) if self.agents[member].is_cut_off || self.chance(0.05) => {
                    self.post(Message::Absent(member));
                }
                GatherAction::Send(member) => self.post(Message::Order(member)),
                GatherAction::Fetch(member) if self.stream.contains(&member) => self.show(member),
                GatherAction::Fetch(_) | GatherAction::Finish => {}
            }
        }
    }

    fn misfortune(&mut self) {
        let member = self.random.random_range(0..MEMBERS);
        if self.chance(0.02) {
            let journal = self.agents[member].disk.clone();
            let (job_table, effects) = JobTable::restore(journal);
            self.agents[member].job_table = job_table;
            self.agents[member].ends = None;
            self.carry_out(member, effects);
        }
        if self.chance(0.02) {
            self.agents[member].is_cut_off ^= true;
        }
        if self.chance(0.005) {
            self.resume();
        }
    }

    /// Another ops node takes the job over: it knows what the stream has.
    fn resume(&mut self) {
        let answered: Vec<(Member, bool)> = self.stream.iter().map(|member| (*member, true)).collect();
        self.shown = self.stream.iter().map(|member| (*member, 1)).collect();
        self.gather = Gather::new(plan(), &answered);
    }

    fn step(&mut self) {
        self.now += STEP;
        let due: Vec<Message> =
            self.mail.extract_if(.., |(at, _)| *at <= self.now).map(|(_, message)| message).collect();
        for message in due {
            self.deliver(message);
        }
        for member in 0..MEMBERS {
            if self.agents[member].ends.is_some_and(|ends| ends <= self.now) {
                self.agents[member].ends = None;
                let jid = self.jid.clone();
                let effects = self.end(member, &jid);
                self.carry_out(member, effects);
            }
        }
        self.hear(Event::Tick);
        self.misfortune();
    }

    fn live(&mut self) {
        for _ in 0..100 {
            self.step();
        }
        self.is_calm = true;
        for member in 0..MEMBERS {
            self.agents[member].is_cut_off = false;
            let effects = self.agents[member].job_table.reconnected();
            self.carry_out(member, effects);
        }
        self.resume();
        for _ in 0..240 {
            self.step();
            let is_over = self.gather.statuses().all(|status| status == MemberStatus::Answered(true));
            if is_over && self.mail.is_empty() {
                return;
            }
        }
    }
}

#[test]
fn whatever_happens_a_job_runs_once_and_every_answer_arrives_once() {
    for seed in 0..10_000 {
        let mut world = World::new(seed);
        world.live();
        for (member, agent) in world.agents.iter().enumerate() {
            assert!(
                agent.starts <= u32::from(!world.is_roll_call),
                "seed {seed}: instance {member} started {} times",
                agent.starts
            );
            let status = world.gather.statuses().nth(member);
            assert_eq!(status, Some(MemberStatus::Answered(true)), "seed {seed}: instance {member}");
            assert_eq!(world.shown.get(&member), Some(&1), "seed {seed}: answers of instance {member}");
        }
    }
}
