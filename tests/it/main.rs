//! The one integration binary: a plain list of modules. `fences` fails if one is forgotten.

#[cfg(test)]
mod advice;
#[cfg(test)]
mod arguments;
#[cfg(test)]
mod aws_functions;
#[cfg(test)]
mod beside;
#[cfg(test)]
mod between;
#[cfg(test)]
mod calls_by_name;
#[cfg(test)]
mod certificates;
#[cfg(test)]
mod cli;
#[cfg(test)]
mod cloud_control;
#[cfg(test)]
mod conformance;
#[cfg(test)]
mod docker;
#[cfg(test)]
mod export;
#[cfg(test)]
mod fences;
#[cfg(test)]
mod files;
#[cfg(test)]
mod firewall;
#[cfg(test)]
mod firewalld;
#[cfg(test)]
mod fleet;
#[cfg(test)]
mod formulas;
#[cfg(test)]
mod fresh_reads;
#[cfg(test)]
mod functions;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod instance;
#[cfg(test)]
mod life;
#[cfg(test)]
mod local_aws;
#[cfg(test)]
mod machine;
#[cfg(test)]
mod mysql;
#[cfg(test)]
mod orchestration;
mod outputters;
#[cfg(test)]
mod packages;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod postgres;
#[cfg(test)]
mod private_keys;
#[cfg(test)]
mod profiles;
#[cfg(test)]
mod programs;
#[cfg(test)]
mod protocol;
#[cfg(test)]
mod python_packages;
#[cfg(test)]
mod rabbitmq;
#[cfg(test)]
mod recorded;
#[cfg(test)]
mod recordings;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod registration;
mod requisites;
#[cfg(test)]
mod scale;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod stack;
#[cfg(test)]
mod stacks;
#[cfg(test)]
mod support;
#[cfg(test)]
mod sysv;
#[cfg(test)]
mod tutorial;
#[cfg(test)]
mod world;
