import type { ReadScope } from '../../platform/audit/index.ts';
import { forbidden, notFound } from '../../platform/kernel/index.ts';
import {
  type AgentConfiguration,
  builtInVariables,
  fillTexts,
  fillVariables,
  findAgent,
  getVersion,
  variablesIn,
} from '../agents/index.ts';
import { customerOf, memoryFor } from '../customer-memory/index.ts';
import { type CallFacts, sourcesOfValues, type ValueSource } from './call-variables.ts';
import { getPersonalization } from './get.ts';
import { scriptedOpening } from './opening.ts';
import type { AgentPreview, PreviewAgent } from './preview-schemas.ts';
import { findInboundNumber } from './store.ts';

type Texts = Pick<AgentConfiguration, 'prompt' | 'firstMessage' | 'variables' | 'memory' | 'model' | 'flow'>;

/** The call id in previews. */
const previewCallId = 'call_preview';

/**
 * Returns an agent's prompt and first message as a call would have them, by the same functions. Consumes no push.
 * Throws when the caller may not read pushed data or what
 * is known of the customer.
 */
export async function previewAgent(
  scope: ReadScope,
  agentId: string,
  { phoneNumber, direction, variables: call, version, draft }: PreviewAgent,
): Promise<AgentPreview> {
  const isPersonalized = phoneNumber !== undefined && direction === 'inbound';
  const { texts, number } = await textsOf(scope, agentId, { version, draft });
  const isRemembered = phoneNumber !== undefined && texts.memory !== null;
  if ((isPersonalized || isRemembered) && !scope.actor.scopes.has('personalization:read')) {
    throw forbidden('scope.missing', 'The API key lacks the scope personalization:read.');
  }
  const { organizationId } = scope.actor;
  const customer = customerOf({ customerNumber: phoneNumber ?? null });
  const memory = await memoryFor(scope.db, organizationId, { agentId, memory: texts.memory }, customer);
  const personalization = isPersonalized ? await getPersonalization(scope, phoneNumber) : null;
  const facts: CallFacts = {
    callId: previewCallId,
    customerNumber: phoneNumber ?? null,
    agentNumber: await findInboundNumber(scope.db, organizationId, agentId),
    memory: texts.memory && memory,
    nowMs: Date.now(),
  };
  const values = sourcesOfValues({ agent: texts, facts, call, pushed: personalization?.data ?? {} });
  const filled = Object.fromEntries([...values].map(([name, { value }]) => [name, value]));
  const spoken = fillTexts(texts, filled, memory);
  const scripted = scriptedOpening(texts);
  return {
    agentId,
    version: number,
    ...spoken,
    opening: spoken.firstMessage ?? (scripted && fillVariables(scripted, filled)),
    ...describeVariables(texts, values),
    personalization,
  };
}

async function textsOf(
  scope: ReadScope,
  agentId: string,
  { version, draft }: { version: number | undefined; draft: boolean },
): Promise<{ texts: Texts; number: number | null }> {
  if (version !== undefined) {
    const { configuration } = await getVersion(scope, agentId, String(version));
    return { texts: configuration, number: version };
  }
  const agent = await findAgent(scope.db, scope.actor.organizationId, agentId);
  if (!agent) throw notFound('agent');
  if (!draft) return { texts: agent.published, number: agent.version };
  if (!agent.draft) throw notFound('agent draft');
  return { texts: agent.draft, number: null };
}

/** Returns every variable of the agent or the call, and the ones that a call must provide and this one does not. */
function describeVariables(
  texts: Texts,
  values: ReadonlyMap<string, { value: unknown; source: ValueSource }>,
): Pick<AgentPreview, 'variables' | 'missing'> {
  const used = [texts.prompt, texts.firstMessage ?? ''].flatMap(variablesIn);
  const listed = texts.variables.map(({ name }) => name);
  const optional = new Set(texts.variables.filter(({ required }) => !required).map(({ name }) => name));
  const builtIns: ReadonlySet<string> = new Set(builtInVariables);
  const names = new Set([...listed, ...used, ...[...values.keys()].filter((name) => !builtIns.has(name))]);
  const variables = [...names].map((name) => {
    const { value = null, source = null } = values.get(name) ?? {};
    return { name, value, source };
  });
  const missing = variables.filter(({ name, value }) => value === null && !optional.has(name));
  return { variables, missing: missing.map(({ name }) => name) };
}
