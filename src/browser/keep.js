// Saves a figure as a file: its visible part as SVG or PNG, or its numbers as CSV. Of a scene that plays also a strip
// with a picture of each moment, and an animated PNG.
const SVG = "http://www.w3.org/2000/svg";
/** Style properties that are written into a drawing, because a file has no style sheets. */
const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity",
  "font-size", "font-family", "font-weight", "text-anchor", "dominant-baseline", "paint-order"];
/** Number of PNG pixels for one CSS pixel. */
const SHARPNESS = 2;
/** Margin around a figure. */
const MARGIN = 16;
/** Milliseconds after which drawing pauses, so that the page answers its reader meanwhile. */
const SLICE = 8;
/** Number of drawings that begin again because the figure has changed; the one after them does not pause. */
const ATTEMPTS = 3;
/** Columns of a strip, and the height of its title. */
const COLUMNS = 2;
const TITLE = 44;

/** Saves `figure` as a file of this `kind`: "svg", "png" or "csv"; of a scene that plays also "strip" or "film". */
export async function keep(figure, kind) {
  const name = `shardwise-${figure.id}`;
  if (kind === "csv") return download(new Blob([await csv(figure)], { type: "text/csv" }), `${name}.csv`);
  if (kind === "strip") return download(written(await strip(figure)), `${name}-strip.svg`);
  if (kind === "film") return download(await film(figure), `${name}-film.png`);
  const drawing = await draw(figure);
  if (kind === "svg") return download(written(drawing), `${name}.svg`);
  return download(await pngOf(await canvasOf(drawing, SHARPNESS)), `${name}.png`);
}

