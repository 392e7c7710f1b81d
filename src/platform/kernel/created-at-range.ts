import { type IdPrefix, newId } from './ids.ts';

/** The characters of an id behind its time. */
const randomCharacters = 16;

/** The latest time that ids are made for; the year is 10889. */
const latestMs = 2 ** 48 - 1;

interface CreatedAtFilter {
  /** RFC 3339, exclusive, as fine as it likes. */
  createdAtGt?: string | undefined;
  createdAtLt?: string | undefined;
}

/** The whole milliseconds (Unix time) that pass the filter: `fromMs <= ms < belowMs`. */
export function millisecondsWithin(filter: CreatedAtFilter): { fromMs: number; belowMs: number } {
  const { createdAtGt, createdAtLt } = filter;
  return {
    fromMs: createdAtGt === undefined ? 0 : Math.max(0, Math.floor(millisecondsOf(createdAtGt)) + 1),
    belowMs: createdAtLt === undefined ? latestMs : Math.max(0, Math.ceil(millisecondsOf(createdAtLt))),
  };
}

/**
 * Bounds of ids (`from <= id < below`) for "created after" and "created before", for rows whose `created_at` is
 * the millisecond in their id. So a filter by time is a range of the very index that gives the order; without a
 * filter the bounds hold every id.
 */
export function createdAtRange(prefix: IdPrefix, filter: CreatedAtFilter): { from: string; below: string } {
  const { fromMs, belowMs } = millisecondsWithin(filter);
  return { from: firstIdAt(prefix, fromMs), below: firstIdAt(prefix, belowMs) };
}

/** What every id of that millisecond or a later one is at least. */
export function firstIdAt(prefix: IdPrefix, atMs: number): string {
  return newId(prefix, Math.min(Math.max(0, atMs), latestMs)).slice(0, -randomCharacters);
}

/** Unix milliseconds; half a millisecond is added where the text says more than a Date can hold. */
function millisecondsOf(dateTime: string): number {
  return Date.parse(dateTime) + (/\.\d{3}\d*[1-9]/.test(dateTime) ? 0.5 : 0);
}
