/**
 * Time zones through Intl, fast: the runtime is asked a few times for each stretch of 32 days, the changes of the
 * clock inside it are found by bisection, and every later question about that stretch is arithmetic.
 */

/** A stretch of time in which the clock of a zone keeps one offset: `fromMs` included, `untilMs` not. */
interface OffsetSpan {
  fromMs: number;
  untilMs: number;
  /** What to add to UTC for the local wall clock. */
  offsetMs: number;
}

const secondMs = 1000;
const dayMs = 86_400_000;
const blockMs = 32 * dayMs;
/** Two changes of a clock are never this close, so that samples this far apart see every one. */
const sampleMs = 4 * dayMs;
/** What a zone remembers: some five years. More is asked only by mistake or malice. */
const blocksMax = 64;

const regions =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(?:\/[A-Z][A-Za-z0-9_+-]*)+$/;
/** The names of the IANA database without a region, as its files `etcetera` and `backward` have them. */
const plainNames = new Set(
  (
    'UTC GMT UCT Universal Zulu Greenwich GMT0 GMT+0 GMT-0 EST MST HST EST5EDT CST6CDT MST7MDT PST8PDT WET CET MET ' +
    'EET Cuba Egypt Eire GB GB-Eire Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo ' +
    'PRC Poland Portugal ROC ROK Singapore Turkey W-SU'
  ).split(' '),
);

interface Zone {
  format: Intl.DateTimeFormat;
  blocks: Map<number, OffsetSpan[]>;
}

const zones = new Map<string, Zone>();

/** Whether the name is a zone of the IANA database, in its own spelling; abbreviations and offsets are none. */
export function isTimeZone(name: string): boolean {
  if (zones.has(name)) return true;
  if (name.length > 64 || !(regions.test(name) || plainNames.has(name))) return false;
  try {
    openZone(name);
    return true;
  } catch {
    return false;
  }
}

/** The stretch around `atMs` in which the clock of `zone` keeps one offset; it may be cut short, never too long. */
export function offsetSpanAt(zone: string, atMs: number): OffsetSpan {
  const { format, blocks } = zones.get(zone) ?? openZone(zone);
  const index = Math.floor(atMs / blockMs);
  let spans = blocks.get(index);
  if (!spans) {
    if (blocks.size >= blocksMax) blocks.clear();
    spans = findSpans(format, index * blockMs, (index + 1) * blockMs);
    blocks.set(index, spans);
  }
  for (const span of spans) if (atMs < span.untilMs) return span;
  throw new RangeError(`no time: ${atMs}`);
}

function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const zone = { format, blocks: new Map<number, OffsetSpan[]>() };
  zones.set(name, zone);
  return zone;
}

function findSpans(format: Intl.DateTimeFormat, fromMs: number, untilMs: number): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let span = { fromMs, untilMs, offsetMs: readOffset(format, fromMs) };
  for (let sampledMs = fromMs; sampledMs < untilMs; sampledMs += sampleMs) {
    const next = Math.min(sampledMs + sampleMs, untilMs - secondMs);
    const offsetMs = readOffset(format, next);
    if (offsetMs === span.offsetMs) continue;
    span.untilMs = findChange(format, sampledMs, next, span.offsetMs);
    spans.push(span);
    span = { fromMs: span.untilMs, untilMs, offsetMs };
  }
  spans.push(span);
  return spans;
}

/** The first second after `beforeMs` at which the offset is no longer `offsetMs`; at `afterMs` it is another. */
function findChange(
  format: Intl.DateTimeFormat,
  beforeMs: number,
  afterMs: number,
  offsetMs: number,
): number {
  let before = beforeMs;
  let after = afterMs;
  while (after - before > secondMs) {
    const middle = before + Math.floor((after - before) / 2 / secondMs) * secondMs;
    if (readOffset(format, middle) === offsetMs) before = middle;
    else after = middle;
  }
  return after;
}

/** The offset as Intl writes it: `GMT`, `GMT-05:00`, and `GMT-04:56:02` for the local mean times of old. */
function readOffset(format: Intl.DateTimeFormat, atMs: number): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(atMs));
  if (!match) throw new Error(`the runtime wrote no offset for ${format.resolvedOptions().timeZone}`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * secondMs;
  return sign === '-' ? -ms : ms;
}
