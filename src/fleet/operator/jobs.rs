//! Jobs as operators store them, so that another one can go on with them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::find::find;
use super::{Console, Ignored, OperatorError};
use crate::identity::{BoxKey, PublicKey};
use crate::protocol::subjects::{JOBS, in_bucket, order, stream_of};
use crate::protocol::{Call, Domain, Draft, Jid, Refusal, RollCall, Sealed, Signed, Supply, format};
use crate::targets::Instance;
use model::Map;

/// An order that is held back for longer, in seconds, is void; orders are repeated with a new time.
const LIFE: i64 = 60;

/// A job: what is to run where.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number.
    pub jid: Jid,
    /// Its contents.
    pub record: Record,
    /// The operator who stored it; none if it was not read from the servers.
    pub signer: Option<PublicKey>,
    /// The trees that it runs with; none for each instance's own.
    pub supply_of: Option<SupplyOf>,
    /// Whether the job and its answers are stored, so that other operators find them.
    pub is_stored: bool,
    /// True if it is `test.ping` for all instances: one message asks them all.
    pub calls_all: bool,
}

/// Gives each instance of a job its supply: the revision, and the instance's own pillar.
#[derive(Clone)]
pub struct SupplyOf(pub Arc<dyn Fn(&Instance) -> Supply + Send + Sync>);

impl fmt::Debug for SupplyOf {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("SupplyOf")
    }
}

/// What is stored of a job, sealed for the operators.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// Distinguishes two jobs with one number.
    pub nonce: String,
    /// The call.
    pub call: Call,
    /// The target as typed, for people.
    pub target: String,
    /// The IDs that it was for.
    pub ids: Vec<String>,
    /// How many at once.
    pub width: Option<usize>,
    /// Milliseconds between an answer and the next instance of a batch.
    pub batch_wait: u64,
    /// Whether the first failure ends it.
    pub failhard: bool,
    /// How long an instance may take to say that it has the job, in milliseconds.
    pub patience: u64,
    /// How long the job may run on an instance, in seconds.
    pub deadline: u64,
    /// Who began it.
    pub operator: String,
    /// The name of the revision that it runs with; none for each instance's own trees.
    #[serde(default)]
    pub tree: Option<String>,
}

impl Job {
    /// A job that begins now.
    pub fn new(record: Record, now: jiff::Timestamp) -> Self {
        Self { jid: Jid::at(now), record, signer: None, supply_of: None, is_stored: true, calls_all: false }
    }

    /// Random text that distinguishes two jobs with one number.
    pub fn nonce() -> String {
        format!("{:032x}", rand::rng().random::<u128>())
    }
}

impl Console {
    /// Stores a job where other operators find it. These are its instances, with the grains that are known.
    ///
    /// # Errors
    ///
    /// The servers do not take it.
    pub async fn store_job(&self, job: &Job, instances: &[Instance]) -> Result<(), OperatorError> {
        let malformed = |_| Refusal::Malformed { what: "a job".to_owned() };
        let record = serde_json::to_vec(&job.record).map_err(malformed)?;
        let sealed = Sealed::new(&record, &self.identity, &self.record_readers(job, instances))?;
        let signed = Signed::new(Domain::Record, &(job.jid.clone(), sealed), &self.identity)?.to_bytes()?;
        Ok(self.transport.store(in_bucket(JOBS, job.jid.as_str()), signed).await?)
    }

    /// A stored job.
    ///
    /// # Errors
    ///
    /// There is none, or no operator stored it.
    pub async fn get_job(&self, jid: &Jid) -> Result<Job, OperatorError> {
        let stored = find(&*self.transport, stream_of(JOBS), in_bucket(JOBS, jid.as_str())).await?;
        let stored = stored.ok_or_else(|| OperatorError::NoJob { jid: jid.to_string() })?;
        Ok(self.open_job(jid, &stored)?)
    }

    /// Refuses to go on with a job for an operator who may not have it run on all these instances: the orders would be signed with this
    /// operator's key, and so with rights that the other one does not have. Rights by grains count where the grains are known.
    ///
    /// # Errors
    ///
    /// The operator who stored the job may not have its function run on one of the instances.
    pub fn check_signer(&self, job: &Job, instances: &[Instance]) -> Result<(), OperatorError> {
        let Some(signer) = job.signer.as_ref().filter(|signer| **signer != self.identity.public()) else {
            return Ok(());
        };
        let operator = self.operators.find(signer).ok_or(Refusal::UnknownOperator)?;
        let function = job.record.call.fun.as_str();
        for instance in instances {
            if !operator.may_surely(function, &instance.id, instance.grains.as_ref()) {
                return Err(OperatorError::Borrowed {
                    jid: job.jid.to_string(),
                    operator: operator.name.clone(),
                    function: function.to_owned(),
                    id: instance.id.clone(),
                });
            }
        }
        Ok(())
    }

