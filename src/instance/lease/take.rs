//! Taking a lease.

use std::time::Duration;

use super::hold::Lease;
use super::record::{Holder, LeaseRecord, VERSION};
use super::{LeaseError, Mark, Terms};
use crate::store::{Content, Tag};

/// The shortest and the longest pause between two reads of a lease whose holder may be gone.
const LOOKS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// The result of taking a lease.
pub enum Taken {
    /// This process has it.
    Lease(Box<Lease>),
    /// Somebody else has it.
    Busy(Holder),
}

/// The result of watching a lease whose holder may be gone.
enum Watched {
    /// Nobody has renewed it in its whole duration.
    Stale,
    /// The document has changed.
    Moved,
}

/// Takes a lease for a holder, or names its holder. If the holder seems to be gone, it is watched for the whole
/// duration of its lease.
///
/// # Errors
/// The store does not answer, or holds another document there.
pub async fn take(terms: Terms, holder: Holder) -> Result<Taken, LeaseError> {
    let mut seen_alive = None;
    let mut written = terms.now();
    loop {
        let Some((bytes, tag)) = terms.store.read_tagged(&terms.key).await? else {
            written = put(&terms, &holder, 1, None).await?;
            continue;
        };
        let record = read(&terms, &bytes)?;
        match &record.holder {
            // Also if the answer to the write was lost.
            Some(owner) if owner.token == holder.token => {
                return Ok(Taken::Lease(Box::new(Lease::new(terms, record, tag, written))));
            }
            None => written = put(&terms, &holder, record.fence + 1, Some(&tag)).await?,
            Some(owner) if seen_alive.as_ref() == Some(&owner.token) || is_fresh(&terms, &record, owner) => {
                return Ok(Taken::Busy(owner.clone()));
            }
            Some(owner) => {
                tracing::warn!(
                    "{} may be stale: {} has it. This run takes it in {:?}, unless it is renewed",
                    terms.place(),
                    owner,
                    record.ttl()
                );
                match watch(&terms, &record, &tag).await? {
                    Watched::Stale => written = put(&terms, &holder, record.fence + 1, Some(&tag)).await?,
                    Watched::Moved => seen_alive = Some(owner.token.clone()),
                }
            }
        }
    }
}

/// True if the lease was renewed a moment ago, if the clocks of both machines agree. If they do not, it is watched.
fn is_fresh(terms: &Terms, record: &LeaseRecord, owner: &Holder) -> bool {
    let age = (terms.clock)().duration_since(owner.renewed);
    Duration::try_from(age).is_ok_and(|age| age < record.ttl())
}

/// Reads repeatedly, for the whole duration of the lease.
async fn watch(terms: &Terms, record: &LeaseRecord, tag: &Tag) -> Result<Watched, LeaseError> {
    let began = tokio::time::Instant::now();
    let pause = (record.ttl() / 10).clamp(LOOKS[0], LOOKS[1]);
    while began.elapsed() < record.ttl() {
        tokio::time::sleep(pause).await;
        match terms.store.read_tagged(&terms.key).await? {
            Some((_, now)) if now == *tag => {}
            _ => return Ok(Watched::Moved),
        }
    }
    Ok(Watched::Stale)
}

/// Writes this holder into the lease, if the document is unchanged. The next read shows whether it was. Returns the
/// moment at which the write began.
async fn put(terms: &Terms, holder: &Holder, fence: u64, there: Option<&Tag>) -> Result<Mark, LeaseError> {
    let began = terms.now();
    let ttl_ms = u64::try_from(terms.ttl.as_millis()).unwrap_or(u64::MAX);
    let holder = Some(Holder { renewed: began.time, ..holder.clone() });
    let record = LeaseRecord { format_version: VERSION, fence, renewals: 0, ttl_ms, holder };
    terms.store.put_if(&terms.key, Content::Bytes(&record.to_bytes()), there).await?;
    Ok(began)
}

pub(super) fn read(terms: &Terms, bytes: &[u8]) -> Result<LeaseRecord, LeaseError> {
    LeaseRecord::parse(bytes).ok_or_else(|| LeaseError::Unreadable { place: terms.place() })
}
