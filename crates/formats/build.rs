//! Makes constants of the tables in `catalog/`, so that no program reads them when it runs.
//!
//! A wrong table fails the build, with its file and line.

use std::{env, fs, path::PathBuf, process::exit};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Values of a key.
enum Kind {
    /// A number with a fraction.
    Float,
    /// A whole number from 0 on.
    Whole,
    Flag,
    Text,
    /// A variant of this enumeration.
    Variant(&'static str),
    /// A structure of this type and these fields, of which those left out are 0 if there is no
    /// variant among them.
    Struct(&'static str, &'static [Field]),
    /// The same, or `None` if it is left out.
    Optional(&'static str, &'static [Field]),
    /// Fields that the entry itself has.
    Fields(&'static [Field]),
}

/// A key, which is a field of the entry's type.
type Field = (&'static str, Kind);

use Kind::{Fields, Flag, Float, Optional, Struct, Text, Variant, Whole};

const SHAPE: &[Field] = &[
    ("layers", Whole),
    ("hidden", Whole),
    ("ffn", Whole),
    ("heads", Whole),
    ("kv_heads", Whole),
];

const EXPERTS: &[Field] = &[
    ("experts", Whole),
    ("per_token", Whole),
    ("ffn", Whole),
    ("shared", Whole),
    ("shared_ffn", Whole),
    ("dense_layers", Whole),
    ("every", Whole),
];

const LATENT_ATTENTION: &[Field] = &[
    ("query_rank", Whole),
    ("kv_rank", Whole),
    ("nope", Whole),
    ("rope", Whole),
    ("value", Whole),
];

const MIXER: &[Field] = &[
    ("kind", Variant("MixerKind")),
    ("key_heads", Whole),
    ("value_heads", Whole),
    ("key_dim", Whole),
    ("value_dim", Whole),
    ("convolution", Whole),
];

/// A table of the catalogue.
struct Table {
    /// Its file in `catalog/`, and the name of its entries there.
    file: &'static str,
    entry: &'static str,
    /// Type of the entries' figures; `<type>Entry` has them with a name.
    kind: &'static str,
    fields: &'static [Field],
    /// Keys for tests alone.
    facts: &'static [&'static str],
    /// The entry that others take figures from, unless they name another one.
    usual: Option<&'static str>,
    /// True if entries have further names.
    has_names: bool,
}

const TABLES: [Table; 2] = [
    Table {
        file: "models.toml",
        entry: "model",
        kind: "Model",
        fields: &[
            ("preset", Text),
            ("shape", Fields(SHAPE)),
            ("head_dim", Whole),
            ("vocab", Whole),
            ("gated", Flag),
            ("tied", Flag),
            ("bias", Flag),
            ("dropout", Flag),
            ("positions", Variant("Positions")),
            ("norm", Variant("Norm")),
            ("window", Whole),
            ("full_attention_every", Whole),
            ("trained_sequence", Whole),
            ("moe", Struct("MixtureOfExperts", EXPERTS)),
            ("mla", Optional("LatentAttention", LATENT_ATTENTION)),
            ("mixer", Optional("LinearMixer", MIXER)),
            ("multi_token_layers", Whole),
        ],
        facts: &["published"],
        usual: Some(CUSTOM),
        has_names: true,
    },
    Table {
        file: "gpus.toml",
        entry: "gpu",
        kind: "Gpu",
        fields: &[
            ("preset", Text),
            ("family", Variant("Family")),
            ("peak_tflops", Float),
            ("fp8_ratio", Float),
            ("fp4_ratio", Float),
            ("hbm_gib", Float),
            ("hbm_gb_s", Float),
            ("nvlink_gb_s", Float),
            ("nic_gb_s", Float),
            ("pcie_gb_s", Float),
            ("node", Whole),
            ("host_gib", Float),
            ("domain", Whole),
            ("torus", Whole),
            ("watts", Float),
            ("price", Float),
        ],
        facts: &[],
        usual: None,
        has_names: false,
    },
];

/// The entry whose figures a reader changes.
const CUSTOM: &str = "custom";
/// Keys of every entry, beside its figures.
const COMMON: [&str; 3] = ["name", "like", "source"];
/// The key with further names of an entry.
const HUB: &str = "hub";

fn main() {
    println!("cargo::rerun-if-changed=catalog");
    println!("cargo::rerun-if-changed=build.rs");
    let written: String = TABLES.iter().map(written).collect();
    let folder = env::var_os("OUT_DIR").expect("Cargo names a folder");
    fs::write(PathBuf::from(folder).join("catalog.rs"), written).expect("a folder to write to");
}

/// Ends the build with a fault of a table, at a place of its text.
struct Faults<'a> {
    file: &'a str,
    text: &'a str,
}

impl Faults<'_> {
    fn end(&self, at: usize, fault: &str) -> ! {
        let line = 1 + self.text[..at].matches('\n').count();
        println!(
            "cargo::error=crates/formats/catalog/{}:{line}: {fault}",
            self.file
        );
        exit(1)
    }
}