    /// The operators who may read a job: those who may have it run on all its instances, or may read that. Nobody looks at the grains later,
    /// so rights by grains count where they are known.
    fn record_readers(&self, job: &Job, instances: &[Instance]) -> Vec<BoxKey> {
        let known = instances.iter().filter_map(|it| Some((it.id.as_str(), it.grains.as_ref()?)));
        let known: BTreeMap<&str, &Map> = known.collect();
        let (own, function) = (self.identity.box_key(), job.record.call.fun.as_str());
        let mut readers = vec![own.clone()];
        for operator in &self.operators.operators {
            let may = |id: &String| operator.may_surely_read(function, id, known.get(id.as_str()).copied());
            let is_stranger = job.record.ids.is_empty() && !operator.may_somewhere(function);
            if operator.seal != own && !is_stranger && job.record.ids.iter().all(may) {
                readers.push(operator.seal.clone());
            }
        }
        readers
    }

    /// All stored jobs, the oldest first, and what was ignored. Jobs of operators who were removed, and those that are sealed for others, are left
    /// out.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn list_jobs(&self) -> Result<(Vec<Job>, Vec<Ignored>), OperatorError> {
        let (mut jobs, mut ignored) = (vec![], vec![]);
        for (under, bytes) in self.transport.bucket(JOBS.to_owned()).await? {
            let malformed = |what| Refusal::Malformed { what };
            let jid = Jid::try_from(under.clone()).map_err(malformed);
            match jid.and_then(|jid| self.open_job(&jid, &bytes)) {
                Ok(job) => jobs.push(job),
                Err(refusal) if refusal.is_forged() => {
                    ignored.push(Ignored {
                        said: format!("job {under} is ignored: {refusal}"),
                        is_forged: true,
                    });
                }
                Err(_) => {}
            }
        }
        jobs.sort_by(|a, b| a.jid.cmp(&b.jid));
        Ok((jobs, ignored))
    }

    fn open_job(&self, jid: &Jid, stored: &[u8]) -> Result<Job, Refusal> {
        let signed = Signed::read(stored)?;
        let operator = self.operators.find(&signed.by).ok_or(Refusal::UnknownOperator)?;
        let (of, sealed): (Jid, Sealed) = signed.open(Domain::Record)?;
        if of != *jid {
            return Err(Refusal::OtherJob { jid: of.to_string() });
        }
        let record = sealed.open(&self.identity, &operator.seal)?;
        let mut record: Record = format::read_bytes(&record, "job")?;
        // Any operator may write here, under any name: who it was is what the signature says.
        record.operator.clone_from(&operator.name);
        let signer = Some(signed.by.clone());
        Ok(Job { jid: of, record, signer, supply_of: None, is_stored: true, calls_all: false })
    }

    /// Sends a job once and waits for nothing: `--async`.
    ///
    /// # Errors
    ///
    /// The servers cannot be reached.
    pub async fn start_job(&self, job: &Job, instances: &[Instance]) -> Result<(), OperatorError> {
        for instance in instances {
            self.transport.publish(order(&instance.key), self.order(job, instance)?).await?;
        }
        Ok(self.transport.flush().await?)
    }

    /// The question who is there, made now.
    pub(super) fn roll_call(&self, job: &Job) -> Result<Vec<u8>, OperatorError> {
        let issued = self.seconds();
        let call = RollCall {
            jid: job.jid.clone(),
            nonce: Job::nonce(),
            fleet: self.kit.root.clone(),
            issued,
            expires: issued + LIFE,
            operators: self.operators.version,
        };
        Ok(call.to_bytes(&self.identity)?)
    }

    /// The order of a job for one instance, made now.
    pub(super) fn order(&self, job: &Job, instance: &Instance) -> Result<Vec<u8>, OperatorError> {
        let issued = self.seconds();
        let (own, function) = (self.identity.box_key(), job.record.call.fun.as_str());
        let readers = self.operators.readers_of(function, &instance.id, instance.grains.as_ref(), &own);
        let draft = Draft {
            jid: job.jid.clone(),
            nonce: job.record.nonce.clone(),
            issued,
            expires: issued + LIFE,
            deadline: job.record.deadline,
            operators: self.operators.version,
            readers,
            is_stored: job.is_stored,
        };
        let to = (&instance.key, &instance.seal);
        let tree = job.supply_of.as_ref().map(|of| Box::new((of.0)(instance)));
        let call = Call { tree, ..job.record.call.clone() };
        Ok(draft.address(&call, to, &instance.id, &self.identity)?)
    }
}
