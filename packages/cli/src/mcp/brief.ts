/** In the items of a list, longer texts and larger parts (as JSON) are left out. */
const textCharactersMax = 200;
const partCharactersMax = 100;

/** The field of a brief list that names what its items lack. */
const note = 'leftOut';
/** The field with what all items of a brief list have in common, which they then lack. Shorter lists are left as they are. */
const common = 'inEachItem';
const itemsMin = 3;

/**
 * Shortens the lists of an answer for an assistant, which pays for every word. An item that an operation also returns alone
 * (`singles` has the names of such ids) is listed without nulls, empty parts, its own addresses and large parts. `leftOut` names the large ones. `inEachItem` has the fields that all items have with the same value.
 */
export function brief(answer: unknown, singles: ReadonlySet<string>): unknown {
  if (!isRecord(answer)) return answer;
  const leftOut = new Set<string>();
  const entries = Object.entries(answer).map(([name, part]) => {
    if (!Array.isArray(part) || !part.every((item) => isOfSingle(item, singles))) return [name, part];
    return [name, part.map((item) => withoutLarge(withoutEmpty(item), leftOut))];
  });
  const listed = withCommon(Object.fromEntries(entries) as Record<string, unknown>, singles);
  return leftOut.size === 0
    ? listed
    : { ...listed, [note]: `${[...leftOut].join(', ')}: get one item for all of it` };
}

/** Moves the fields that all items of the only list have with the same value beside the list. */
function withCommon(answer: Record<string, unknown>, singles: ReadonlySet<string>): Record<string, unknown> {
  const lists = Object.entries(answer).filter(([, part]) => Array.isArray(part) && part.length > 0);
  const [name, items] = (lists.length === 1 ? lists[0] : null) ?? ['', []];
  if (!Array.isArray(items) || items.length < itemsMin) return answer;
  if (!items.every((item) => isOfSingle(item, singles))) return answer;
  const [first, ...others] = items as Record<string, unknown>[];
  const shared = Object.entries(first!)
    .slice(1)
    .filter(([field, value]) =>
      others.every((item) => JSON.stringify(item[field]) === JSON.stringify(value)),
    );
  if (shared.length === 0) return answer;
  const fields = new Set(shared.map(([field]) => field));
  const own = items.map((item: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(item).filter(([field]) => !fields.has(field))),
  );
  return { ...answer, [name]: own, [common]: Object.fromEntries(shared) };
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
