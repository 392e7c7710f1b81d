import { type Parley, ParleyError, type Schema } from '../../sdk/src/index.ts';

/** Returns a function that names an agent by its id, and reads each agent once. A deleted agent keeps its id. */
export function agentNames({ agents }: Parley, signal: AbortSignal): (agentId: string) => Promise<string> {
  const names = new Map<string, Promise<string>>();
  const read = async (agentId: string) => {
    try {
      return (await agents.get(agentId, { signal })).name;
    } catch (error) {
      // The agent was deleted, or the key may not read agents.
      if (error instanceof ParleyError && (error.status === 404 || error.status === 403)) return agentId;
      throw error;
    }
  };
  return (agentId) => {
    const name = names.get(agentId) ?? read(agentId);
    names.set(agentId, name);
    return name;
  };
}

/** Returns the state of a campaign in words. */
export function stateText(state: Schema<'ListedCampaign'>['state']): string {
  return state === 'done-none-reached' ? 'done, none reached' : state.replaceAll('-', ' ');
}
