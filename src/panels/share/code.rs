//! QR codes: a text as a picture that a camera reads.

use leptos::prelude::*;
use qrcodegen::{Mask, QrCode, QrCodeEcc, QrSegment, Version};

/// A QR code.
#[derive(Clone, PartialEq)]
pub(super) struct Code(QrCode);

/// Width of the light margin in modules, as the standard requires (ISO/IEC 18004, 6.3.8).
const MARGIN: i32 = 4;

/// Pattern that is laid over the modules so that dark and light ones alternate: rows of one module
/// each (ISO/IEC 18004, 7.8.2). The best of the eight patterns is found by trying all of them,
/// which takes most of the time for a long text. Any of them can be read.
const MASK: u8 = 1;

impl Code {
    /// The code of a text, with the strongest error correction that fits the same size. `None` if
    /// the text is too long, which no link of the page is.
    pub(super) fn of(text: &str) -> Option<Self> {
        QrCode::encode_segments_advanced(
            &QrSegment::make_segments(text),
            QrCodeEcc::Low,
            Version::MIN,
            Version::MAX,
            Some(Mask::new(MASK)),
            true,
        )
        .ok()
        .map(Self)
    }

    /// The picture, with a name for screen readers. It is dark on light in any theme, because many
    /// cameras read nothing else.
    fn draw(&self, name: &'static str) -> impl IntoView + use<> {
        let side = self.side().to_string();
        view! {
            <svg
                class="code"
                viewBox=["0 0 ", &side, " ", &side].concat()
                role="img"
                aria-label=name
            >
                <rect width="100%" height="100%" fill="#fff"></rect>
                <path d=self.path() fill="#000"></path>
            </svg>
        }
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

    /// Modules per side, margins included.
    fn side(&self) -> i32 {
        self.0.size() + 2 * MARGIN
    }

    /// SVG path of the dark modules: one stroke for each horizontal run.
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

/// The picture; without a code the sentence `none`.
pub(super) fn drawn(code: Option<&Code>, name: &'static str, none: &'static str) -> AnyView {
    match code {
        Some(code) => code.draw(name).into_any(),
        None => view! { <p>{none}</p> }.into_any(),
    }
}
