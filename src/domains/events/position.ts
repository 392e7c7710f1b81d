import { invalid } from '../../platform/kernel/index.ts';

/**
 * A place in an organization's events. Everything was read of the transactions that had ended at the moment `seen`, and
 * of those that ended between it and `reading`, everything up to `seq`; where `reading` is null, nothing of later ones.
 * Moments are snapshots as PostgreSQL writes them (`xmin:xmax:xip,…`). Whoever goes on from a place misses nothing and
 * reads nothing twice, whatever commits meanwhile and in whatever order.
 */
export interface EventPosition {
  seen: string;
  reading: string | null;
  seq: number;
}

/** Before every event that is kept. */
export const oldest: EventPosition = { seen: '1:1:', reading: null, seq: 0 };

/** The place as a client is handed it: opaque, for a query string. */
export function cursorOf({ seen, reading, seq }: EventPosition): string {
  return `${[seen, reading].map((moment) => (moment === null ? '' : shorten(moment))).join('~')}~${seq}`;
}

/** The place that `cursorOf` told; anything else is a 400 that names `field`. */
export function positionOf(cursor: string, field: string): EventPosition {
  const [seen = '', reading = '', seq = '', ...rest] = cursor.split('~');
  const moments = [lengthen(seen), reading === '' ? null : lengthen(reading)] as const;
  if (moments[0] && moments[1] !== undefined && /^\d{1,15}$/.test(seq) && rest.length === 0) {
    return { seen: moments[0], reading: moments[1], seq: Number(seq) };
  }
  throw invalid(field, 'is not a cursor that this service gave out');
}

/** Each number as what it is more than the one before, in base 36: some characters for every transaction that ran. */
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
