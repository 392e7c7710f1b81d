import { type Queryable, statement } from '../../platform/db/index.ts';

/** The ids that calls of an organization refer to, by kind. The lists are independent of each other. */
export interface CallReferences {
  agentIds: readonly string[];
  scheduleIds?: readonly string[];
  phoneNumberIds: readonly string[];
  callRetryConfigIds?: readonly string[];
}

const holdNamed = statement(
  'calls.hold_references',
  `select hold_call_references(array(
     select row($1, agent_id, schedule_id, phone_number_id, call_retry_config_id)::call_references
     from unnest($2::text[], $3::text[], $4::text[], $5::text[])
       as named (agent_id, schedule_id, phone_number_id, call_retry_config_id)))`,
);
const holdOfCalls = statement(
  'calls.hold_references_of_calls',
  `select hold_call_references(array(
     select row(organization_id, agent_id, schedule_id, phone_number_id, call_retry_config_id)::call_references
     from calls where organization_id = $1 and call_id = any($2)))`,
);

/**
 * Prevents the deletion of resources that new calls will refer to, until the transaction ends. Check in a later
 * statement that they exist, because this one may have waited for a deletion.
 */
export async function holdCallReferences(
  tx: Queryable,
  organizationId: string,
  { agentIds, scheduleIds = [], phoneNumberIds, callRetryConfigIds = [] }: CallReferences,
): Promise<void> {
  await tx.query(holdNamed, [organizationId, agentIds, scheduleIds, phoneNumberIds, callRetryConfigIds]);
}

/** Prevents the deletion of resources that stored calls refer to, until the transaction ends. */
export async function holdReferencesOf(
  tx: Queryable,
  organizationId: string,
  callIds: readonly string[],
): Promise<void> {
  await tx.query(holdOfCalls, [organizationId, callIds]);
}
