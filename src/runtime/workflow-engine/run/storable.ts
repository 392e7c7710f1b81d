/** What PostgreSQL takes in no text, as JSON has it: the zero character, and a surrogate without its other half. */
const maybeStrange = /\\u(?:0000|d[89a-f])/i;

/** Whether a value whose JSON this is may hold texts that cannot be stored. */
export function isMaybeStrange(json: string): boolean {
  return maybeStrange.test(json);
}

/** The text with U+FFFD for each character that cannot be stored. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** The JSON with its texts and names as they can be stored. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]),
  );
}
