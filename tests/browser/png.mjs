// Pictures of few colours as PNG files of a palette, which are a third as large.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** The chunks of a PNG file. */
function* chunks(png) {
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield [png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += length + 12;
  }
}

/** The pixels of a PNG file of 8 bits, RGB or RGBA, as a browser makes it: width, height, three bytes a pixel. */
function decoded(png) {
  let header;
  const data = [];
  for (const [name, content] of chunks(png)) {
    if (name === "IHDR") header = content;
    if (name === "IDAT") data.push(content);
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, type, , , interlaced] = header.subarray(8);
  const size = { 2: 3, 6: 4 }[type];
  if (depth !== 8 || !size || interlaced) throw new Error(`a PNG of type ${type}, ${depth} bits`);
  const bytes = inflateSync(Buffer.concat(data));
  const pixels = Buffer.alloc(width * height * 3);
  const row = width * size;
  let above = Buffer.alloc(row);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (row + 1)];
    const line = bytes.subarray(y * (row + 1) + 1, (y + 1) * (row + 1));
    for (let x = 0; x < row; x += 1) {
      const left = x < size ? 0 : line[x - size];
      const corner = x < size ? 0 : above[x - size];
      line[x] += [0, left, above[x], (left + above[x]) >> 1, nearest(left, above[x], corner)][filter];
    }
    for (let x = 0; x < width; x += 1) line.copy(pixels, (y * width + x) * 3, x * size, x * size + 3);
    above = line;
  }
  return { width, height, pixels };
}

/** The predictor of Paeth. */
function nearest(left, above, corner) {
  const sum = left + above - corner;
  const distances = [left, above, corner].map((value) => Math.abs(sum - value));
  return [left, above, corner][distances.indexOf(Math.min(...distances))];
}

/** Up to 256 colours that stand for all colours of a picture, and the one of each: boxes are halved at their median. */
function palette(counts) {
  const boxes = [[...counts.keys()]];
  const channel = (colour, place) => (colour >> (8 * place)) & 255;
  /** The channel in which a box is widest, and its width there, weighted by the box's pixels. */
  const widest = (box) => {
    const widths = [0, 1, 2].map((place) => {
      const values = box.map((colour) => channel(colour, place));
      return values.reduce((most, value) => Math.max(most, value)) - values.reduce((least, value) => Math.min(least, value));
    });
    const width = Math.max(...widths);
    return { place: widths.indexOf(width), width };
  };
  const split = new Map(boxes.map((box) => [box, widest(box)]));
  while (boxes.length < 256) {
    boxes.sort((one, other) => split.get(other).width - split.get(one).width);
    const box = boxes[0];
    const { place, width } = split.get(box);
    if (width === 0) break;
    box.sort((one, other) => channel(one, place) - channel(other, place));
    const half = box.length >> 1;
    const halves = [box.slice(0, half), box.slice(half)];
    for (const half of halves) split.set(half, widest(half));
    boxes.splice(0, 1, ...halves);
  }
  const places = new Map();
  const colours = boxes.map((box, index) => {
    // The commonest colour stays exact: paper and ink are flat.
    let commonest = box[0];
    for (const colour of box) {
      places.set(colour, index);
      if (counts.get(colour) > counts.get(commonest)) commonest = colour;
    }
    return commonest;
  });
  return { colours, places };
}

function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG file with a palette of at most 256 colours instead. */
export function reduced(png) {
  const { width, height, pixels } = decoded(png);
  const counts = new Map();
  const colourAt = (pixel) => pixels.readUIntBE(pixel * 3, 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colourAt(pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const { colours, places } = palette(counts);
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rows[pixel + Math.floor(pixel / width) + 1] = places.get(colourAt(pixel));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const table = Buffer.alloc(colours.length * 3);
  colours.forEach((colour, index) => table.writeUIntBE(colour, index * 3, 3));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", table),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
