import { type Parley, ParleyError, type Schema } from '../../sdk/src/index.ts';

type Read = (parley: Parley, id: string, signal: AbortSignal) => Promise<string>;

/** Reads the name of a resource, by the prefix of its id. */
const reads: Readonly<Record<string, Read>> = {
  agent: async ({ agents }, id, signal) => (await agents.get(id, { signal })).name,
  campaign: async ({ campaigns }, id, signal) => (await campaigns.get(id, { signal })).name,
  number: async ({ phoneNumbers }, id, signal) => (await phoneNumbers.get(id, { signal })).phoneNumber,
  schedule: async ({ schedules }, id, signal) => (await schedules.get(id, { signal })).name,
  trunk: async ({ trunks }, id, signal) => (await trunks.get(id, { signal })).name,
};

/** Returns the name of a resource. One that was deleted, or that the key may not read, keeps its id. */
async function nameOf(parley: Parley, id: string, signal: AbortSignal): Promise<string> {
  try {
    return (await reads[id.split('_')[0]!]?.(parley, id, signal)) ?? id;
  } catch (error) {
    if (error instanceof ParleyError && (error.status === 404 || error.status === 403)) return id;
    throw error;
  }
}

/** Returns a function that names an agent by its id, and reads each agent once. */
export function agentNames(parley: Parley, signal: AbortSignal): (agentId: string) => Promise<string> {
  const names = new Map<string, Promise<string>>();
  return (agentId) => {
    const name = names.get(agentId) ?? nameOf(parley, agentId, signal);
    names.set(agentId, name);
    return name;
  };
}

/** Returns the names of resources by their ids. */
export async function namesOf(
  parley: Parley,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(ids)].map(async (id) => [id, await nameOf(parley, id, signal)] as const);
  return new Map(await Promise.all(named));
}

const ids = /\b(?:agent|campaign|number|schedule|trunk)_[0-9a-z]{26}\b/g;

/** Returns texts with names in place of ids. */
export async function withNames(
  parley: Parley,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const names = await namesOf(
    parley,
    texts.flatMap((text) => text.match(ids) ?? []),
    signal,
  );
  return texts.map((text) => text.replaceAll(ids, (id) => names.get(id)!));
}

/** Returns the state of a campaign in words. */
export function stateText(state: Schema<'ListedCampaign'>['state']): string {
  return state === 'done-none-reached' ? 'done, none reached' : state.replaceAll('-', ' ');
}
