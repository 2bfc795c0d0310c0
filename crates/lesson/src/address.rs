//! The `lesson` of a query: one of ours or a teacher's file, and the step to begin at.

/// Names of the lessons that come with the planner, in the order in which they are offered. Each is
/// a file of `lessons/`.
pub const OURS: [&str; 5] = ["tour", "recipe", "challenges", "exercises", "finetune"];

/// The address of a lesson, and the step to begin at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// One of [`OURS`].
    Ours {
        /// Name of the lesson.
        name: &'static str,
        /// The step; empty for where the reader left off.
        step: String,
    },
    /// A separate file.
    File {
        /// Address of the file: `https://…`, or relative to the page's.
        address: String,
        /// The step; empty for where the reader left off.
        step: String,
    },
}

impl Address {
    /// Reads what a query says; `None` where it is neither a lesson of ours nor the address of a
    /// file.
    ///
    /// ```
    /// use lesson::Address;
    /// let ours = |name, step: &str| Some(Address::Ours { name, step: step.into() });
    /// assert_eq!(Address::read("tour"), ours("tour", ""));
    /// assert_eq!(Address::read("challenges/bubble"), ours("challenges", "bubble"));
    /// let file = |address: &str, step: &str| {
    ///     Some(Address::File { address: address.into(), step: step.into() })
    /// };
    /// let address = "https://example.org/a/lesson.json";
    /// assert_eq!(Address::read(&format!("{address}#two")), file(address, "two"));
    /// assert_eq!(Address::read("week-3.json"), file("week-3.json", ""));
    /// assert_eq!(Address::read("week 3"), None);
    /// // Nothing but files: a script is no lesson.
    /// assert_eq!(Address::read("javascript:alert(1).json"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (name, step) = text.split_once('/').unwrap_or((text, ""));
        if let Some(name) = OURS.into_iter().find(|known| *known == name) {
            let step = step.to_owned();
            return Some(Self::Ours { name, step });
        }
        let (address, step) = text.split_once('#').unwrap_or((text, ""));
        let is_whole = address.starts_with("https://") || address.starts_with("http://");
        let has_scheme = address.bytes().any(|byte| byte == b':');
        let is_beside = !has_scheme && !address.starts_with("//") && address.ends_with(".json");
        (is_whole || is_beside).then(|| Self::File {
            address: address.to_owned(),
            step: step.to_owned(),
        })
    }
}
