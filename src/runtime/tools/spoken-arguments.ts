import type { JsonSchema } from '../../conversation/providers/interfaces/index.ts';
import { type SlotType, type SlotValue, wholeSlot } from '../../conversation/providers/scripted/index.ts';
import { isPlainPattern, matchesPattern } from '../../platform/http/index.ts';

/** Values in lists and objects below this depth stay as they are. */
const depthMax = 8;
/** Longer texts are not one spoken value. */
const charactersMax = 200;
/** The most values of one call of a tool that are replaced. */
const valuesMax = 100;

const digits: SlotType = { type: 'digits', minLength: 1, maxLength: 40 };
const spelled: SlotType = { type: 'spelled' };

/**
 * Returns a tool's arguments with the declared value in place of spoken words: "j dot smith at example dot com" for a text with
 * the format `email`, "the third of May" for `date`, "half past three" for `time`, "plus four nine …" for `phone`, digits
 * and letters for a plain `pattern`, and "four" for an `integer` or a `number`. The words are read as in scripted dialogues, and
 * only if all of them are the value. Everything else stays as it is. `normalized` has the new values by their place; it is absent
 * when there are none. `today` is a date as 2026-11-21.
 */
export function fromSpokenWords(
  parameters: JsonSchema,
  input: Record<string, unknown>,
  today: string,
): { values: Record<string, unknown>; normalized?: Record<string, unknown> } {
  const normalized: Record<string, unknown> = {};
  let left = valuesMax;
  const visit = (schema: unknown, value: unknown, path: readonly (string | number)[]): unknown => {
    if (!isObject(schema) || path.length > depthMax) return value;
    if (typeof value === 'string') {
      const read = left === 0 || value.length > charactersMax ? undefined : valueIn(schema, value, today);
      if (read === undefined || read === value) return value;
      left--;
      normalized[path.join('.')] = read;
      return read;
    }
    if (Array.isArray(value)) return value.map((item, n) => visit(schema.items, item, [...path, n]));
    if (!isObject(value) || !isObject(schema.properties)) return value;
    const { properties } = schema;
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      Object.hasOwn(properties, name) ? visit(properties[name], field, [...path, name]) : field,
    ]);
    return Object.fromEntries(fields);
  };
  const values = visit(parameters, input, []) as Record<string, unknown>;
  return Object.keys(normalized).length === 0 ? { values: input } : { values, normalized };
}

/** Returns the declared value that spoken words mean; `undefined` when they mean none, or the text may stay as it is. */
function valueIn(schema: Record<string, unknown>, text: string, today: string): SlotValue | undefined {
  const types = [schema.type].flat();
  const read = (type: SlotType) => wholeSlot(type, text, today);
  if (!types.includes('string') && (types.includes('integer') || types.includes('number'))) {
    const limit = Number.MAX_SAFE_INTEGER;
    return read({ type: 'number', min: -limit, max: limit, whole: !types.includes('number') });
  }
  switch (schema.format) {
    case 'email':
      return text.includes('@') ? undefined : read({ type: 'email' });
    case 'date':
      return /^\d{4}-/.test(text) ? undefined : read({ type: 'date' });
    case 'time':
      return /^\d\d:\d\d/.test(text) ? undefined : read({ type: 'time' });
    case 'phone':
      return /\p{L}/u.test(text) ? phoneOf(text, today) : undefined;
  }
  if (!isPlainPattern(schema.pattern) || matchesPattern(schema.pattern, text)) return undefined;
  const letters = String(read(spelled) ?? '');
  const ways = [read(digits), phoneOf(text, today), letters, letters.toLowerCase()];
  return ways.find((way) => way !== undefined && way !== '' && matchesPattern(schema.pattern, String(way)));
}

/** Returns a telephone number of spoken digits, with its plus if there is one. */
function phoneOf(text: string, today: string): string | undefined {
  const [, plus, rest = ''] = /^\s*(\+|plus\b)?(.*)$/is.exec(text) ?? [];
  const number = wholeSlot(digits, rest, today);
  return number === undefined ? undefined : `${plus ? '+' : ''}${number}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
