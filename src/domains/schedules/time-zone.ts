/**
 * Fast time zones: Intl is asked a few times per block of 32 days, clock changes inside it are found by bisection, and
 * later questions about the block are arithmetic.
 */

/** A span in which a zone keeps one offset: from `fromMs`, before `untilMs`. */
interface OffsetSpan {
  fromMs: number;
  untilMs: number;
  /** Added to UTC, it yields the local wall clock. */
  offsetMs: number;
}

const secondMs = 1000;
const dayMs = 86_400_000;
const blockMs = 32 * dayMs;
/** No two clock changes are this close, so samples this far apart detect all of them. */
const sampleMs = 4 * dayMs;
/** Cached blocks per zone, about five years. Only mistakes or attacks ask for more. */
const blocksMax = 64;

const regions =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(?:\/[A-Z][A-Za-z0-9_+-]*)+$/;
/** IANA zone names without a region, from the files `etcetera` and `backward`. */
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

/** Returns whether the name is an IANA zone in its own spelling. Abbreviations and offsets are not zones. */
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

/** Returns a span around `atMs` in which `zone` keeps one offset. It may be shorter than the longest, never longer. */
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
  throw new RangeError(`not a valid time: ${atMs}`);
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

/** Returns the first second after `beforeMs` with an offset other than `offsetMs`; `afterMs` has another offset. */
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

/** Parses the offset written by Intl: `GMT`, `GMT-05:00`, or `GMT-04:56:02` for historic local mean time. */
function readOffset(format: Intl.DateTimeFormat, atMs: number): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(atMs));
  if (!match) throw new Error(`Intl returned no offset for ${format.resolvedOptions().timeZone}`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * secondMs;
  return sign === '-' ? -ms : ms;
}
