// Saves a figure as a file: its visible part as SVG or PNG, or its numbers as CSV.
const SVG = "http://www.w3.org/2000/svg";
/** Style properties that are written into a drawing, because a file has no style sheets. */
const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity",
  "font-size", "font-family", "font-weight", "text-anchor", "dominant-baseline"];
/** Number of PNG pixels for one CSS pixel. */
const SHARPNESS = 2;
/** Margin around a figure. */
const MARGIN = 16;
/** Milliseconds after which drawing pauses, so that the page answers its reader meanwhile. */
const SLICE = 8;
/** Number of drawings that begin again because the figure has changed; the one after them does not pause. */
const ATTEMPTS = 3;

/** Saves `figure` as a file of this `kind`: "svg", "png" or "csv". */
export async function keep(figure, kind) {
  const name = `shardwise-${figure.id}.${kind}`;
  if (kind === "csv") return download(new Blob([await csv(figure)], { type: "text/csv" }), name);
  const drawing = await draw(figure);
  const text = new XMLSerializer().serializeToString(drawing);
  const blob = new Blob([text], { type: "image/svg+xml" });
  return download(kind === "svg" ? blob : await png(blob, drawing), name);
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

/** The table behind the figure, which exists only while it is open. */
async function csv(figure) {
  const details = figure.querySelector("details.numbers");
  const wasOpen = details.open;
  details.open = true;
  for (let frame = 0; frame < 120 && !details.querySelector("table"); frame += 1) {
    await new Promise(requestAnimationFrame);
  }
  const cell = (cell) => `"${cell.textContent.replaceAll("\u{a0}", " ").replaceAll("\"", "\"\"")}"`;
  const rows = [...(details.querySelector("table")?.rows ?? [])];
  const text = rows.map((row) => [...row.cells].map(cell).join(",")).join("\r\n");
  details.open = wasOpen;
  return `\u{feff}${text}\r\n`;
}

async function png(blob, { width, height }) {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width.baseVal.value * SHARPNESS;
  canvas.height = height.baseVal.value * SHARPNESS;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function element(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}

/** The figure as a drawing, made in slices. A figure that changes meanwhile, as during a drag, is drawn anew. */
async function draw(figure) {
  let hasChanged = false;
  const observer = new MutationObserver(() => {
    hasChanged = true;
  });
  observer.observe(figure, { subtree: true, childList: true, characterData: true, attributes: true });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      hasChanged = false;
      const steps = drawSteps(figure);
      for (let began = performance.now(), step = steps.next(); !hasChanged; step = steps.next()) {
        if (step.done) return step.value;
        if (performance.now() - began < SLICE) continue;
        await new Promise((resolve) => { setTimeout(resolve); });
        began = performance.now();
      }
    }
  } finally {
    observer.disconnect();
  }
  const steps = drawSteps(figure);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Draws the visible part of the figure, without collapsed parts and buttons: an element in each step. */
function* drawSteps(figure) {
  // The reader may scroll between two steps: places count from the figure.
  const frame = {
    get left() {
      return figure.getBoundingClientRect().left - MARGIN;
    },
    get top() {
      return figure.getBoundingClientRect().top - MARGIN;
    },
  };
  const across = figure.getBoundingClientRect().width;
  const visible = [...figure.querySelectorAll(":scope > :not(details, .behind, .drawn), :scope > .drawn > *")];
  const height = Math.ceil(Math.max(...visible.map((child) => child.getBoundingClientRect().bottom)) - frame.top + MARGIN);
  const width = Math.ceil(across + 2 * MARGIN);
  const drawing = element("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  element("title", {}, drawing).textContent = figure.querySelector("figcaption")?.textContent ?? figure.id;
  element("desc", {}, drawing).textContent = location.href;
  const paper = getComputedStyle(document.body).backgroundColor;
  const hatch = element("pattern", { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, element("defs", {}, drawing));
  element("rect", { width: 2, height: 5, fill: paper, "fill-opacity": 0.6 }, hatch);
  element("rect", { width, height, fill: paper }, drawing);
  for (const child of visible) yield* drawElement(child, drawing, frame);
  return drawing;
}

function* drawElement(source, drawing, frame) {
  yield;
  const style = getComputedStyle(source);
  if (source.matches("details, button.act, .unseen, :has(> select)") || style.display === "none" || style.visibility === "hidden") return;
  const rect = source.getBoundingClientRect();
  const place = { x: rect.left - frame.left, y: rect.top - frame.top, width: rect.width, height: rect.height };
  if (source.tagName === "svg") {
    drawing.append(yield* inlined(source, place));
    return;
  }
  if (source.tagName === "CANVAS") {
    element("image", { ...place, href: source.toDataURL() }, drawing);
    return;
  }
  if (!/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor)) {
    element("rect", { ...place, fill: style.backgroundColor }, drawing);
  }
  if (style.backgroundImage.startsWith("repeating")) element("rect", { ...place, fill: "url(#hatch)" }, drawing);
  drawBorders(style, place, drawing);
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) drawText(child, style, drawing, frame);
    else if (child.nodeType === Node.ELEMENT_NODE) yield* drawElement(child, drawing, frame);
  }
}

/** A copy of a drawing with the computed styles written into it. */
function* inlined(source, place) {
  const copy = source.cloneNode(true);
  const originals = source.querySelectorAll("*");
  for (const [index, part] of copy.querySelectorAll("*").entries()) {
    yield;
    const style = getComputedStyle(originals[index]);
    // As a property, because the page's policy forbids the attribute.
    for (const look of LOOKS) part.style.setProperty(look, style.getPropertyValue(look));
    part.removeAttribute("class");
  }
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value);
  return copy;
}

function drawBorders(style, { x, y, width, height }, drawing) {
  const sides = { Top: [x, y, width, 0], Bottom: [x, y + height, width, 0], Left: [x, y, 0, height], Right: [x + width, y, 0, height] };
  for (const [side, [left, top, across, down]] of Object.entries(sides)) {
    const thickness = parseFloat(style[`border${side}Width`]);
    if (thickness > 0 && style[`border${side}Style`] !== "none") {
      element("path", { d: `M${left} ${top}h${across}v${down}`, fill: "none", stroke: style[`border${side}Color`], "stroke-width": thickness }, drawing);
    }
  }
}

/** A text with its lines at their positions; browsers report positions word by word. */
function drawText(node, style, drawing, frame) {
  const lines = [];
  const range = document.createRange();
  for (const word of node.data.matchAll(/\S+/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const rect = range.getClientRects()[0];
    if (!rect) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.rect.top - rect.top) < 2) last.words.push(word[0]);
    else lines.push({ rect, words: [word[0]] });
  }
  for (const { rect, words } of lines) {
    const size = parseFloat(style.fontSize);
    const attributes = {
      x: rect.left - frame.left,
      y: rect.top - frame.top + (rect.height + size * 0.7) / 2,
      fill: style.color,
      "font-size": size,
      "font-family": style.fontFamily,
      "font-weight": style.fontWeight,
    };
    element("text", attributes, drawing).textContent = words.join(" ");
  }
}
