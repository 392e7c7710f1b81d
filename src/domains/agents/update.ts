import { isDeepStrictEqual } from 'node:util';
import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { Agent, AgentConfiguration, UpdateAgent } from './schemas.ts';
import { sealTools } from './secrets.ts';
import { shownAgent } from './shown.ts';
import { insertVersion, lockAgent, updateDraft } from './store/agents.ts';

/**
 * Changes the given fields and checks the result like a new agent. When published at once, other changes stay in the
 * draft. An edit without changes creates no version.
 */
export async function updateAgent(
  scope: Scope & { secret: SecretKey },
  agentId: string,
  input: UpdateAgent,
): Promise<Agent> {
  const { publish, tools, ...changes } = input;
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockAgent(tx, organizationId, agentId);
    if (!current) throw notFound('agent');
    if (changesNothing({ ...changes, tools })) return { result: shownAgent(current), audit: [] };
    const { published } = current;
    const known = [...published.tools, ...(current.draft?.tools ?? [])];
    const sealed = tools && sealTools(scope.secret, { organizationId, agentId }, tools, known);
    const edited = async (from: AgentConfiguration) => {
      const configuration = withChanges(from, { ...changes, tools: sealed });
      const requiredVariables = await checkConfiguration(tx, organizationId, agentId, configuration);
      return { configuration, requiredVariables };
    };
    const next = publish ? await edited(published) : null;
    let draft = current.draft || !publish ? (await edited(current.draft ?? published)).configuration : null;
    if (draft && isDeepStrictEqual(draft, next?.configuration ?? published)) draft = null;
    const record =
      next && !isDeepStrictEqual(next.configuration, published)
        ? await insertVersion(tx, organizationId, agentId, { ...next, memberId, draft })
        : await updateDraft(tx, organizationId, agentId, draft);
    const label = record.published.name;
    return { result: shownAgent(record), audit: { verb: 'updated', type: 'agents', id: agentId, label } };
  });
}
