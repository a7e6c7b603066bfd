//! The web chat in a real headless browser, driven over WebDriver. Without chromedriver the tests say so and pass, unless
//! REQUIRE_BROWSER=1 asks for it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod driver;
mod files;
mod overview;
mod page;
mod understood;
mod whole;
