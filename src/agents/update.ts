import { isDeepStrictEqual } from 'node:util';
import { change, type Scope } from '../audit/index.ts';
import { notFound, withChanges } from '../kernel/index.ts';
import { configurationOf } from './configuration-of.ts';
import { requiredVariables } from './required-variables.ts';
import type { Agent, AgentConfiguration, UpdateAgent } from './schemas.ts';
import { insertVersion, lockAgent, updateDraft } from './store.ts';

/**
 * Changes the given fields; what the whole then says is checked as at the creation. Published at once, what is still
 * in the draft stays there; an edit that changes nothing makes no version.
 */
export async function updateAgent(scope: Scope, agentId: string, input: UpdateAgent): Promise<Agent> {
  const { publish, ...changes } = input;
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockAgent(tx, organizationId, agentId);
    if (!current) throw notFound('agent');
    const published = configurationOf(current);
    const edited = (from: AgentConfiguration) => {
      const configuration = withChanges(from, changes);
      return { configuration, requiredVariables: requiredVariables(configuration) };
    };
    let draft = current.draft || !publish ? edited(current.draft ?? published).configuration : null;
    const next = publish ? edited(published) : null;
    if (draft && isDeepStrictEqual(draft, next?.configuration ?? published)) draft = null;
    const agent =
      next && !isDeepStrictEqual(next.configuration, published)
        ? await insertVersion(tx, organizationId, agentId, { ...next, memberId, draft })
        : await updateDraft(tx, organizationId, agentId, draft);
    return { result: agent, audit: { verb: 'updated', type: 'agents', id: agentId, label: agent.name } };
  });
}
