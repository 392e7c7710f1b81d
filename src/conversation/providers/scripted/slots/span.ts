/** A value of a slot; dates are `2026-11-24`, times `15:30`, yes and no are booleans. */
export type SlotValue = string | number | boolean | null;

/** A value that was found in words: it reaches up to `end`, exclusive. */
export interface Span {
  end: number;
  value: SlotValue;
}

/** Words that were read together; `value` is undefined when they make one that the slot cannot have. */
export interface Reading {
  end: number;
  value: SlotValue | undefined;
}

/** Reads as many words as make a value together, from the word `at` on; null when none does. */
export type Reader = (words: readonly string[], at: number) => Reading | null;

/**
 * The first value in words that the slot can have. What was read together is never read again in parts: where the
 * most is ten, `twenty five` is no five.
 */
export function findSpan(read: Reader, words: readonly string[]): Span | null {
  for (let at = 0; at < words.length; ) {
    const reading = read(words, at);
    if (reading && reading.value !== undefined) return { end: reading.end, value: reading.value };
    at = reading?.end ?? at + 1;
  }
  return null;
}

/** The first word of `options` that the words go on with, and where it ends: options of several words come first. */
export function readOneOf<Value>(
  options: ReadonlyMap<string, Value>,
  words: readonly string[],
  at: number,
  lengthMax = 6,
): { end: number; value: Value } | null {
  for (let length = Math.min(lengthMax, words.length - at); length > 0; length--) {
    const value = options.get(words.slice(at, at + length).join(' '));
    if (value !== undefined) return { end: at + length, value };
  }
  return null;
}
