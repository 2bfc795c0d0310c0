//! A text as a picture that a camera reads.

use crate::dom::{Element, svg};
use qrcodegen::{QrCode, QrCodeEcc};

/// A QR code.
pub(super) struct Code(QrCode);

/// Light modules around it, as the standard asks (ISO/IEC 18004, 6.3.8).
const MARGIN: i32 = 4;

impl Code {
    /// The code of a text, with as much correction of errors as costs nothing; `None` where it is
    /// too long for one, as no link is that the page writes.
    pub(super) fn of(text: &str) -> Option<Self> {
        QrCode::encode_text(text, QrCodeEcc::Low).ok().map(Self)
    }

    /// The picture, under a name for those who do not see it. It is dark on light in any theme:
    /// many cameras read nothing else.
    pub(super) fn draw(&self, name: &'static str) -> Element {
        let side = self.side().to_string();
        svg("svg")
            .class("code")
            .attribute("viewBox", ["0 0 ", &side, " ", &side].concat())
            .attribute("role", "img")
            .attribute("aria-label", name)
            .child(
                svg("rect")
                    .attribute("width", "100%")
                    .attribute("height", "100%")
                    .attribute("fill", "#fff"),
            )
            .child(
                svg("path")
                    .attribute("d", self.path())
                    .attribute("fill", "#000"),
            )
    }

    /// The picture as a file.
    pub(super) fn svg(&self) -> String {
        let side = self.side().to_string();
        let parts = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ",
            &side,
            " ",
            &side,
            "\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><path d=\"",
            &self.path(),
            "\"/></svg>\n",
        ];
        parts.concat()
    }

    /// Modules on a side, its margins among them.
    fn side(&self) -> i32 {
        self.0.size() + 2 * MARGIN
    }

    /// Its dark modules: a stroke for each run of them in a row.
    fn path(&self) -> String {
        let size = self.0.size();
        let mut path = String::new();
        for y in 0..size {
            let mut x = 0;
            while x < size {
                let start = x;
                while x < size && self.0.get_module(x, y) {
                    x += 1;
                }
                if x > start {
                    let [left, top, run] = [start + MARGIN, y + MARGIN, x - start];
                    let [left, top, run] = [left, top, run].map(|number| number.to_string());
                    for part in ["M", &left, ",", &top, "h", &run, "v1h-", &run, "z"] {
                        path.push_str(part);
                    }
                }
                x += 1;
            }
        }
        path
    }
}
