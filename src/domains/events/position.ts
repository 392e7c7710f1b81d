import { invalid } from '../../platform/kernel/index.ts';

/**
 * A position in an organization's events. It covers every event of transactions that ended before the snapshot `seen`,
 * and those up to `seq` of transactions that ended between `seen` and `reading`. `reading` null: no later ones.
 * Snapshots have PostgreSQL's format (`xmin:xmax:xip,…`). A reader that continues from a position misses and repeats
 * nothing, in whatever order transactions commit.
 */
export interface EventPosition {
  seen: string;
  reading: string | null;
  seq: number;
  /**
   * The timeline of the database when the position was made. Absent from positions in the database, which a failover sets
   * back together with the events.
   */
  timeline?: number | undefined;
}

/** Before every stored event. */
export const oldest: EventPosition = { seen: '1:1:', reading: null, seq: 0, timeline: 1 };

/** Returns the position as an opaque cursor for a query string. */
export function cursorOf({ seen, reading, seq, timeline = 1 }: EventPosition): string {
  return `${[seen, reading].map((moment) => (moment === null ? '' : shorten(moment))).join('~')}~${seq}${timeline === 1 ? '' : `~${timeline}`}`;
}

/** Parses a cursor made by `cursorOf`. Throws a 400 that names `field` for anything else. */
export function positionOf(cursor: string, field: string): EventPosition {
  const [seen = '', reading = '', seq = '', timeline = '1', ...rest] = cursor.split('~');
  const moments = [lengthen(seen), reading === '' ? null : lengthen(reading)] as const;
  if (
    moments[0] &&
    moments[1] !== undefined &&
    /^\d{1,15}$/.test(seq) &&
    isTimeline(timeline) &&
    rest.length === 0
  ) {
    return { seen: moments[0], reading: moments[1], seq: Number(seq), timeline: Number(timeline) };
  }
  throw invalid(field, 'must be a cursor that this service returned');
}

function isTimeline(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}

/** Delta-encodes the numbers in base 36: a few characters for every running transaction. */
function shorten(snapshot: string): string {
  const [xmin, xmax, xip] = snapshot.split(':') as [string, string, string];
  const running = xip === '' ? [] : xip.split(',');
  const numbers = [xmin, ...running, xmax].map(BigInt);
  return numbers.map((n, i) => (i === 0 ? n : n - numbers[i - 1]!).toString(36)).join('.');
}

const snapshotMax = 2n ** 63n;

function lengthen(short: string): string | undefined {
  if (!/^[0-9a-z]{1,13}(\.[0-9a-z]{1,13})+$/.test(short)) return undefined;
  let sum = 0n;
  const numbers = short.split('.').map((step) => {
    sum += fromBase36(step);
    return sum;
  });
  const [xmin, running, xmax] = [numbers[0]!, numbers.slice(1, -1), numbers.at(-1)!];
  const isAscending = running.every((xid, i) => i === 0 || xid > running[i - 1]!);
  if (xmin === 0n || xmax >= snapshotMax || !isAscending || running.at(-1) === xmax) return undefined;
  return `${xmin}:${xmax}:${running.join(',')}`;
}

function fromBase36(text: string): bigint {
  return [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
}

/** Returns whether `later` has seen the end of every transaction whose end `earlier` had seen. Both are snapshots. */
export function hasSeen(later: string, earlier: string): boolean {
  const [one, other] = [rangeOf(later), rangeOf(earlier)];
  // Behind the end of `later` all must have been running.
  const unended = other.running.filter((xid) => xid >= one.xmax).length;
  if (one.xmax < other.xmax && other.xmax - one.xmax !== BigInt(unended)) return false;
  const wereRunning = new Set(other.running);
  return one.running.every((xid) => xid >= other.xmax || wereRunning.has(xid));
}

function rangeOf(snapshot: string): { xmax: bigint; running: bigint[] } {
  const [, xmax, xip] = snapshot.split(':') as [string, string, string];
  return { xmax: BigInt(xmax), running: xip === '' ? [] : xip.split(',').map(BigInt) };
}
