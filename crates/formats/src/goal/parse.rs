//! Reading goals: one pass from left to right, one level of calls for each level of nesting.

use super::code::{Arithmetic, Comparison, STACK, Step};
use super::field::Type;
use super::nearest::nearest;
use super::{DEEPEST, Fault, Field, Goal, LONGEST, Live, Number, Quantity, VERDICTS, Wrong};
use crate::excerpt::excerpt;

/// Most words that a fault lists.
const MOST_WORDS: usize = 12;

/// Reads a goal.
pub(super) fn parse(text: &str) -> Result<Goal, Fault> {
    let code = read(text, Parser::any, Kind::Condition)?;
    let goal = Goal { code };
    // It is read again from its own text.
    if goal.text().len() > LONGEST {
        return Err(fault(0, Wrong::TooLong));
    }
    Ok(goal)
}

/// Reads a number to be worked out; it may name no field.
pub(super) fn parse_quantity(text: &str) -> Result<Quantity, Fault> {
    let code = read(text, Parser::sum, Kind::Number)?;
    Ok(Quantity { code })
}

/// Reads a whole text as one part of the grammar, whose value is of this kind.
fn read<'a>(
    text: &'a str,
    part: fn(&mut Parser<'a>) -> Parsed,
    kind: Kind,
) -> Result<Vec<Step>, Fault> {
    if text.len() > LONGEST {
        return Err(fault(LONGEST, Wrong::TooLong));
    }
    let mut parser = Parser {
        text,
        at: 0,
        level: 0,
        waiting: 0,
        code: Vec::new(),
    };
    parser.skip();
    if parser.at == text.len() {
        return Err(fault(0, Wrong::Empty));
    }
    let given = part(&mut parser)?;
    parser.expect(kind, given, 0)?;
    parser.skip();
    if parser.at < text.len() {
        return Err(parser.unexpected());
    }
    Ok(parser.code)
}

/// What a part of a goal has for a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Condition,
}

struct Parser<'a> {
    text: &'a str,
    /// Bytes that are read.
    at: usize,
    /// Parentheses and signs that are open.
    level: usize,
    /// Values that wait for another.
    waiting: usize,
    code: Vec<Step>,
}

type Parsed = Result<Kind, Fault>;

const fn fault(at: usize, wrong: Wrong) -> Fault {
    Fault { at, wrong }
}

