//! Exit statuses of the command.

messages!("exit");

/// The meanings of the statuses 0 to 3; `None` where a subcommand never has the status.
pub type Meanings = [Option<fn() -> &'static str>; 4];

/// Subcommands, some with an option that changes the meanings, and the meanings of their statuses.
pub const STATUSES: [(&str, Meanings); 13] = [
    ("estimate", [Some(estimate_0), None, Some(estimate_2), None]),
    (
        "estimate --goal",
        [Some(goal_0), Some(goal_1), Some(goal_2), None],
    ),
    (
        "search",
        [Some(search_0), Some(search_1), Some(search_2), None],
    ),
    (
        "compare",
        [Some(compare_0), Some(compare_1), Some(compare_2), None],
    ),
    ("fits", [Some(fits_0), Some(fits_1), Some(fits_2), None]),
    ("fleet", [Some(fleet_0), Some(fleet_1), Some(fleet_2), None]),
    (
        "export",
        [
            Some(export_0),
            Some(export_1),
            Some(export_2),
            Some(export_3),
        ],
    ),
    (
        "import",
        [Some(import_0), None, Some(import_2), Some(import_3)],
    ),
    (
        "lesson",
        [Some(lesson_0), Some(lesson_1), Some(lesson_2), None],
    ),
    ("list", [Some(list_0), None, None, None]),
    ("trace", [Some(trace_0), Some(trace_1), Some(trace_2), None]),
    ("validate", [Some(validate_0), None, Some(validate_2), None]),
    ("why", [Some(why_0), Some(why_1), Some(why_2), None]),
];
