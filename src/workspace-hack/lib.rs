//! One set of features of each library for all builds. `cargo hakari generate` writes its manifest; there is no code.
