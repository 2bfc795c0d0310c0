//! From an input that fails to the smallest that fails alike.

/// Inputs that are tried at most.
const MOST: usize = 3_000;
/// Letters of the longest input that is taken apart letter by letter.
const LETTERS: usize = 400;

/// The smallest input that still fails, as far as pieces taken away and smaller numbers go.
pub fn shrink(input: &str, joints: &[char], fails: &mut dyn FnMut(&str) -> bool) -> String {
    let mut tried = 0;
    let mut fails = |text: &str| {
        tried += 1;
        tried <= MOST && fails(text)
    };
    let mut smallest = input.to_owned();
    loop {
        let before = smallest.clone();
        let pieces = smallest
            .split_inclusive(joints)
            .map(str::to_owned)
            .collect();
        smallest = without_pieces(pieces, &mut fails);
        smallest = with_smaller_numbers(smallest, &mut fails);
        if smallest.chars().count() <= LETTERS {
            let letters = smallest.chars().map(String::from).collect();
            smallest = without_pieces(letters, &mut fails);
        }
        if smallest == before {
            return smallest;
        }
    }
}

/// Removes as many pieces as possible, many at once first.
fn without_pieces(mut pieces: Vec<String>, fails: &mut dyn FnMut(&str) -> bool) -> String {
    let mut size = pieces.len();
    while size > 0 {
        let mut start = 0;
        while start < pieces.len() {
            let end = (start + size).min(pieces.len());
            let rest: Vec<String> = [&pieces[..start], &pieces[end..]].concat();
            if !rest.is_empty() && fails(&rest.concat()) {
                pieces = rest;
            } else {
                start = end;
            }
        }
        size /= 2;
    }
    pieces.concat()
}

/// Makes each number as small as can be.
fn with_smaller_numbers(mut text: String, fails: &mut dyn FnMut(&str) -> bool) -> String {
    let mut from = 0;
    while let Some((start, end)) = next_number(&text, from) {
        let mut number: u64 = text[start..end].parse().unwrap_or(0);
        let mut end = end;
        for smaller in [0, 1, 2, 4, 8] {
            end = put(&mut text, start, end, &mut number, smaller, fails);
        }
        while number > 1 {
            let was = number;
            for smaller in [number / 2, number - 1] {
                end = put(&mut text, start, end, &mut number, smaller, fails);
            }
            // One by one only where few are left: a number of ten digits has no end else.
            if number == was || (was - number == 1 && was > 64) {
                break;
            }
        }
        from = end;
    }
    text
}

/// Replaces a number by a smaller one if the input then still fails; returns where it ends.
fn put(
    text: &mut String,
    start: usize,
    end: usize,
    number: &mut u64,
    smaller: u64,
    fails: &mut dyn FnMut(&str) -> bool,
) -> usize {
    if smaller >= *number {
        return end;
    }
    let digits = smaller.to_string();
    let other = [&text[..start], &digits, &text[end..]].concat();
    if !fails(&other) {
        return end;
    }
    *text = other;
    *number = smaller;
    start + digits.len()
}

/// Position of the next number.
fn next_number(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let start = (from..bytes.len()).find(|place| bytes[*place].is_ascii_digit())?;
    let end = (start..bytes.len()).find(|place| !bytes[*place].is_ascii_digit());
    Some((start, end.unwrap_or(bytes.len())))
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn what_does_not_matter_is_taken_away() {
        let mut fails = |text: &str| {
            let mut pairs = text.split('&');
            pairs.any(|pair| pair == "tp=8") && pairs.any(|pair| pair.starts_with("pp="))
        };
        let smallest = shrink(
            "#v=1&p=llama3-8b/h100x64&tp=8&pp=400&zero=3",
            &['&'],
            &mut fails,
        );
        assert_eq!(smallest, "tp=8&pp=");
    }

    #[test]
    fn numbers_are_as_small_as_they_can_be() {
        let number = |text: &str| text.strip_prefix("pp=")?.parse::<u64>().ok();
        let mut fails = |text: &str| number(text).is_some_and(|number| number >= 37);
        assert_eq!(shrink("pp=1000", &['&'], &mut fails), "pp=37");
    }
}
