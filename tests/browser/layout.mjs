// Where texts and figures of a page lie: texts on each other, texts that are cut off or small, heights in sight.

/**
 * Texts of which a part is out of sight for good: outside of an element that cuts off what does not fit, or beside the
 * page. What can be scrolled into sight is not cut off. With `allowsDots`, neither is a text that ends in three dots.
 */
export const cutOff = (page, { allowsDots = false } = {}) => page.evaluate((allowsDots) => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const own = text.parentElement;
    if (!text.data.trim() || !own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (own.closest("svg, option, noscript")) continue;
    // A button shows the whole caption.
    if (own.closest("figcaption:not(.whole)")?.querySelector(".whole-caption")?.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    // Drawings leave out numbers for which they have no room; their tables have all.
    const box = own.getBoundingClientRect();
    if (own.closest("[aria-hidden]") && (top >= box.bottom || left >= box.right)) continue;
    let cutter = "";
    for (let around = own; around; around = around.parentElement) {
      const { overflowX, overflowY, clipPath, position, textOverflow, webkitLineClamp } = getComputedStyle(around);
      if (allowsDots && (textOverflow === "ellipsis" || webkitLineClamp !== "none")) break;
      // A text for screen readers alone.
      if (clipPath !== "none") cutter = "";
      const isRoot = around === document.documentElement || around === document.body;
      if (clipPath !== "none" || position === "fixed" || (!isRoot && /auto|scroll/.test(overflowX + overflowY))) break;
      const box = isRoot ? { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity } : around.getBoundingClientRect();
      const isBeside = left < box.left - 1 || right > box.right + 1;
      const isAbove = top < box.top - 2 || bottom > box.bottom + 2;
      if ((isBeside && (isRoot || /hidden|clip/.test(overflowX))) || (isAbove && /hidden|clip/.test(overflowY))) {
        cutter ||= around.id || around.className || around.localName;
      }
    }
    if (cutter) found.push(`${cutter}: ${text.data.trim().slice(0, 60)}`);
  }
  return [...new Set(found)];
}, allowsDots);

/**
 * Pairs of texts that lie on each other in what is in sight. A text under an element with a background is covered, not
 * under another text.
 */
export const overlaps = (page) => page.evaluate(() => {
  /** The part of a rectangle that no element around it cuts off, without the space around letters. */
  const seen = ({ left, right, top, bottom }, own) => {
    const space = (bottom - top) * 0.22;
    const box = { left: left + 1, right: right - 1, top: top + space, bottom: bottom - space };
    for (let around = own; around; around = around.parentElement) {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(around);
      if (clipPath !== "none") return null;
      if (overflowX !== "visible" || overflowY !== "visible") {
        const frame = around.getBoundingClientRect();
        box.left = Math.max(box.left, frame.left);
        box.right = Math.min(box.right, frame.right);
        box.top = Math.max(box.top, frame.top);
        box.bottom = Math.min(box.bottom, frame.bottom);
      }
      if (position === "fixed") break;
    }
    return box.right - box.left > 1 && box.bottom - box.top > 1 ? box : null;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const own = text.parentElement;
    if (!text.data.trim() || own.closest("option, noscript, script, style")) continue;
    if (!own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const box = seen(rect, own);
      if (box) texts.push({ box, own, words: text.data.trim().slice(0, 40) });
    }
  }
  const isOpaque = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return colour !== "transparent" && !/, 0\)$|\/ 0\)$/.test(colour);
  };
  /** True if one of two texts is covered at a place: an element between them has a background. */
  const isCovered = (one, other, x, y) => {
    let met = 0;
    for (const element of document.elementsFromPoint(x, y)) {
      const holds = [one, other].filter(({ own }) => element === own || element.contains(own)).length;
      if (holds === 2) return false;
      met = Math.max(met, holds);
      if (met === 1 && isOpaque(element)) return true;
    }
    return false;
  };
  const found = [];
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1)) {
      if (one.own === other.own) continue;
      const left = Math.max(one.box.left, other.box.left);
      const right = Math.min(one.box.right, other.box.right);
      const top = Math.max(one.box.top, other.box.top);
      const bottom = Math.min(one.box.bottom, other.box.bottom);
      if (right - left < 1.5 || bottom - top < 1.5) continue;
      if (isCovered(one, other, (left + right) / 2, (top + bottom) / 2)) continue;
      found.push(`${one.words} | ${other.words}`);
    }
  });
  return [...new Set(found)];
});

/** The height of an element that is in sight, in pixels. */
export const heightInSight = (page, selector) => page.locator(selector).first().evaluate((element) => {
  let { top, bottom } = element.getBoundingClientRect();
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === "visible") continue;
    const frame = around.getBoundingClientRect();
    top = Math.max(top, frame.top);
    bottom = Math.min(bottom, frame.bottom);
  }
  return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
});

/** Texts of a page that are smaller than a number of pixels, with their size. */
export const smallTexts = (page, least) => page.evaluate((least) => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const own = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || own.closest("noscript, script, style")) continue;
    if (!own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { fontSize } = getComputedStyle(own);
    // A word of no size stands in place of a mark.
    if (parseFloat(fontSize) > 0 && parseFloat(fontSize) < least) found.add(`${fontSize}: ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return [...found];
}, least);