/// The constants of a table.
fn written(table: &Table) -> String {
    let path = PathBuf::from("catalog").join(table.file);
    let text = fs::read_to_string(path).unwrap_or_default();
    let faults = &Faults {
        file: table.file,
        text: &text,
    };
    let tree = DeTable::parse(&text).unwrap_or_else(|error| {
        let at = error.span().map_or(0, |span| span.start);
        faults.end(at, error.message())
    });
    let entries = tree.get_ref().get(table.entry);
    let entries = entries.and_then(|entries| entries.get_ref().as_array());
    let Some(entries) = entries else {
        faults.end(0, &format!("no [[{}]]", table.entry));
    };
    let entries = entries
        .iter()
        .map(|entry| Entry::read(table, faults, entry));
    let entries: Vec<Entry> = entries.collect();

    let (kind, file) = (table.kind, table.file);
    let upper = kind.to_uppercase();
    let (mut rows, mut sources, mut custom) = (String::new(), String::new(), None);
    let mut names = String::new();
    for entry in &entries {
        let figures = entry.figures(&entries);
        let name = entry.text("name");
        rows += &format!(
            "{kind}Entry {{ name: {name:?}, {}: {figures} }},\n",
            table.entry
        );
        sources += &format!("{:?},\n", entry.text("source"));
        names += &format!("&{:?},\n", entry.names());
        if entry.preset == CUSTOM {
            custom = Some(figures);
        }
    }
    let custom = custom.unwrap_or_else(|| faults.end(0, "no custom entry"));
    let number = entries.len();
    let names = if table.has_names {
        format!(
            "/// Their further names, in the same order.\n\
             pub(super) static {upper}_NAMES: [&[&str]; {number}] = [\n{names}];\n"
        )
    } else {
        String::new()
    };
    format!(
        "/// Figures that a custom entry starts from, of `catalog/{file}`.\n\
         pub const CUSTOM_{upper}: {kind} = {custom};\n\
         /// The entries of `catalog/{file}`, in its order.\n\
         pub const {upper}S: &[{kind}Entry] = &[\n{rows}];\n\
         /// Their sources, in the same order.\n\
         pub(super) static {upper}_SOURCES: [&str; {number}] = [\n{sources}];\n\
         {names}"
    )
}

/// An entry of a table.
struct Entry<'a> {
    table: &'a Table,
    faults: &'a Faults<'a>,
    keys: &'a DeTable<'a>,
    preset: &'a str,
    /// Place of the entry.
    at: usize,
}

impl<'a> Entry<'a> {
    /// Reads an entry, with the checks that need no other one.
    fn read(table: &'a Table, faults: &'a Faults<'a>, entry: &'a Spanned<DeValue<'a>>) -> Self {
        let at = entry.span().start;
        let Some(keys) = entry.get_ref().as_table() else {
            faults.end(at, "this is no entry");
        };
        for key in keys.keys() {
            let name = key.get_ref().as_ref();
            let is_known = table.fields.iter().any(|(field, _)| *field == name)
                || COMMON.contains(&name)
                || table.has_names && name == HUB
                || table.facts.contains(&name);
            if !is_known {
                faults.end(key.span().start, &format!("`{name}` is no key"));
            }
        }
        let mut entry = Self {
            table,
            faults,
            keys,
            preset: "",
            at,
        };
        entry.preset = entry.text("preset");
        for fact in table.facts {
            if entry.preset != CUSTOM && keys.get(*fact).is_none() {
                faults.end(at, &format!("{} lacks `{fact}`", entry.preset));
            }
        }
        entry
    }

