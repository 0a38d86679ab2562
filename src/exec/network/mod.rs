//! `network.*`: interfaces, addresses and networks.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.network.html>.

mod address;
mod answer;
mod interface;

pub(super) use address::FUNCTIONS as ADDRESSES;
pub(super) use interface::FUNCTIONS as INTERFACES;
