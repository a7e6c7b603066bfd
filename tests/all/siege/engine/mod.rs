//! Attacks on the engine with its database: deciders, buttons, tenants, budgets, models, codes and the audit log.

mod s01_deciders;
mod s02_kinds;
mod s03_stale;
mod s04_tenants;
mod s09_wallet;
mod s11_hostile;
mod s12_trust;
mod s17_pairing;
mod s18_audit;
