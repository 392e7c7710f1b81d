import { definitionAt } from './json-schema-size.ts';

/** The most checks of one value by one schema. A failing check takes some microseconds and some memory. */
const checksMax = 100_000;
/** The length of text, in characters, that takes as long as one check. */
const charactersPerCheck = 64;

type Part = Record<string, unknown>;

class TooManyChecks extends Error {}

/** Whether a check would exceed the bound. Each part of the schema counts at each place of the value. */
export function isTooMuchToCheck(root: Part, value: unknown): boolean {
  try {
    countChecks(root, value);
    return false;
  } catch (error) {
    if (error instanceof TooManyChecks) return true;
    throw error;
  }
}

function countChecks(root: Part, whole: unknown): void {
  let left = checksMax;
  const spend = (checks: number): void => {
    left -= checks;
    if (left < 0) throw new TooManyChecks();
  };
  const visit = (part: unknown, value: unknown): void => {
    spend(1 + (typeof value === 'string' ? value.length / charactersPerCheck : 0));
    if (!isObject(part)) return;
    if (typeof part.$ref === 'string') visit(definitionAt(root, part.$ref), value);
    for (const choice of [part.anyOf, part.oneOf, part.allOf]) {
      if (Array.isArray(choice)) for (const one of choice) visit(one, value);
    }
    if (Array.isArray(part.enum)) spend(part.enum.length);
    // Each of several types is checked with all other keywords.
    for (let n = Array.isArray(part.type) ? part.type.length : 1; n > 0; n--) {
      if (Array.isArray(value)) visitItems(part, value);
      else if (isObject(value)) visitFields(part, value);
    }
  };
  const visitItems = (part: Part, items: readonly unknown[]): void => {
    spend(items.length);
    if (part.uniqueItems === true) spend(JSON.stringify(items).length / charactersPerCheck);
    const [first, rest] = Array.isArray(part.items) ? [part.items, part.additionalItems] : [[], part.items];
    const places = Array.isArray(part.prefixItems) ? part.prefixItems : first;
    for (const [n, item] of items.entries()) {
      visit(places[n] ?? rest, item);
      if (part.contains !== undefined) visit(part.contains, item);
    }
  };
  const visitFields = (part: Part, fields: Part): void => {
    const known = isObject(part.properties) ? part.properties : {};
    const names = Object.keys(fields);
    spend(names.length + Object.keys(known).length);
    for (const name of names) {
      if (Object.hasOwn(known, name)) visit(known[name], fields[name]);
      else if (part.additionalProperties !== undefined) visit(part.additionalProperties, fields[name]);
      if (part.propertyNames !== undefined) visit(part.propertyNames, name);
    }
  };
  visit(root, whole);
}

function isObject(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
