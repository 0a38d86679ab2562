//! Python's `random.Random` with a seed: it draws the same numbers.
//!
//! See <https://docs.python.org/3/library/random.html>.

use rand_mt::Mt;
use sha2::{Digest, Sha512};

/// A seeded generator.
pub struct Random(Mt);

impl Random {
    /// As `random.seed(text)`: the text and its digest, read as one large number, least significant word first.
    pub fn seeded(text: &str) -> Self {
        let mut bytes = text.as_bytes().to_vec();
        bytes.extend(Sha512::digest(text));
        bytes.reverse();
        Self::of_number(&bytes)
    }

    /// As `random.seed(number)`; the sign has no effect.
    pub fn numbered(number: i64) -> Self {
        Self::of_number(&number.unsigned_abs().to_le_bytes())
    }

    /// Seeded with a number of any length, its least significant byte first.
    fn of_number(bytes: &[u8]) -> Self {
        let words: Vec<u32> = bytes
            .chunks(4)
            .map(|chunk| chunk.iter().rev().fold(0, |word, byte| (word << 8) | u32::from(*byte)))
            .collect();
        let used = words.iter().rposition(|word| *word != 0).map_or(1, |at| at + 1);
        Self(Mt::new_with_key(words.into_iter().take(used)))
    }

    /// As `random.randint`: a number between two bounds, both included; the first must not be greater than the second.
    pub fn between(&mut self, start: i64, end: i64) -> i64 {
        let Some(bound) = end.abs_diff(start).checked_add(1) else {
            // The whole range: all bits.
            let [low, high] = [self.0.next_u32(), self.0.next_u32()].map(u64::from);
            return start.wrapping_add_unsigned((high << u32::BITS) | low);
        };
        start.wrapping_add_unsigned(self.below_wide(bound))
    }

    /// The same as `below` with twice the width: the first word drawn is the lower one.
    fn below_wide(&mut self, bound: u64) -> u64 {
        if let Ok(bound) = u32::try_from(bound) {
            return self.below(bound).into();
        }
        let high_bits = u32::BITS - bound.leading_zeros();
        loop {
            let low = u64::from(self.0.next_u32());
            let high = u64::from(self.0.next_u32() >> (u32::BITS - high_bits));
            let drawn = (high << u32::BITS) | low;
            if drawn < bound {
                return drawn;
            }
        }
    }

    /// A number below a bound that is not 0: its number of bits is drawn, and drawn again if the result is too large.
    pub fn below(&mut self, bound: u32) -> u32 {
        let bits = u32::BITS - bound.leading_zeros();
        loop {
            let drawn = self.0.next_u32() >> (u32::BITS - bits);
            if drawn < bound {
                return drawn;
            }
        }
    }

    /// A position in a list that is not empty.
    fn place(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).unwrap_or(u32::MAX)) as usize
    }

    /// The positions that `random.sample` takes, `count` of `len`.
    pub fn sample(&mut self, len: usize, count: usize) -> Vec<usize> {
        // A pool is used if a set of the taken positions would be larger than it.
        let mut set_size = 21;
        if count > 5 {
            let mut table = 4;
            while table < count * 3 {
                table *= 4;
            }
            set_size += table;
        }
        if len <= set_size {
            let mut pool: Vec<usize> = (0..len).collect();
            return (0..count)
                .map(|taken| {
                    let left = len - taken;
                    let at = self.place(left);
                    let chosen = pool[at];
                    pool[at] = pool[left - 1];
                    chosen
                })
                .collect();
        }
        let mut seen = std::collections::HashSet::new();
        (0..count)
            .map(|_| {
                loop {
                    let at = self.place(len);
                    if seen.insert(at) {
                        return at;
                    }
                }
            })
            .collect()
    }
}
