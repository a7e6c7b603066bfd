//! What the program stores and logs: backups, the audit log, a full disk, and no secret in any line.

mod audit;
mod disk;
mod keeping;
mod secrets;
mod trail;
