import { change, type Scope } from '../../platform/audit/index.ts';
import { type Notifier, statement, toJson } from '../../platform/db/index.ts';
import { type FieldError, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { findAgent } from '../agents/index.ts';
import { enqueueSql } from '../call-queue/index.ts';
import { findPhoneNumber } from '../numbers/index.ts';
import { holdCallReferences } from './hold-references.ts';
import { findCall } from './read-store.ts';
import { toCall } from './rows.ts';
import type { Call, PlaceCall } from './schemas.ts';

const insert = statement(
  'calls.place',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
       agent_number, variables, priority, time_zone, created_at)
     values ($1, $2, $3, 'outboundPhoneCall', 'queued', $4, $5, $6, $7, $8, $9, now())
     returning organization_id, call_id, campaign_id, priority, phone_number_id)
   ${enqueueSql(`select organization_id, call_id, campaign_id, priority, dialer_now(), phone_number_id, null, null, false
   from made`)}`,
);

/** Returns a field error for each required variable that the call lacks. */
function missingVariables(
  agent: { requiredVariables: readonly string[] },
  variables: Record<string, unknown>,
): FieldError[] {
  return agent.requiredVariables
    .filter((name) => !Object.hasOwn(variables, name) || variables[name] === null)
    .map((name) => ({ field: `variables.${name}`, message: 'is required by the agent' }));
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
    await holdCallReferences(tx, organizationId, named);
    const agent = await findAgent(tx, organizationId, agentId);
    if (!agent) throw notFound('agent');
    const number = await findPhoneNumber(tx, organizationId, input.phoneNumberId);
    const errors = number
      ? []
      : [{ field: 'phoneNumberId', message: 'there is no phone number with this id' }];
    errors.push(...missingVariables(agent, input.variables));
    if (errors.length > 0 || !number) throw invalid(errors);
    const callId = newId('call');
    await tx.query(insert, [
      organizationId,
      callId,
      agentId,
      input.phoneNumber,
      input.phoneNumberId,
      number.phoneNumber,
      toJson(input.variables),
      input.priority,
      input.timeZone ?? null,
    ]);
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
