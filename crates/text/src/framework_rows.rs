//! One plan in several frameworks.

messages!("framework_rows");

/// Headings of the table: framework, layout, step, MFU, memory and verdict.
#[must_use]
pub fn columns() -> [&'static str; 6] {
    [
        column_framework(),
        column_layout(),
        column_step(),
        column_mfu(),
        column_memory(),
        column_verdict(),
    ]
}
