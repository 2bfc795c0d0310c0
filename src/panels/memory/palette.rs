//! Test of the colours of neighbours in the memory bar, for all kinds of colour vision.

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

/// Linear RGB of a name's colour in the light theme (0) or the dark one (1).
fn colour(name: &str, theme: usize) -> [f64; 3] {
    let start = ["--", name, ": light-dark("].concat();
    let (_, rest) = TOKENS.split_once(&start).expect("a colour of both themes");
    let (pair, _) = rest.split_once(')').expect("its end");
    let hex = pair.split(',').nth(theme).expect("two colours").trim();
    let channel = |place: usize| {
        let digits = &hex[1 + 2 * place..3 + 2 * place];
        let value = f64::from(u8::from_str_radix(digits, 16).expect("digits")) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    [channel(0), channel(1), channel(2)]
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
