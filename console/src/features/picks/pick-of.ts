import { type Kind, kinds, type Pick } from './kinds.ts';

/** What the API takes at once. */
const idsMax = 100;

type Asked = Map<string, PromiseWithResolvers<Pick | null>>;

const asked = new Map<Kind, Asked>();

/** A thing by its id; null: there is none. What is asked for in one turn, as by the rows of a table, is asked together. */
export function pickOf(kind: Kind, id: string): Promise<Pick | null> {
  let ofKind = asked.get(kind);
  if (!ofKind) {
    ofKind = new Map();
    asked.set(kind, ofKind);
    setTimeout(() => ask(kind));
  }
  const known = ofKind.get(id) ?? Promise.withResolvers<Pick | null>();
  ofKind.set(id, known);
  return known.promise;
}

function ask(kind: Kind): void {
  const all = [...(asked.get(kind) ?? [])];
  asked.delete(kind);
  for (let at = 0; at < all.length; at += idsMax) void answer(kind, new Map(all.slice(at, at + idsMax)));
}

async function answer(kind: Kind, some: Asked): Promise<void> {
  try {
    const { picks } = await kinds[kind].fetch({ ids: [...some.keys()], pageSize: idsMax }, {});
    const found = new Map(picks.map((pick) => [pick.value, pick]));
    for (const [id, { resolve }] of some) resolve(found.get(id) ?? null);
  } catch (failure) {
    for (const { reject } of some.values()) reject(failure);
  }
}