/** A drawing as a file. */
function written(drawing) {
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
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

async function canvasOf(drawing, sharpness) {
  const image = new Image();
  image.src = URL.createObjectURL(written(drawing));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawing.width.baseVal.value * sharpness;
  canvas.height = drawing.height.baseVal.value * sharpness;
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas;
}

function pngOf(canvas) {
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

/** Moves a scene to the places that a file shows, and draws it at each; then leads it back. */
async function* scenes(figure, kind) {
  const place = figure.querySelector(".watch-place");
  const drawn = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
  const seek = (value) => {
    place.value = value;
    place.dispatchEvent(new Event("input", { bubbles: true }));
    return drawn();
  };
  const before = place.value;
  place.dispatchEvent(new CustomEvent("frames"));
  await drawn();
  for (const frame of place.dataset[kind].split(" ")) {
    const [value, milliseconds] = frame.split(":").map(Number);
    await seek(value);
    yield { drawing: drawPlayer(figure), milliseconds };
  }
  await seek(before);
}

/** The scene at its place, with its sentence below. */
function drawPlayer(figure) {
  const [picture, foot] = [".watch-drawing", ".watch-foot"].map((name) => figure.querySelector(name));
  const [above, below] = [picture, foot].map((part) => part.getBoundingClientRect());
  const width = Math.ceil(above.width + 2 * MARGIN);
  const drawing = paper(figure, width, Math.ceil(above.height + below.height + 2 * MARGIN));
  const left = above.left - MARGIN;
  const all = (part, top) => [...drawElement(part, drawing, { left, top })];
  all(picture.querySelector("svg"), above.top - MARGIN);
  // On a phone the foot sticks to the window.
  for (const part of foot.querySelectorAll(".watch-number, .watch-sentence")) all(part, below.top - above.height - MARGIN);
  return drawing;
}

/** A picture of each moment of a scene, in rows. */
async function strip(figure) {
  const drawings = [];
  for await (const { drawing } of scenes(figure, "strip")) drawings.push(drawing);
  const [width, height] = ["width", "height"].map((side) => drawings[0][side].baseVal.value);
  const columns = Math.min(COLUMNS, drawings.length);
  const whole = paper(figure, columns * width, TITLE + Math.ceil(drawings.length / columns) * height);
  const { color, fontFamily } = getComputedStyle(figure);
  const title = { x: MARGIN, y: TITLE - MARGIN, fill: color, "font-family": fontFamily, "font-size": 16 };
  element("text", title, whole).textContent = figure.querySelector("figcaption").textContent;
  for (const [index, drawing] of drawings.entries()) {
    drawing.setAttribute("x", (index % columns) * width);
    drawing.setAttribute("y", TITLE + Math.floor(index / columns) * height);
    whole.append(drawing);
  }
  return whole;
}

/** A scene as an animated PNG (PNG 3, section 5.6: acTL, fcTL, fdAT). A frame holds only the part that changes. */
async function film(figure) {
  const frames = [];
  let before;
  for await (const { drawing, milliseconds } of scenes(figure, "film")) {
    const canvas = await canvasOf(drawing, 1);
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const part = before ? changedPart(before, data, canvas.width) : [0, 0, canvas.width, canvas.height];
    before = data;
    if (part) frames.push({ part, milliseconds, bytes: await bytesOf(cropped(canvas, part)) });
    else frames.at(-1).milliseconds += milliseconds;
  }
  return animated(frames);
}

/** Left, top, width and height of the part in which two pictures differ, if they do. */
function changedPart(before, now, width) {
  const [one, other] = [before, now].map(({ buffer }) => new Uint32Array(buffer));
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let pixel = 0; pixel < one.length; pixel += 1) {
    if (one[pixel] === other[pixel]) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? undefined : [left, top, right - left + 1, bottom - top + 1];
}

function cropped(canvas, [left, top, width, height]) {
  const part = document.createElement("canvas");
  [part.width, part.height] = [width, height];
  part.getContext("2d").drawImage(canvas, -left, -top);
  return part;
}

async function bytesOf(canvas) {
  return new Uint8Array(await (await pngOf(canvas)).arrayBuffer());
}

/** The frames as one animated PNG. The first one has the size of all. */
function animated(frames) {
  let number = 0;
  const [[, head], ...rest] = chunks(frames[0].bytes);
  const written = [frames[0].bytes.subarray(0, 8), chunk("IHDR", head), chunk("acTL", words(frames.length, 0))];
  for (const [name, data] of rest) if (name !== "IDAT" && name !== "IEND") written.push(chunk(name, data));
  for (const { part: [left, top, width, height], milliseconds, bytes } of frames) {
    const time = new Uint8Array([milliseconds >> 8, milliseconds, 1_000 >> 8, 1_000, 0, 0]);
    written.push(chunk("fcTL", words(number, width, height, left, top), time));
    number += 1;
    const isFirst = number === 1;
    for (const [name, data] of chunks(bytes)) {
      if (name !== "IDAT") continue;
      written.push(isFirst ? chunk("IDAT", data) : chunk("fdAT", words(number), data));
      if (!isFirst) number += 1;
    }
  }
  written.push(chunk("IEND"));
  return new Blob(written, { type: "image/png" });
}

/** Names and data of the chunks of a PNG. */
function chunks(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = [];
  for (let at = 8; at < bytes.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    found.push([name, bytes.subarray(at + 8, at + 8 + view.getUint32(at))]);
  }
  return found;
}

/** A chunk of a PNG: length, name, data and check sum. */
function chunk(name, ...parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(12 + size);
  bytes.set(words(size));
  bytes.set([...name].map((letter) => letter.charCodeAt(0)), 4);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes.set(words(checkSum(bytes.subarray(4, at))), at);
  return bytes;
}

/** Numbers of four bytes. */
function words(...numbers) {
  const bytes = new Uint8Array(4 * numbers.length);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, index) => { view.setUint32(4 * index, number); });
  return bytes;
}

/** The check sum of a chunk: CRC-32 (PNG 3, annex D). */
function checkSum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
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
  const drawing = paper(figure, Math.ceil(across + 2 * MARGIN), height);
  for (const child of visible) yield* drawElement(child, drawing, frame);
  return drawing;
}

/** An empty drawing with the name and the address of a figure. */
function paper(figure, width, height) {
  const drawing = element("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  element("title", {}, drawing).textContent = figure.querySelector("figcaption")?.textContent ?? figure.id;
  element("desc", {}, drawing).textContent = location.href;
  const fill = getComputedStyle(document.body).backgroundColor;
  const hatch = element("pattern", { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, element("defs", {}, drawing));
  element("rect", { width: 2, height: 5, fill, "fill-opacity": 0.6 }, hatch);
  element("rect", { width, height, fill }, drawing);
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