impl Parser<'_> {
    /// Conditions of which one is to be met.
    fn any(&mut self) -> Parsed {
        let start = self.start();
        let mut kind = self.all()?;
        while self.takes_name("or") {
            self.expect(Kind::Condition, kind, start)?;
            let start = self.start();
            let right = self.all()?;
            self.expect(Kind::Condition, right, start)?;
            kind = self.push(Step::Or, Kind::Condition)?;
        }
        Ok(kind)
    }

    /// Conditions that all are to be met.
    fn all(&mut self) -> Parsed {
        let start = self.start();
        let mut kind = self.one()?;
        while self.takes(",") || self.takes_name("and") {
            self.expect(Kind::Condition, kind, start)?;
            let start = self.start();
            let right = self.one()?;
            self.expect(Kind::Condition, right, start)?;
            kind = self.push(Step::And, Kind::Condition)?;
        }
        Ok(kind)
    }

    /// One condition, or a number where parentheses are about one.
    fn one(&mut self) -> Parsed {
        if self.takes_name("not") {
            let start = self.start();
            let kind = self.deeper(Self::one)?;
            self.expect(Kind::Condition, kind, start)?;
            return self.push(Step::Not, Kind::Condition);
        }
        let start = self.start();
        if let Some(kind) = self.words()? {
            return Ok(kind);
        }
        let whole = (start, self.code.len());
        let kind = self.sum()?;
        let Some(comparison) = self.comparison() else {
            return Ok(kind);
        };
        self.expect(Kind::Number, kind, start)?;
        if let Some(kind) = self.left_open(comparison)? {
            return Ok(kind);
        }
        let start = self.start();
        let first = self.code.len();
        let right = self.sum()?;
        self.expect(Kind::Number, right, start)?;
        self.refuse_never(comparison, first, start)?;
        self.refuse_alone(whole)?;
        self.push(Step::Compare(comparison), Kind::Condition)
    }

    /// A verdict alone, or a field of words beside one of its words.
    fn words(&mut self) -> Result<Option<Kind>, Fault> {
        let start = self.start();
        let name = self.name().to_ascii_lowercase();
        if let Some(verdict) = VERDICTS.into_iter().find(|verdict| *verdict == name) {
            let Some(field) = Field::named("memory.verdict") else {
                return Ok(None);
            };
            self.at += name.len();
            return self
                .push(Step::Is(field, verdict), Kind::Condition)
                .map(Some);
        }
        let field = Field::named(&name).filter(|field| field.type_of() == Type::Word);
        let Some(field) = field else {
            return Ok(None);
        };
        self.at += name.len();
        let needs_word = Wrong::NeedsWord {
            field: field.name(),
        };
        match self.comparison() {
            Some(Comparison::Equal) => self.is_word(field, false).map(Some),
            Some(Comparison::Unequal) => self.is_word(field, true).map(Some),
            _ => Err(fault(start, needs_word)),
        }
    }

    /// The word that a field is to be compared with.
    fn is_word(&mut self, field: Field, is_not: bool) -> Parsed {
        let start = self.start();
        let given = self.rest();
        let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
        let length = given.bytes().take_while(|byte| is_inside(byte)).count();
        let given = given.get(..length).unwrap_or_default().to_ascii_lowercase();
        if given.is_empty() {
            let field = field.name();
            return Err(fault(start, Wrong::NeedsWord { field }));
        }
        let Some(word) = field.word(&given) else {
            return Err(fault(start, unknown_word(field, &given)));
        };
        self.at += length;
        let step = if is_not {
            Step::IsNot(field, word)
        } else {
            Step::Is(field, word)
        };
        self.push(step, Kind::Condition)
    }

    /// `none` beside a field that has just been read alone, and that may be left open.
    fn left_open(&mut self, comparison: Comparison) -> Result<Option<Kind>, Fault> {
        let Some(&Step::Field(field)) = self.code.last() else {
            return Ok(None);
        };
        self.start();
        if !self.name().eq_ignore_ascii_case("none") || field.word("none").is_none() {
            return Ok(None);
        }
        let is_not = match comparison {
            Comparison::Equal => false,
            Comparison::Unequal => true,
            _ => return Ok(None),
        };
        self.code.pop();
        self.waiting -= 1;
        self.is_word(field, is_not).map(Some)
    }

    /// Refuses a key that is to equal a number that it never is; the right side begins in the
    /// code at `first`.
    fn refuse_never(
        &self,
        comparison: Comparison,
        first: usize,
        start: usize,
    ) -> Result<(), Fault> {
        let sides = (self.code.get(first - 1), self.code.get(first..));
        let (Some(&Step::Field(Field::Key(key))), Some(&[Step::Number(number)])) = sides else {
            return Ok(());
        };
        // Numbers of more decimals than a link can write never equal one that it can.
        if comparison != Comparison::Equal || key.takes(&number.text("")) {
            return Ok(());
        }
        let wrong = Wrong::Never {
            field: key.name(),
            given: number.text(""),
        };
        Err(fault(start, wrong))
    }

    /// Refuses a comparison of numbers alone: it holds of all plans or of none, and would be a goal
    /// that names no field where the parts of a goal are told one by one. It begins there in the
    /// text and in the code.
    fn refuse_alone(&self, (start, first): (usize, usize)) -> Result<(), Fault> {
        let names_field = |step: &Step| !matches!(step, Step::Number(_)) && step.takes() == 0;
        let mut code = self.code.iter().skip(first);
        if code.any(names_field) {
            Ok(())
        } else {
            Err(fault(start, Wrong::NoField))
        }
    }

    fn sum(&mut self) -> Parsed {
        let signs = [("+", Arithmetic::Add), ("-", Arithmetic::Subtract)];
        self.joined(Self::product, signs)
    }

    fn product(&mut self) -> Parsed {
        let signs = [("*", Arithmetic::Multiply), ("/", Arithmetic::Divide)];
        self.joined(Self::factor, signs)
    }

    /// Numbers with these signs between them.
    fn joined(&mut self, part: fn(&mut Self) -> Parsed, signs: [(&str, Arithmetic); 2]) -> Parsed {
        let start = self.start();
        let mut kind = part(self)?;
        while let Some((_, arithmetic)) = signs.iter().find(|(sign, _)| self.takes(sign)) {
            self.expect(Kind::Number, kind, start)?;
            let start = self.start();
            let right = part(self)?;
            self.expect(Kind::Number, right, start)?;
            kind = self.push(Step::Arithmetic(*arithmetic), Kind::Number)?;
        }
        Ok(kind)
    }

    fn factor(&mut self) -> Parsed {
        if self.takes("-") {
            let start = self.start();
            let kind = self.deeper(Self::factor)?;
            self.expect(Kind::Number, kind, start)?;
            return self.push(Step::Negate, Kind::Number);
        }
        if self.takes("(") {
            let kind = self.deeper(Self::any)?;
            if !self.takes(")") {
                return Err(fault(self.at, Wrong::Unclosed));
            }
            return Ok(kind);
        }
        let start = self.start();
        if self
            .rest()
            .starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
        {
            let number = self.number().ok_or(fault(start, Wrong::Number))?;
            return self.push(Step::Number(number), Kind::Number);
        }
        self.field()
    }

    /// A field of numbers, or `legal`.
    fn field(&mut self) -> Parsed {
        let start = self.at;
        let given = self.name();
        let name = given.to_ascii_lowercase();
        if ["", "and", "or", "not"].contains(&name.as_str()) {
            return Err(self.unexpected());
        }
        let Some(field) = Field::named(&name) else {
            let wrong = Wrong::UnknownField {
                given: excerpt(given),
                nearest: Field::nearest(&name),
            };
            return Err(fault(start, wrong));
        };
        let kind = match field.type_of() {
            Type::Number => Kind::Number,
            Type::Truth => Kind::Condition,
            Type::Word => {
                let field = field.name();
                return Err(fault(start, Wrong::NeedsWord { field }));
            }
        };
        self.at += name.len();
        self.push(Step::Field(field), kind)
    }

    /// A number with what may stand behind it; `None` where it is none.
    fn number(&mut self) -> Option<Number> {
        let (mut digits, mut decimals, mut count, mut is_behind) = (0_u64, 0, 0, false);
        let mut length = 0;
        for byte in self.rest().bytes() {
            match byte {
                b'0'..=b'9' => {
                    digits = digits
                        .checked_mul(10)?
                        .checked_add(u64::from(byte - b'0'))?;
                    decimals += u32::from(is_behind);
                    count += 1;
                }
                b'.' if !is_behind => is_behind = true,
                _ => break,
            }
            length += 1;
        }
        self.at += length;
        if count == 0 {
            return None;
        }
        let end = self.at;
        if self.takes("%") {
            return Number::new(digits, decimals + 2, 0);
        }
        self.at = end;
        let power = match self.rest().bytes().next() {
            Some(b'K' | b'k') => 3,
            Some(b'M' | b'm') => 6,
            Some(b'B' | b'b') => 9,
            Some(b'T' | b't') => 12,
            _ => 0,
        };
        self.at += usize::from(power > 0);
        if self.rest().starts_with(is_inside_name) {
            return None;
        }
        Number::new(digits, decimals, power)
    }

    /// The comparison that stands here, if there is one.
    fn comparison(&mut self) -> Option<Comparison> {
        let signs = [
            ("<=", Comparison::AtMost),
            ("≤", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("≥", Comparison::AtLeast),
            ("==", Comparison::Equal),
            ("!=", Comparison::Unequal),
            ("≠", Comparison::Unequal),
            ("<", Comparison::Less),
            (">", Comparison::More),
            ("=", Comparison::Equal),
        ];
        let found = signs.into_iter().find(|(sign, _)| self.takes(sign));
        found.map(|(_, comparison)| comparison)
    }

    /// A part one level deeper.
    fn deeper(&mut self, part: fn(&mut Self) -> Parsed) -> Parsed {
        if self.level == DEEPEST {
            return Err(fault(self.at, Wrong::TooDeep));
        }
        self.level += 1;
        let parsed = part(self)?;
        self.level -= 1;
        Ok(parsed)
    }

    /// Adds a step whose value is of this kind.
    fn push(&mut self, step: Step, kind: Kind) -> Parsed {
        self.waiting = self.waiting + 1 - step.takes();
        if self.waiting > STACK {
            return Err(fault(self.at, Wrong::TooDeep));
        }
        self.code.push(step);
        Ok(kind)
    }

    /// Whether a part that began there has a value of the kind that is wanted.
    fn expect(&self, wanted: Kind, given: Kind, start: usize) -> Result<(), Fault> {
        match (wanted, given) {
            (Kind::Number, Kind::Condition) => Err(fault(start, Wrong::NeedsNumber)),
            (Kind::Condition, Kind::Number) => Err(fault(start, Wrong::NeedsCondition)),
            _ => Ok(()),
        }
    }

    /// Where the next part begins.
    fn start(&mut self) -> usize {
        self.skip();
        self.at
    }

    fn skip(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes behind a sign, if it stands here.
    fn takes(&mut self, sign: &str) -> bool {
        self.skip();
        let takes = self.rest().starts_with(sign);
        if takes {
            self.at += sign.len();
        }
        takes
    }

    /// Goes behind a word of the grammar, if it stands here.
    fn takes_name(&mut self, name: &str) -> bool {
        self.skip();
        let takes = self.name().eq_ignore_ascii_case(name);
        if takes {
            self.at += name.len();
        }
        takes
    }

    /// The name that stands here; empty where there is none.
    fn name(&self) -> &str {
        let rest = self.rest();
        if !rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return "";
        }
        let end = rest.find(|letter| !is_inside_name(letter));
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    }

    /// What stands here is not what should.
    fn unexpected(&self) -> Fault {
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let given = excerpt(rest.get(..end).unwrap_or_default());
        fault(self.at, Wrong::Unexpected { given })
    }
}

