//! Python's random numbers for a seed of text: hosts keep the number that Salt gave them.
//!
//! The Mersenne Twister, seeded as `random.seed(text)` does. See <https://docs.python.org/3/library/random.html#random.seed>.

use sha2::{Digest, Sha512};

const SIZE: usize = 624;
const MIDDLE: usize = 397;

/// Python's generator.
pub(super) struct Twister {
    state: Vec<u32>,
    index: usize,
}

impl Twister {
    /// Seeded by a text and its SHA-512 digest, taken for one large number.
    pub(super) fn of(seed: &str) -> Self {
        let mut bytes = seed.as_bytes().to_vec();
        bytes.extend_from_slice(&Sha512::digest(seed.as_bytes()));
        let mut key: Vec<u32> = bytes
            .rchunks(4)
            .map(|chunk| chunk.iter().fold(0, |number, byte| (number << 8) | u32::from(*byte)))
            .collect();
        while key.len() > 1 && key.last() == Some(&0) {
            key.pop();
        }
        Self::of_key(&key)
    }

    fn of_key(key: &[u32]) -> Self {
        let mut state = vec![19_650_218_u32];
        for index in 1..624_u32 {
            let last = state.last().copied().unwrap_or_default();
            state.push(1_812_433_253_u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(index));
        }
        let (mut at, mut place, mut offset) = (1, 0, 0_u32);
        let mix = |state: &mut Vec<u32>, at: usize, factor: u32| {
            let last = state[at - 1];
            state[at] ^= (last ^ (last >> 30)).wrapping_mul(factor);
        };
        let advance = |state: &mut Vec<u32>, at: &mut usize| {
            *at += 1;
            if *at >= SIZE {
                state[0] = state[SIZE - 1];
                *at = 1;
            }
        };
        for _ in 0..SIZE.max(key.len()) {
            mix(&mut state, at, 1_664_525);
            state[at] = state[at].wrapping_add(key[place]).wrapping_add(offset);
            advance(&mut state, &mut at);
            (place, offset) = if place + 1 < key.len() { (place + 1, offset + 1) } else { (0, 0) };
        }
        for _ in 0..SIZE - 1 {
            mix(&mut state, at, 1_566_083_941);
            state[at] = state[at].wrapping_sub(u32::try_from(at).unwrap_or(0));
            advance(&mut state, &mut at);
        }
        state[0] = 0x8000_0000;
        Self { state, index: SIZE }
    }

    fn draw(&mut self) -> u32 {
        if self.index >= SIZE {
            for at in 0..SIZE {
                let bits = (self.state[at] & 0x8000_0000) | (self.state[(at + 1) % SIZE] & 0x7fff_ffff);
                let twist = if bits & 1 == 0 { 0 } else { 0x9908_b0df };
                self.state[at] = self.state[(at + MIDDLE) % SIZE] ^ (bits >> 1) ^ twist;
            }
            self.index = 0;
        }
        let mut number = self.state[self.index];
        self.index += 1;
        number ^= number >> 11;
        number ^= (number << 7) & 0x9d2c_5680;
        number ^= (number << 15) & 0xefc6_0000;
        number ^ (number >> 18)
    }

    /// A number below a bound that is not 0: `random.randrange(bound)`.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        let bits = 32 - bound.leading_zeros();
        loop {
            let number = self.draw() >> (32 - bits);
            if number < bound {
                return number;
            }
        }
    }
}
