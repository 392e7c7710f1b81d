import { type Kind, kinds, type Pick } from './kinds.ts';

/** The API's maximum. */
const idsMax = 100;

type Asked = Map<string, PromiseWithResolvers<Pick | null>>;

const asked = new Map<Kind, Asked>();

/** Returns a resource by id, or null. Requests of one task, such as the rows of a table, are sent together. */
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
