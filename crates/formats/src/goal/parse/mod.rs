//! The grammar of goals: one pass from left to right, one level of calls for each level of nesting.
//!
//! Tests: `tests/all/goal.rs`.

mod tokens;

use super::code::{Arithmetic, Comparison, Instruction, STACK};
use super::field::Type;
use super::{DEEPEST, Fault, Field, Goal, LONGEST, Live, Quantity, VERDICTS, Wrong};
use crate::excerpt::excerpt;
use crate::nearest::nearest;
use crate::number::Marks;
use tokens::Tokens;

/// Largest number of words that a fault lists.
const MOST_WORDS: usize = 12;

/// Reads a goal.
pub(super) fn parse(text: &str) -> Result<Goal, Fault> {
    let code = read(text, Parser::any, ParsedKind::Condition)?;
    let goal = Goal { code };
    // The goal has to be readable from its text.
    if goal.text().len() > LONGEST {
        return Err(fault(0, Wrong::TooLong));
    }
    Ok(goal)
}

/// Reads a number to be computed, which may name no field.
pub(super) fn parse_quantity(text: &str) -> Result<Quantity, Fault> {
    let code = read(text, Parser::sum, ParsedKind::Number)?;
    Ok(Quantity { code })
}

/// Reads a whole text as one part of the grammar, whose value is of this kind.
fn read<'a>(
    text: &'a str,
    part: fn(&mut Parser<'a>) -> Parsed,
    kind: ParsedKind,
) -> Result<Vec<Instruction>, Fault> {
    if text.len() > LONGEST {
        return Err(fault(LONGEST, Wrong::TooLong));
    }
    let mut parser = Parser {
        tokens: Tokens::of(text),
        level: 0,
        waiting: 0,
        code: Vec::new(),
    };
    parser.tokens.skip();
    if parser.tokens.at == text.len() {
        return Err(fault(0, Wrong::Empty));
    }
    let given = part(&mut parser)?;
    parser.expect(kind, given, 0)?;
    parser.tokens.skip();
    if parser.tokens.at < text.len() {
        return Err(parser.tokens.unexpected());
    }
    Ok(parser.code)
}

/// The kind of value of a part of a goal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParsedKind {
    Number,
    Condition,
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    /// Number of open parentheses and signs.
    level: usize,
    /// Number of values on the stack.
    waiting: usize,
    code: Vec<Instruction>,
}

type Parsed = Result<ParsedKind, Fault>;

const fn fault(at: usize, wrong: Wrong) -> Fault {
    Fault { at, wrong }
}

