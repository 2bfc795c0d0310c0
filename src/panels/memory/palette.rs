//! Colours of `style/tokens.css` for tests of contrast, and the test of neighbours in the memory bar,
//! for all kinds of colour vision.

/// `style/tokens.css`.
const TOKENS: &str = include_str!("../../../style/tokens.css");

/// The solid kinds of the memory bar from left to right. Those after them have patterns.
const SOLID: [&str; 4] = ["weights", "gradients", "optimizer", "activations"];

/// Colour vision: normal, and without the long, the middle and the short cones. Matrices on linear
/// RGB (Machado 2009, table 1, severity 1).
const VISIONS: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
];

/// Linear RGB of a name's colour in the light theme (0) or the dark one (1). A colour may be one for
/// both, and short.
pub(crate) fn colour(name: &str, theme: usize) -> [f64; 3] {
    let start = ["--", name, ": "].concat();
    let (_, rest) = TOKENS.split_once(&start).expect("a colour");
    let (value, _) = rest.split_once(';').expect("its end");
    let themes = value.strip_prefix("light-dark(");
    let hex = themes.map_or(value, |pair| {
        let pair = pair.trim_end_matches(')');
        pair.split(',').nth(theme).expect("two colours").trim()
    });
    let digits = hex.trim_start_matches('#');
    let channel = |place: usize| {
        let digits = if digits.len() == 3 {
            digits[place..=place].repeat(2)
        } else {
            digits[2 * place..2 * place + 2].to_owned()
        };
        linear(f64::from(u8::from_str_radix(&digits, 16).expect("digits")) / 255.0)
    };
    [channel(0), channel(1), channel(2)]
}

/// The linear value of a channel (sRGB, IEC 61966-2-1).
fn linear(value: f64) -> f64 {
    if value <= 0.040_45 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

/// A colour under another one of this opacity, which browsers mix in sRGB.
pub(crate) fn mixed(under: [f64; 3], over: [f64; 3], opacity: f64) -> [f64; 3] {
    let gamma = |value: f64| {
        if value <= 0.003_130_8 {
            value * 12.92
        } else {
            1.055 * value.powf(1.0 / 2.4) - 0.055
        }
    };
    let mix = |place: usize| {
        let [under, over] = [under[place], over[place]].map(gamma);
        linear(over * opacity + under * (1.0 - opacity))
    };
    [mix(0), mix(1), mix(2)]
}

/// Contrast of two colours in normal sight (WCAG 2.2).
pub(crate) fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let [one, other] = [one, other].map(|colour| luminance(colour, VISIONS[0]) + 0.05);
    one.max(other) / one.min(other)
}

/// Relative luminance as a vision sees it (WCAG 2.2).
fn luminance(colour: [f64; 3], vision: [[f64; 3]; 3]) -> f64 {
    let seen = vision.map(|row| {
        let sum: f64 = row
            .iter()
            .zip(colour)
            .map(|(weight, part)| weight * part)
            .sum();
        sum.clamp(0.0, 1.0)
    });
    0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
}

#[test]
fn neighbours_of_the_memory_bar_differ_in_every_vision() {
    for theme in [0, 1] {
        for vision in VISIONS {
            for pair in SOLID.windows(2) {
                let [one, other] = [pair[0], pair[1]].map(|name| {
                    let light = luminance(colour(name, theme), vision);
                    light + 0.05
                });
                let contrast = one.max(other) / one.min(other);
                assert!(contrast >= 2.95, "{pair:?}, theme {theme}: {contrast:.2}");
            }
        }
    }
}
