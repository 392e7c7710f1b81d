import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import {
  countryCandidates,
  type FieldError,
  invalid,
  type NormalizedPhoneNumber,
  newId,
  normalizeListedNumber,
  notFound,
} from '../../platform/kernel/index.ts';
import { findAgent } from '../agents/index.ts';
import { findPhoneNumber } from '../numbers/index.ts';
import { toCall } from './rows.ts';
import type { Call, PlaceCall } from './schemas.ts';
import { insertCall, lockCallReferences } from './store/queue.ts';
import { findCall } from './store/read.ts';

/** Returns a field error for each required variable that the call lacks. */
function missingVariables(
  agent: { requiredVariables: readonly string[] },
  variables: Record<string, unknown>,
): FieldError[] {
  return agent.requiredVariables
    .filter((name) => !Object.hasOwn(variables, name) || variables[name] === null)
    .map((name) => ({ field: `variables.${name}`, message: 'is required by the agent' }));
}

/** Returns the number to call as E.164. A national one is of the country of the caller id. */
function calledNumber(text: string, callerId: string): NormalizedPhoneNumber {
  return normalizeListedNumber(text, countryCandidates(callerId)[0] ?? null);
}

/** Queues one call outside of campaigns, due at once. */
export async function placeCall(
  scope: Scope & { baseUrl: string; notifier: Notifier },
  agentId: string,
  input: PlaceCall,
): Promise<Call> {
  const { organizationId } = scope.actor;
  const call = await change(scope, async (tx) => {
    const named = { agentIds: [agentId], phoneNumberIds: [input.phoneNumberId] };
    await lockCallReferences(tx, organizationId, named);
    const agent = await findAgent(tx, organizationId, agentId);
    if (!agent) throw notFound('agent');
    const number = await findPhoneNumber(tx, organizationId, input.phoneNumberId);
    const errors = number
      ? []
      : [{ field: 'phoneNumberId', message: 'there is no phone number with this id' }];
    const called = number ? calledNumber(input.phoneNumber, number.phoneNumber) : { e164: '' };
    if ('error' in called) errors.push({ field: 'phoneNumber', message: called.error });
    errors.push(...missingVariables(agent, input.variables));
    if (errors.length > 0 || !number || 'error' in called) throw invalid(errors);
    const callId = newId('call');
    await insertCall(
      tx,
      { organizationId, callId, agentId, agentNumber: number.phoneNumber },
      { ...input, phoneNumber: called.e164 },
    );
    const row = await findCall(tx, organizationId, callId);
    if (!row) throw notFound('call');
    return {
      result: toCall(row, scope.baseUrl),
      audit: { verb: 'created', type: 'calls', id: callId, label: null },
    };
  });
  scope.notifier.notify('parley_calls');
  return call;
}