fn is_inside_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '.'
}

/// A word that a field never is, with those that it may be.
fn unknown_word(field: Field, given: &str) -> Wrong {
    let mut words: Vec<_> = field.words().collect();
    if words.len() > MOST_WORDS {
        words = nearest(given, words.into_iter()).into_iter().collect();
    }
    Wrong::UnknownWord {
        field: field.name(),
        given: excerpt(given),
        words,
    }
}

impl Goal {
    /// Reads a goal. Names and words may be of either case.
    ///
    /// # Errors
    /// The first fault of the text.
    ///
    /// ```
    /// use formats::goal::{Goal, Wrong};
    /// let goal = Goal::parse("memory.verdict = fits and MFU >= 40%").unwrap();
    /// assert_eq!(goal.text(), "fits,mfu>=0.4");
    /// let fault = Goal::parse("fits, mfa > 40%").unwrap_err();
    /// let nearest = Some("mfu");
    /// assert_eq!(fault.at, 6);
    /// assert_eq!(fault.wrong, Wrong::UnknownField { given: "mfa".into(), nearest });
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        parse(text)
    }
}

impl Quantity {
    /// Reads a number to be worked out; it need not name any figure.
    ///
    /// # Errors
    /// The first fault of the text.
    ///
    /// ```
    /// use formats::goal::Quantity;
    /// use formats::link;
    /// let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    /// let ranks = Quantity::parse("gpus / (tp * pp)").unwrap();
    /// assert_eq!(ranks.value(&plan, None), Some(2.0));
    /// assert_eq!(Quantity::parse("16 * 70B / 1e9").unwrap_err().at, 11);
    /// // There is no estimate.
    /// assert_eq!(Quantity::parse("mfu").unwrap().value(&plan, None), None);
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        parse_quantity(text)
    }
}

impl Live {
    /// Reads what a text is to show: a number to be worked out, or the name of a field of words.
    ///
    /// # Errors
    /// The first fault of the text.
    ///
    /// ```
    /// use formats::goal::Live;
    /// assert!(matches!(Live::parse("100 * mfu"), Ok(Live::Number(_))));
    /// assert!(matches!(Live::parse("memory.verdict"), Ok(Live::Word(_))));
    /// assert!(Live::parse("fits").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        if text.len() > LONGEST {
            let (at, wrong) = (LONGEST, Wrong::TooLong);
            return Err(Fault { at, wrong });
        }
        let name = text.trim().to_ascii_lowercase();
        match Field::named(&name) {
            Some(field) if field.type_of() == Type::Word => Ok(Self::Word(field)),
            _ => Quantity::parse(text).map(Self::Number),
        }
    }
}
