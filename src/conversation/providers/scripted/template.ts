import { nameSource } from './names.ts';
import { type SlotType, spokenValue } from './slots/index.ts';

/** `{{name}}`, with optional white space around the name. */
const placeholder = new RegExp(`\\{\\{\\s*(${nameSource})\\s*\\}\\}`, 'g');
const onlyPlaceholder = new RegExp(`^${placeholder.source}$`);

/** Returns everything in double braces in a text, valid names or not. */
export function namesIn(text: string): { names: string[]; malformed: string[] } {
  const names = [...text.matchAll(placeholder)].map((match) => match[1]!);
  const rest = text.replace(placeholder, '');
  return { names, malformed: rest.match(/\{\{[^{}]{0,80}\}?\}?/g) ?? [] };
}

/** Returns the text with spoken values for its names; a name without a value becomes empty. */
export function fillSpoken(
  text: string,
  lookUp: (name: string) => unknown,
  typeOf: (name: string) => SlotType | undefined,
  language: string,
): string {
  return text.replace(placeholder, (_, name: string) => spokenValue(typeOf(name), lookUp(name), language));
}

/** Returns a JSON value with the names in its texts filled. A text that is exactly one name becomes the value itself. */
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
