//! Sealed trees in the stream, in parts that a server takes.

use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::TreeError;
use crate::protocol::subjects::{TREES, tree};
use crate::protocol::{SealedTree, Supply};
use crate::transport::Transport;

/// The bytes of every part but the last. NATS takes messages of 1 MiB unless it is configured otherwise.
pub const PART: u64 = 512 * 1024;

/// Brings a sealed tree into the stream.
///
/// # Errors
///
/// The servers do not take it.
pub async fn store(
    transport: &dyn Transport,
    sealed_tree: &SealedTree,
    bytes: &[u8],
) -> Result<(), TreeError> {
    let size = usize::try_from(PART).unwrap_or(usize::MAX);
    for (part, number) in bytes.chunks(size).zip(0_u64..) {
        transport.store(tree(&sealed_tree.sha256, number), part.to_vec()).await?;
    }
    Ok(())
}

/// Fetches a sealed tree into a file, and continues at the end of the file. The contents are not checked.
///
/// # Errors
///
/// A part is not in the stream, the servers do not answer, or the disk takes no more.
pub async fn fetch(
    transport: &dyn Transport,
    (sealed_tree, supply): (&SealedTree, &Supply),
    to: &Path,
) -> Result<(), TreeError> {
    let failed = |source| TreeError::Write { path: to.to_owned(), source };
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.create(true).write(true).truncate(false).mode(0o600).open(to).map_err(failed)?;
    let there = file.metadata().map_err(failed)?.len().min(sealed_tree.size);
    // A part that was cut off is fetched again.
    let mut number = there / PART;
    if there < sealed_tree.size || there % PART == 0 {
        file.set_len(number * PART).map_err(failed)?;
    } else {
        return Ok(());
    }
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    while number * PART < sealed_tree.size {
        let part = transport.last(TREES.to_owned(), tree(&sealed_tree.sha256, number)).await?;
        let gone = || TreeError::Gone { revision: supply.revision.clone(), part: number };
        let part = part.ok_or_else(gone)?;
        if part.len() as u64 != PART.min(sealed_tree.size - number * PART) {
            return Err(TreeError::Digest { revision: supply.revision.clone() });
        }
        file.write_all(&part).map_err(failed)?;
        number += 1;
    }
    file.sync_all().map_err(failed)
}
