/** A value of a slot: dates as `2026-11-24`, times as `15:30`, yes and no as booleans. */
export type SlotValue = string | number | boolean | null;

/** A value in the words, up to the index `end`, exclusive. */
export interface Span {
  end: number;
  value: SlotValue;
}

/** Words that form one value; `value` is `undefined` when the slot cannot have it. */
export interface Reading {
  end: number;
  value: SlotValue | undefined;
}

/** Reads as many words from `at` on as form one value; `null` when none do. */
export type Reader = (words: readonly string[], at: number) => Reading | null;

/**
 * Returns the first value in the words that the slot can have. Words that form one value are not split: with a maximum
 * of ten, `twenty five` does not count as five.
 */
export function findSpan(read: Reader, words: readonly string[]): Span | null {
  for (let at = 0; at < words.length; ) {
    const reading = read(words, at);
    if (reading && reading.value !== undefined) return { end: reading.end, value: reading.value };
    at = reading?.end ?? at + 1;
  }
  return null;
}

/** Returns which of `options` follows in the words, and its end. Options with several words must come first. */
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
