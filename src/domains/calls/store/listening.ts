import { type Queryable, readStatement } from '../../../platform/db/index.ts';

const allowed = readStatement(
  'calls.listening_allowed',
  `select o.listening = 'on' as "isOn", c.status
   from organizations o left join calls c on c.organization_id = o.organization_id and c.call_id = $2
   where o.organization_id = $1`,
);
const place = readStatement(
  'calls.audio_place',
  `select n.audio_address as address, n.audio_token as token
   from live_calls l join nodes n on n.node_id = l.node_id
   where l.organization_id = $1 and l.call_id = $2 and n.audio_address is not null`,
);

/** Returns whether the organization lets members listen, and the status of the call; null when there is no such call. */
export async function isListeningAllowed(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<{ isOn: boolean; status: string | null }> {
  const [row] = await db.query<{ isOn: boolean; status: string | null }>(allowed, [organizationId, callId]);
  return row ?? { isOn: false, status: null };
}

/** Returns where the process that carries the call gives its audio; null when no process does. */
export async function audioPlaceOf(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<{ address: string; token: string } | null> {
  const [row] = await db.query<{ address: string; token: string }>(place, [organizationId, callId]);
  return row ?? null;
}
