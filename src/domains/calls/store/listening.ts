import { type Queryable, readStatement } from '../../../platform/db/index.ts';

const allowed = readStatement(
  'calls.listening_allowed',
  // A member of a team hears the call that the member has taken, whatever the setting.
  `select o.listening = 'on' or exists (select from team_calls t where t.organization_id = $1 and t.call_id = $2
       and t.member_id = $3 and t.state = 'answered') as "isOn", c.status,
     (select coalesce(m.name, m.email) from members m where m.organization_id = $1 and m.member_id = $3) as "memberName"
   from organizations o left join calls c on c.organization_id = o.organization_id and c.call_id = $2
   where o.organization_id = $1`,
);
const place = readStatement(
  'calls.audio_place',
  `select n.audio_address as address, n.audio_token as token
   from live_calls l join nodes n on n.node_id = l.node_id
   where l.organization_id = $1 and l.call_id = $2 and n.audio_address is not null`,
);

interface ListeningAllowed {
  isOn: boolean;
  /** `null` when there is no such call. */
  status: string | null;
  memberName: string | null;
}

/** Returns whether the organization lets members listen, with the status of the call and the name of the member. */
export async function isListeningAllowed(
  db: Queryable,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  callId: string,
): Promise<ListeningAllowed> {
  const [row] = await db.query<ListeningAllowed>(allowed, [organizationId, callId, memberId]);
  return row ?? { isOn: false, status: null, memberName: null };
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
