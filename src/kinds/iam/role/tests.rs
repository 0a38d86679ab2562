mod api;
mod diff;
mod read;
