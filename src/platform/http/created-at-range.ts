import { type IdPrefix, newId } from '../kernel/index.ts';

/** The number of random characters that follow the time in an id. */
const randomCharacters = 16;

/** The latest time that fits into an id, in the year 10889. */
const latestMs = 2 ** 48 - 1;

interface CreatedAtFilter {
  /** RFC 3339, exclusive, with any number of fraction digits. */
  createdAtGt?: string | undefined;
  createdAtLt?: string | undefined;
}

/** Returns the whole milliseconds (Unix time) that pass the filter: `fromMs <= ms < belowMs`. */
export function millisecondsWithin(filter: CreatedAtFilter): { fromMs: number; belowMs: number } {
  const { createdAtGt, createdAtLt } = filter;
  return {
    fromMs: createdAtGt === undefined ? 0 : Math.max(0, Math.floor(millisecondsOf(createdAtGt)) + 1),
    belowMs: createdAtLt === undefined ? latestMs : Math.max(0, Math.ceil(millisecondsOf(createdAtLt))),
  };
}

/**
 * Returns the bounds of ids (`from <= id < below`) for rows whose `created_at` is the millisecond in their id. A filter
 * by time is then a range of the index that also sorts the rows. Without a filter the bounds include every id.
 */
export function createdAtRange(prefix: IdPrefix, filter: CreatedAtFilter): { from: string; below: string } {
  const { fromMs, belowMs } = millisecondsWithin(filter);
  return { from: firstIdAt(prefix, fromMs), below: firstIdAt(prefix, belowMs) };
}

/** Returns the lower bound of all ids of that millisecond or later. */
export function firstIdAt(prefix: IdPrefix, atMs: number): string {
  return newId(prefix, Math.min(Math.max(0, atMs), latestMs)).slice(0, -randomCharacters);
}

/** Returns Unix milliseconds, with half a millisecond added when the text is finer than a Date. */
function millisecondsOf(dateTime: string): number {
  return Date.parse(dateTime) + (/\.\d{3}\d*[1-9]/.test(dateTime) ? 0.5 : 0);
}
