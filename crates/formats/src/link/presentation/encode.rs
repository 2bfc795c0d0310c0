//! Writing of a query.

use cost::plan::Word;

use super::Presentation;

impl Presentation {
    /// Writes the query without its `?`, in fixed order; keys without a value are left out.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut query = String::new();
        for (key, value) in self.pairs() {
            query.push_str(if query.is_empty() { "" } else { "&" });
            query.push_str(key);
            query.push('=');
            escape(&value, &mut query);
        }
        query
    }

    /// The keys with their values, in fixed order; keys without a value are left out.
    ///
    /// ```
    /// use formats::link::presentation::Presentation;
    /// let (asked, _) = Presentation::decode("theme=dark&view=map");
    /// assert_eq!(asked.pairs(), [("view", "map".into()), ("theme", "dark".into())]);
    /// ```
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let flag = |on: bool| String::from(if on { "1" } else { "" });
        let views: Vec<&str> = self.view.iter().map(|view| view.word()).collect();
        let pairs = [
            ("embed", flag(self.embed)),
            ("view", views.join(",")),
            ("show", self.show.join(",")),
            ("hide", self.hide.join(",")),
            ("lock", self.lock.join(",")),
            ("lang", self.lang.clone()),
            ("theme", written(self.theme)),
            ("units", written(self.units)),
            ("mfu", written(self.mfu)),
            ("peak", written(self.peak)),
            ("mem", written(self.mem)),
            ("lesson", self.lesson.clone()),
            ("goal", self.goal.clone()),
            ("table", flag(self.table)),
            ("tab", written(self.tab)),
            ("scene", written(self.scene)),
            ("at", self.moment()),
            ("why", self.opened()),
            ("predict", self.predict.clone()),
            ("ask", self.ask.clone()),
        ];
        let is_asked = |(_, value): &(&str, String)| !value.is_empty();
        pairs.into_iter().filter(is_asked).collect()
    }

    /// The number of the moment as written; empty if there is none.
    fn moment(&self) -> String {
        if self.at == 0 {
            return String::new();
        }
        self.at.to_string()
    }

    /// The open figure and the number in it as written; empty if there is none.
    fn opened(&self) -> String {
        self.why
            .as_ref()
            .map_or_else(String::new, |(figure, path)| {
                let mark = if path.is_empty() { "" } else { "/" };
                [&figure.to_string(), mark, path].concat()
            })
    }

    /// The word of a key whose values are a list of words: `theme`, `units`, `mfu`, `peak` or
    /// `mem`.
    #[must_use]
    pub fn choice(&self, key: &str) -> Option<&'static str> {
        match key {
            "theme" => self.theme.map(Word::word),
            "units" => self.units.map(Word::word),
            "mfu" => self.mfu.map(Word::word),
            "peak" => self.peak.map(Word::word),
            "mem" => self.mem.map(Word::word),
            _ => None,
        }
    }
}

fn written<W: Word>(word: Option<W>) -> String {
    word.map_or_else(String::new, |word| word.word().to_owned())
}

/// Writes a text with escapes for characters that would end the value or the address; lists stay
/// readable.
fn escape(text: &str, query: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,:/@".contains(&byte) {
            query.push(char::from(byte));
        } else {
            query.push('%');
            query.push(char::from(HEX[usize::from(byte >> 4)]));
            query.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}
