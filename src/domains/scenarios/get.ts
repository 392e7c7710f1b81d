import type { ReadScope } from '../../platform/audit/index.ts';
import { ApiError, conflict, forbidden } from '../../platform/kernel/index.ts';
import { getVersion } from '../agents/index.ts';
import { getCall } from '../calls/index.ts';
import { scenarioOfCall } from './from-call/scenario-of-call.ts';
import type { ScenarioInput } from './schema.ts';

/**
 * Returns an ended call as a scenario, with the version of the agent that ran it. Throws when the actor may not read
 * agents, and for a call that cannot be repeated.
 */
export async function getScenarioOfCall(
  scope: ReadScope & { baseUrl: string },
  callId: string,
): Promise<ScenarioInput> {
  const call = await getCall(scope, callId);
  if (!scope.actor.scopes.has('agents:read')) {
    throw forbidden('scope.missing', 'The API key lacks the scope agents:read.');
  }
  if (call.endedAt === null) throw conflict('call.not_over', 'The call has not ended.');
  const nothing = conflict(
    'call.not_played',
    'The call never reached its customer, so it has nothing to repeat.',
  );
  if (call.agentVersion === null) throw nothing;
  const configuration = await configurationOfVersion(scope, call.agentId, call.agentVersion);
  const scenario = scenarioOfCall(call, configuration);
  if (scenario === null) throw nothing;
  return scenario;
}

async function configurationOfVersion(scope: ReadScope, agentId: string, version: number) {
  try {
    return (await getVersion(scope, agentId, String(version))).configuration;
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 404) throw thrown;
    throw conflict('call.agent_deleted', 'The agent of the call has been deleted.');
  }
}

/** Returns a scenario as YAML (RFC 9512). The package is loaded on first use. */
export async function toYaml(scenario: ScenarioInput): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(scenario, { lineWidth: 110 });
}
