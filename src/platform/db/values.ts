import pg from 'pg';
import type { LargeResultError } from './result-bound.ts';

const int8 = 20;
const timestamptz = 1184;
const date = 1082;

/**
 * Formats `2026-11-21 03:45:00.12+00` as `2026-11-21T03:45:00.120Z` (RFC 3339, at least milliseconds). A Date would
 * lose the microseconds. Sessions run in UTC, so the offset is always `+00`.
 */
function toRfc3339(text: string): string {
  if (!text.endsWith('+00')) return text;
  const body = text.slice(0, -3).replace(' ', 'T');
  const dot = body.indexOf('.');
  if (dot === -1) return `${body}.000Z`;
  const digits = body.length - dot - 1;
  return `${digits < 3 ? body.padEnd(dot + 4, '0') : body}Z`;
}

/** Parses timestamps as RFC 3339 text, bigint as number, dates as text, and the rest as pg does. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === timestamptz) return toRfc3339;
      if (oid === int8) return Number;
      if (oid === date) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Returns parsers that pass the length of each text to `count` first. When that throws, `onTooLarge` is called once,
 * and the driver drops the rows that it still receives.
 */
export function countingParsers(
  count: (characters: number) => void,
  onTooLarge: (error: LargeResultError) => void,
): pg.CustomTypesConfig {
  return {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      const parse = typeParsers.getTypeParser(oid, format as 'text') as (value: string) => unknown;
      return (value: string) => {
        try {
          count(value.length);
        } catch (thrown) {
          onTooLarge(thrown as LargeResultError);
          throw thrown;
        }
        return parse(value);
      };
    },
  };
}

/** Returns a value as JSON text for a `json` parameter. Undefined and null become SQL null. */
export function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
