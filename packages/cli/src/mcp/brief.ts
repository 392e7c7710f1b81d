/** In the items of a list, longer texts and larger parts (as JSON) are left out. */
const textCharactersMax = 200;
const partCharactersMax = 100;

/** The field of a brief list that names what its items lack. */
const note = 'leftOut';

/**
 * Shortens the lists of an answer for an assistant, which pays for every word. An item that an operation also returns alone
 * (`singles` has the names of such ids) is listed without nulls, empty parts, its own addresses and large parts. `leftOut` names the large ones.
 */
export function brief(answer: unknown, singles: ReadonlySet<string>): unknown {
  if (!isRecord(answer)) return answer;
  const leftOut = new Set<string>();
  const entries = Object.entries(answer).map(([name, part]) => {
    if (!Array.isArray(part) || !part.every((item) => isOfSingle(item, singles))) return [name, part];
    return [name, part.map((item) => withoutLarge(withoutEmpty(item), leftOut))];
  });
  const listed = Object.fromEntries(entries) as Record<string, unknown>;
  return leftOut.size === 0
    ? listed
    : { ...listed, [note]: `${[...leftOut].join(', ')}: get one item for all of it` };
}

/** Whether an item begins with an id by which an operation returns it alone. */
function isOfSingle(item: unknown, singles: ReadonlySet<string>): item is Record<string, unknown> {
  return isRecord(item) && singles.has(Object.keys(item)[0] ?? '');
}

function withoutLarge(item: Record<string, unknown>, leftOut: Set<string>): Record<string, unknown> {
  const id = String(Object.values(item)[0]);
  const kept = Object.entries(item).filter(([name, part]) => {
    // The id is enough to get what is there.
    if (typeof part === 'string' && part.startsWith('http') && part.includes(id)) return false;
    const isLarge =
      typeof part === 'string'
        ? part.length > textCharactersMax
        : JSON.stringify(part).length > partCharactersMax;
    if (isLarge) leftOut.add(name);
    return !isLarge;
  });
  return Object.fromEntries(kept);
}

/** Returns an object without nulls, empty lists and empty objects, at any depth. */
function withoutEmpty(value: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(value).map(
    ([name, part]) => [name, isRecord(part) ? withoutEmpty(part) : part] as const,
  );
  return Object.fromEntries(entries.filter(([, part]) => !isEmpty(part)));
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (isRecord(value) && Object.keys(value).length === 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
