import { nameSource } from './names.ts';
import { type SlotType, spokenValue } from './slots/index.ts';

/** `{{name}}`, white space around the name allowed. */
const placeholder = new RegExp(`\\{\\{\\s*(${nameSource})\\s*\\}\\}`, 'g');
const onlyPlaceholder = new RegExp(`^${placeholder.source}$`);

/** The names that are used in a text, and whatever else is in double braces. */
export function namesIn(text: string): { names: string[]; malformed: string[] } {
  const names = [...text.matchAll(placeholder)].map((match) => match[1]!);
  const rest = text.replace(placeholder, '');
  return { names, malformed: rest.match(/\{\{[^{}]{0,80}\}?\}?/g) ?? [] };
}

/** The text with the values as they are to be said; a name without a value is empty. */
export function fillSpoken(
  text: string,
  lookUp: (name: string) => unknown,
  typeOf: (name: string) => SlotType | undefined,
  language: string,
): string {
  return text.replace(placeholder, (_, name: string) => spokenValue(typeOf(name), lookUp(name), language));
}

/** A JSON value with the names in its texts filled; a text that is one name and no more becomes that value itself. */
export function fillJson(json: unknown, lookUp: (name: string) => unknown): unknown {
  if (typeof json === 'string') return fillText(json, lookUp);
  if (Array.isArray(json)) return json.map((item) => fillJson(item, lookUp));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fillJson(value, lookUp)]));
}

function fillText(text: string, lookUp: (name: string) => unknown): unknown {
  const only = onlyPlaceholder.exec(text)?.[1];
  if (only !== undefined) return lookUp(only) ?? null;
  return text.replace(placeholder, (_, name: string) => {
    const value = lookUp(name) ?? '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}
