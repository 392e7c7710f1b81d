import type { ReadScope } from '../../platform/audit/index.ts';
import { ApiError, conflict, forbidden } from '../../platform/kernel/index.ts';
import { getVersion } from '../agents/index.ts';
import { getCall } from '../calls/index.ts';
import { scenarioOfCall } from './from-call/scenario-of-call.ts';
import type { ScenarioInput } from './schema.ts';

/**
 * A call that is over as a scenario, with the version of the agent that it ran. Throws when the caller may not read
 * agents, and for a call that cannot be played again.
 */
export async function getScenarioOfCall(
  scope: ReadScope & { baseUrl: string },
  callId: string,
): Promise<ScenarioInput> {
  const call = await getCall(scope, callId);
  if (!scope.actor.scopes.has('agents:read')) {
    throw forbidden('scope.missing', 'The API key lacks the scope agents:read.');
  }
  if (call.endedAt === null) throw conflict('call.not_over', 'The call is not over.');
  const nothing = conflict(
    'call.not_played',
    'The call never reached its customer: there is nothing to play.',
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

/** A scenario as a file for people: in YAML (RFC 9512), whose package is loaded when the first is asked for. */
export async function toYaml(scenario: ScenarioInput): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(scenario, { lineWidth: 110 });
}