    /// A text that the entry must have.
    fn text(&self, key: &str) -> &'a str {
        let value = self
            .keys
            .get(key)
            .and_then(|value| value.get_ref().as_str());
        let lacks = || self.faults.end(self.at, &format!("an entry lacks `{key}`"));
        value.filter(|text| !text.is_empty()).unwrap_or_else(lacks)
    }

    /// Its further names.
    fn names(&self) -> Vec<&'a str> {
        let Some(value) = self.keys.get(HUB) else {
            return Vec::new();
        };
        let list = value.get_ref().as_array();
        let names = list.map(|list| list.iter().map(|name| name.get_ref().as_str()).collect());
        let names: Option<Vec<&str>> = names.flatten();
        let is_wrong = || {
            self.faults
                .end(value.span().start, "names are a list of texts")
        };
        names
            .filter(|names| !names.is_empty())
            .unwrap_or_else(is_wrong)
    }

    /// The entry that this one takes figures from.
    fn base<'b>(&self, entries: &'b [Entry<'a>]) -> Option<&'b Entry<'a>> {
        let named = self.keys.contains_key("like").then(|| self.text("like"));
        let usual = self.table.usual.filter(|usual| *usual != self.preset);
        let name = named.or(usual)?;
        let base = entries.iter().find(|entry| entry.preset == name);
        Some(base.unwrap_or_else(|| self.faults.end(self.at, &format!("there is no `{name}`"))))
    }

    /// The figures as an expression.
    fn figures(&self, entries: &[Entry<'a>]) -> String {
        let twice = entries.iter().filter(|entry| entry.preset == self.preset);
        if twice.count() > 1 {
            self.faults
                .end(self.at, &format!("{} stands twice", self.preset));
        }
        let fields = self.table.fields.iter();
        let fields = fields.map(|field| self.figure(field, entries));
        format!("{} {{ {} }}", self.table.kind, fields.collect::<String>())
    }

    /// A figure: that of the entry, or of the entries that it takes figures from.
    fn figure(&self, (key, kind): &Field, entries: &[Entry<'a>]) -> String {
        let mut entry = self;
        for _ in entries {
            if let Some(value) = entry.keys.get(*key) {
                return self
                    .faults
                    .field(key, kind, Some(value), value.span().start);
            }
            match entry.base(entries) {
                Some(base) => entry = base,
                None => break,
            }
        }
        self.faults.field(key, kind, None, self.at)
    }
}

impl Faults<'_> {
    /// A field with its value, as the fields of an expression.
    fn field(&self, key: &str, kind: &Kind, value: Option<&Spanned<DeValue>>, at: usize) -> String {
        let value = value.map(Spanned::get_ref);
        let number = value.and_then(|value| match value {
            DeValue::Integer(number) => Some((number.as_str(), true)),
            DeValue::Float(number) => Some((number.as_str(), false)),
            _ => None,
        });
        let fields = value.and_then(DeValue::as_table);
        let text = value.and_then(DeValue::as_str);
        let expression = match (kind, number, text, fields) {
            (Float, Some((number, true)), ..) => Some(format!("{number}.0")),
            (Float, Some((number, false)), ..) | (Whole, Some((number, true)), ..) => {
                Some(number.to_owned())
            }
            (Flag, ..) => value
                .and_then(DeValue::as_bool)
                .map(|flag| flag.to_string()),
            (Text, _, Some(text), _) => Some(format!("{text:?}")),
            (Variant(name), _, Some(text), _) => Some(format!("{name}::{text}")),
            (Struct(name, known), .., Some(fields)) => Some(format!(
                "{name} {{ {} }}",
                self.fields(known, fields, Some("0"), at)
            )),
            (Optional(name, known), .., Some(fields)) => Some(format!(
                "Some({name} {{ {} }})",
                self.fields(known, fields, None, at)
            )),
            (Optional(..), ..) if value.is_none() => Some("None".to_owned()),
            (Fields(known), .., Some(fields)) => return self.fields(known, fields, None, at),
            _ => None,
        };
        match expression {
            Some(expression) => format!("{key}: {expression}, "),
            None if value.is_none() => self.end(at, &format!("an entry lacks `{key}`")),
            None => self.end(at, &format!("`{key}` has a value of another kind")),
        }
    }

    /// Fields with their values in a table; one that it leaves out has the value `absent`.
    fn fields(&self, known: &[Field], values: &DeTable, absent: Option<&str>, at: usize) -> String {
        for key in values.keys() {
            let name = key.get_ref().as_ref();
            if !known.iter().any(|(field, _)| *field == name) {
                self.end(key.span().start, &format!("`{name}` is no key"));
            }
        }
        let fields = known
            .iter()
            .map(|(key, kind)| match (values.get(*key), absent) {
                (None, Some(absent)) => format!("{key}: {absent}, "),
                (value, _) => self.field(key, kind, value, at),
            });
        fields.collect()
    }
}
