import { type Queryable, statement } from '../../../platform/db/index.ts';
import { teamChannel } from './calls.ts';

const notify = `pg_notify('${teamChannel}', '')`;
// A call that rings at the member goes on to the next one.
const begin = statement(
  'teams.begin_taken_call',
  `with noted as (
     insert into member_presence as p (organization_id, member_id, wanted, lease_until, idle_since, taken_call_id)
     values ($1, $2, 'away', clock_timestamp(), clock_timestamp(), $3)
     on conflict (organization_id, member_id) do update set taken_call_id = excluded.taken_call_id,
       updated_at = clock_timestamp() returning 1
   ), withdrawn as (
     update team_calls set state = 'waiting', member_id = null, offer_until = null
     where organization_id = $1 and member_id = $2 and state = 'offered' and call_id <> $3
   )
   select ${notify} from noted`,
);
const end = statement(
  'teams.end_taken_call',
  `with noted as (
     update member_presence set taken_call_id = null, idle_since = greatest(idle_since, clock_timestamp()),
       updated_at = clock_timestamp()
     where organization_id = $1 and member_id = $2 and taken_call_id = $3 returning 1
   )
   select ${notify} from noted`,
);

/** Makes a member busy who speaks with the customer of a call in the agent's place, until that ends or the call is over. */
export async function beginTakenCall(
  db: Queryable,
  { organizationId, callId }: { organizationId: string; callId: string },
  memberId: string,
): Promise<void> {
  await db.query(begin, [organizationId, memberId, callId]);
}

/** Gives the member the state from before. */
export async function endTakenCall(
  db: Queryable,
  { organizationId, callId }: { organizationId: string; callId: string },
  memberId: string,
): Promise<void> {
  await db.query(end, [organizationId, memberId, callId]);
}
