//! x
mod outputters;