impl Parser<'_> {
    /// Conditions joined by `or`: one of them has to be met.
    fn any(&mut self) -> Parsed {
        let start = self.tokens.start();
        let mut kind = self.all()?;
        while self.tokens.takes_name("or") {
            self.expect(ParsedKind::Condition, kind, start)?;
            let start = self.tokens.start();
            let right = self.all()?;
            self.expect(ParsedKind::Condition, right, start)?;
            kind = self.push(Instruction::Or, ParsedKind::Condition)?;
        }
        Ok(kind)
    }

    /// Conditions that all are to be met.
    fn all(&mut self) -> Parsed {
        let start = self.tokens.start();
        let mut kind = self.one()?;
        while self.tokens.takes(",") || self.tokens.takes_name("and") {
            self.expect(ParsedKind::Condition, kind, start)?;
            let start = self.tokens.start();
            let right = self.one()?;
            self.expect(ParsedKind::Condition, right, start)?;
            kind = self.push(Instruction::And, ParsedKind::Condition)?;
        }
        Ok(kind)
    }

    /// One condition, or a number in parentheses.
    fn one(&mut self) -> Parsed {
        if self.tokens.takes_name("not") {
            let start = self.tokens.start();
            let kind = self.deeper(Self::one)?;
            self.expect(ParsedKind::Condition, kind, start)?;
            return self.push(Instruction::Not, ParsedKind::Condition);
        }
        let start = self.tokens.start();
        if let Some(kind) = self.words()? {
            return Ok(kind);
        }
        let whole = (start, self.code.len());
        let kind = self.sum()?;
        let Some(comparison) = self.tokens.comparison() else {
            return Ok(kind);
        };
        self.expect(ParsedKind::Number, kind, start)?;
        if let Some(kind) = self.left_open(comparison)? {
            return Ok(kind);
        }
        let start = self.tokens.start();
        let first = self.code.len();
        let right = self.sum()?;
        self.expect(ParsedKind::Number, right, start)?;
        self.refuse_never(comparison, first, start)?;
        self.refuse_alone(whole)?;
        self.push(Instruction::Compare(comparison), ParsedKind::Condition)
    }

    /// A verdict alone, or a field of words beside one of its words.
    fn words(&mut self) -> Result<Option<ParsedKind>, Fault> {
        let start = self.tokens.start();
        let name = self.tokens.name().to_ascii_lowercase();
        let word = self.tokens.word().to_ascii_lowercase();
        let is_read = |verdict: &&str| *verdict == name || *verdict == word;
        if let Some(verdict) = VERDICTS.into_iter().find(is_read) {
            let Some(field) = Field::named("memory.verdict") else {
                return Ok(None);
            };
            self.tokens.at += verdict.len();
            return self
                .push(Instruction::Is(field, verdict), ParsedKind::Condition)
                .map(Some);
        }
        let field = Field::named(&name).filter(|field| field.type_of() == Type::Word);
        let Some(field) = field else {
            return Ok(None);
        };
        self.tokens.at += name.len();
        let needs_word = Wrong::NeedsWord {
            field: field.name(),
        };
        match self.tokens.comparison() {
            Some(Comparison::Equal) => self.is_word(field, false).map(Some),
            Some(Comparison::Unequal) => self.is_word(field, true).map(Some),
            _ => Err(fault(start, needs_word)),
        }
    }

    /// Reads the word to which a field is compared.
    fn is_word(&mut self, field: Field, is_not: bool) -> Parsed {
        let start = self.tokens.start();
        let given = self.tokens.word().to_ascii_lowercase();
        if given.is_empty() {
            let field = field.name();
            return Err(fault(start, Wrong::NeedsWord { field }));
        }
        let Some(word) = field.matching_word(&given) else {
            return Err(fault(start, unknown_word(field, &given)));
        };
        self.tokens.at += given.len();
        let step = if is_not {
            Instruction::IsNot(field, word)
        } else {
            Instruction::Is(field, word)
        };
        self.push(step, ParsedKind::Condition)
    }

    /// Reads `none` beside a single field just read that may be left open.
    fn left_open(&mut self, comparison: Comparison) -> Result<Option<ParsedKind>, Fault> {
        let Some(&Instruction::Field(field)) = self.code.last() else {
            return Ok(None);
        };
        self.tokens.start();
        if !self.tokens.name().eq_ignore_ascii_case("none") || field.matching_word("none").is_none()
        {
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

    /// Refuses a comparison of a key with a number that it can never equal; the right side begins
    /// in the code at `first`.
    fn refuse_never(
        &self,
        comparison: Comparison,
        first: usize,
        start: usize,
    ) -> Result<(), Fault> {
        let sides = (self.code.get(first - 1), self.code.get(first..));
        let (Some(&Instruction::Field(Field::Key(key))), Some(&[Instruction::Number(number)])) =
            sides
        else {
            return Ok(());
        };
        // A number with more decimals than a link can write never equals a number of a link.
        if comparison != Comparison::Equal || key.takes(&number.text(Marks::PLAIN)) {
            return Ok(());
        }
        let wrong = Wrong::Never {
            field: key.name(),
            given: number.text(Marks::PLAIN),
        };
        Err(fault(start, wrong))
    }

    /// Refuses a comparison of numbers alone. It holds for all plans or for none, and as a part of
    /// a goal it would be a goal without a field. It begins at `start` in the text and at `first`
    /// in the code.
    fn refuse_alone(&self, (start, first): (usize, usize)) -> Result<(), Fault> {
        let names_field =
            |step: &Instruction| !matches!(step, Instruction::Number(_)) && step.takes() == 0;
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
        let start = self.tokens.start();
        let mut kind = part(self)?;
        while let Some((_, arithmetic)) = signs.iter().find(|(sign, _)| self.tokens.takes(sign)) {
            self.expect(ParsedKind::Number, kind, start)?;
            let start = self.tokens.start();
            let right = part(self)?;
            self.expect(ParsedKind::Number, right, start)?;
            kind = self.push(Instruction::Arithmetic(*arithmetic), ParsedKind::Number)?;
        }
        Ok(kind)
    }

    fn factor(&mut self) -> Parsed {
        if self.tokens.takes("-") {
            let start = self.tokens.start();
            let kind = self.deeper(Self::factor)?;
            self.expect(ParsedKind::Number, kind, start)?;
            return self.push(Instruction::Negate, ParsedKind::Number);
        }
        if self.tokens.takes("(") {
            let kind = self.deeper(Self::any)?;
            if !self.tokens.takes(")") {
                return Err(fault(self.tokens.at, Wrong::Unclosed));
            }
            return Ok(kind);
        }
        let start = self.tokens.start();
        if self.tokens.is_at_number() {
            let number = self.tokens.number().ok_or(fault(start, Wrong::Number))?;
            return self.push(Instruction::Number(number), ParsedKind::Number);
        }
        self.field()
    }

    /// A field of numbers, or `legal`.
    fn field(&mut self) -> Parsed {
        let start = self.tokens.at;
        let given = self.tokens.name();
        let name = given.to_ascii_lowercase();
        if ["", "and", "or", "not"].contains(&name.as_str()) {
            return Err(self.tokens.unexpected());
        }
        let Some(field) = Field::named(&name) else {
            let wrong = Wrong::UnknownField {
                given: excerpt(given),
                nearest: Field::nearest(&name),
            };
            return Err(fault(start, wrong));
        };
        let kind = match field.type_of() {
            Type::Number => ParsedKind::Number,
            Type::Truth => ParsedKind::Condition,
            Type::Word => {
                let field = field.name();
                return Err(fault(start, Wrong::NeedsWord { field }));
            }
        };
        self.tokens.at += name.len();
        self.push(Instruction::Field(field), kind)
    }

    /// A part one level deeper.
    fn deeper(&mut self, part: fn(&mut Self) -> Parsed) -> Parsed {
        if self.level == DEEPEST {
            return Err(fault(self.tokens.at, Wrong::TooDeep));
        }
        self.level += 1;
        let parsed = part(self)?;
        self.level -= 1;
        Ok(parsed)
    }

    /// Adds a step whose value is of this kind.
    fn push(&mut self, step: Instruction, kind: ParsedKind) -> Parsed {
        self.waiting = self.waiting + 1 - step.takes();
        if self.waiting > STACK {
            return Err(fault(self.tokens.at, Wrong::TooDeep));
        }
        self.code.push(step);
        Ok(kind)
    }

    /// Checks that a part that began at `start` has a value of the wanted kind.
    fn expect(&self, wanted: ParsedKind, given: ParsedKind, start: usize) -> Result<(), Fault> {
        match (wanted, given) {
            (ParsedKind::Number, ParsedKind::Condition) => Err(fault(start, Wrong::NeedsNumber)),
            (ParsedKind::Condition, ParsedKind::Number) => Err(fault(start, Wrong::NeedsCondition)),
            _ => Ok(()),
        }
    }
}

/// The fault of a word that a field never is, with the field's words.
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
    /// Reads a number to be computed, which may name no figure.
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
    /// Reads a value for a text: a number to be computed, or the name of a field of words.
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
