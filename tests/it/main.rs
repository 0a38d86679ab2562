//! The one integration binary: a plain list of modules. `fences` fails if one is forgotten.

#[cfg(test)]
mod fences;
mod outputters;
mod requisites;
