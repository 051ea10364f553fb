/**
 * Draws the recording of a terminal session as an SVG. Record with `script -qc "npm start" session.log`, then run
 * `node scripts/terminal-picture.mjs session.log docs/images/session.svg [columns]`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import xterm from "@xterm/headless";

const CELL = { width: 8.4, height: 19, font: 14 };
const PADDING = 16;
const BAR = 34;
const BACKGROUND = "#1d2021";
const FOREGROUND = "#d8d4c8";
const SIXTEEN = (
  "#3c3836 #f0706a #a9c77d #e5c07b #7fa7d8 #c792c9 #7fc1b6 #d8d4c8 " +
  "#8a8478 #ff8f88 #bfe08f #f5d58f #9dc3f0 #e0aee2 #98dccf #ffffff"
).split(" ");

const [recording, picture, columns = "100"] = process.argv.slice(2);
if (recording === undefined || picture === undefined) {
  console.error("usage: node scripts/terminal-picture.mjs <recording> <picture.svg> [columns]");
  process.exit(2);
}
const rows = await replay(readFileSync(recording, "utf8"), Number(columns));
writeFileSync(picture, formatSvg(rows, Number(columns)));

/** Plays the bytes on a terminal; returns its lines as runs of equally styled text, without empty lines at the end. */
async function replay(text, cols) {
  // `script` frames what it recorded with two lines of its own.
  const session = text.replace(/^Script started[^\n]*\n/, "").replace(/\n?Script done[^\n]*\n?$/, "");
  const terminal = new xterm.Terminal({ cols, rows: 24, scrollback: 10_000, allowProposedApi: true });
  await new Promise((resolve) => terminal.write(session.replace(/\r?\n/g, "\r\n"), resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, row) => readRuns(active.getLine(row), cols));
  while (lines.length > 0 && lines.at(-1).length === 0) lines.pop();
  return lines;
}

function readRuns(line, cols) {
  const runs = [];
  const end = line.translateToString(true).length;
  for (let column = 0; column < Math.min(end, cols); column += 1) {
    const cell = line.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const style = readStyle(cell);
    const last = runs.at(-1);
    const text = cell.getChars() || " ";
    if (last !== undefined && JSON.stringify(last.style) === JSON.stringify(style)) {
      last.text += text;
      last.width += cell.getWidth();
    } else {
      runs.push({ column, text, width: cell.getWidth(), style });
    }
  }
  return runs;
}

function readStyle(cell) {
  const own = cell.isFgDefault() ? FOREGROUND : readColor(cell.getFgColor(), cell.isFgRGB());
  const behind = cell.isBgDefault() ? undefined : readColor(cell.getBgColor(), cell.isBgRGB());
  const inverse = cell.isInverse() !== 0;
  return {
    fill: inverse ? (behind ?? BACKGROUND) : own,
    behind: inverse ? own : behind,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
  };
}

/** A palette index (16 colours, a 6×6×6 cube, 24 greys) or a 24-bit number as a CSS colour. */
function readColor(value, isRgb) {
  if (isRgb) return `#${value.toString(16).padStart(6, "0")}`;
  if (value < 16) return SIXTEEN[value];
  if (value >= 232) return `rgb(${Array(3).fill((value - 232) * 10 + 8)})`;
  const level = (step) => (step === 0 ? 0 : step * 40 + 55);
  const cube = value - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level)})`;
}

function formatSvg(lines, cols) {
  const width = Math.ceil(cols * CELL.width + 2 * PADDING);
  const height = lines.length * CELL.height + 2 * PADDING + BAR;
  const dots = ["#f0706a", "#e5c07b", "#a9c77d"].map(
    (color, index) => `<circle cx="${20 + index * 20}" cy="18" r="6" fill="${color}"/>`,
  );
  const body = lines.flatMap((runs, row) => runs.flatMap((run) => formatRun(run, BAR + PADDING + row * CELL.height)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    `  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${CELL.font}">`,
    "<title>A session in the terminal</title>",
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    ...dots,
    ...body,
    "</svg>",
    "",
  ].join("\n");
}

/** A run is stretched to its cells, so that columns line up whatever font the reader has. */
function formatRun({ column, text, width, style }, top) {
  const x = (PADDING + column * CELL.width).toFixed(1);
  const length = (width * CELL.width).toFixed(1);
  const attributes = [
    `x="${x}" y="${top + CELL.font}" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${style.fill}"`,
    style.bold ? 'font-weight="bold"' : "",
    style.dim ? 'opacity="0.65"' : "",
    style.italic ? 'font-style="italic"' : "",
    style.underline ? 'text-decoration="underline"' : "",
  ];
  const box = style.behind
    ? [`<rect x="${x}" y="${top - 1}" width="${length}" height="${CELL.height}" fill="${style.behind}"/>`]
    : [];
  if (text.trim() === "") return box;
  return [...box, `<text xml:space="preserve" ${attributes.filter(Boolean).join(" ")}>${escapeXml(text)}</text>`];
}

function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
