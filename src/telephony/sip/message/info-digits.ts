import type { Body } from './serialize.ts';

/**
 * Returns the DTMF key of a SIP INFO: `application/dtmf-relay` (`Signal=5`, `Duration=160`) or
 * `application/dtmf` (the key alone), as telephone systems without RFC 4733 send them. `null` for any other
 * body.
 */
export function digitOfInfo(contentType: string, body: string): string | null {
  const text = body.slice(0, 256);
  const found =
    contentType === 'application/dtmf-relay'
      ? /^[ \t]*signal[ \t]*=[ \t]*([0-9*#a-d]|1[0-5])[ \t]*\r?$/im.exec(text)
      : contentType === 'application/dtmf'
        ? /^\s*([0-9*#a-d]|1[0-5])\s*$/i.exec(text)
        : null;
  const key = found?.[1];
  // Some peers send the RFC 4733 event number: 10 is the star, 11 the hash, 12 to 15 are A to D.
  return key === undefined ? null : key.length === 2 ? '*#ABCD'[Number(key) - 10]! : key.toUpperCase();
}

/** Returns the INFO body of a key that is held for `durationMs`. */
export function infoOfDigit(digit: string, durationMs: number): Body {
  return { contentType: 'application/dtmf-relay', content: `Signal=${digit}\r\nDuration=${durationMs}\r\n` };
}
