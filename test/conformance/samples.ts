import { randomInt, randomUUID } from 'node:crypto';

/** Area codes of the United States, in which numbers with 555 are not assigned. */
const areaCodes = [
  201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213, 214, 215, 216, 217, 218, 219, 224, 225, 228, 229,
  231, 234, 239, 240, 248, 251, 252, 253, 254, 256, 260, 262, 267, 269, 270, 276, 281, 301, 302, 303, 304,
  305, 307, 308, 309, 310, 312, 313, 314, 315, 316, 317, 318, 319, 320, 321, 323, 325, 330, 331, 334, 336,
];

/** Returns a random E.164 number out of some 600,000, so that two runs hardly collide: `+1 <area> 555 <4 digits>`. */
export function randomNumber(): string {
  const area = areaCodes[randomInt(areaCodes.length)];
  return `+1${area}555${String(randomInt(10_000)).padStart(4, '0')}`;
}

/** Returns a name that no other run uses, within the 40 characters of a campaign's name. */
export function uniqueName(what: string): string {
  return `${what.slice(0, 15)} ${randomUUID().slice(0, 23)}`;
}

/** Returns a well-formed id of this type that no resource has. */
export function unknownId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** Returns the number in formats that people use in the United States. */
export function commonFormats(number: string): string[] {
  const [area, exchange, line] = [number.slice(2, 5), number.slice(5, 8), number.slice(8)];
  return [
    number,
    `${area}${exchange}${line}`,
    `(${area}) ${exchange}-${line}`,
    `1-${area}-${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `${area}.${exchange}.${line}`,
    `+1 ${area} ${exchange} ${line}`,
    `1${area}${exchange}${line}`,
  ];
}

/** Texts that cannot be read as a phone number. */
export const unreadableNumbers = ['abc', '+', '123', '++15551234567', '12345678901234567890', ' ', 'null'];

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const dayMs = 86_400_000;

/**
 * Returns a schedule that stays closed for weeks. It is open for one minute on the weekday of three days ago, and the
 * next dates of that weekday are closed. A call that waits for it is never dialed during a run.
 */
export function closedSchedule(nowMs: number): Record<string, unknown> {
  const weekday = dayNames[new Date(nowMs - 3 * dayMs).getUTCDay()];
  const exceptions = [4, 11, 18, 25].map((days) => ({
    date: new Date(nowMs + days * dayMs).toISOString().slice(0, 10),
    windows: [],
  }));
  return {
    name: uniqueName('closed'),
    timeZone: 'UTC',
    windows: [{ days: [weekday], start: '03:00', end: '03:01' }],
    exceptions,
  };
}
