import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { circuitMessage, type OpenCircuit, openCircuit } from '../circuits/index.ts';

interface TrunkRow {
  /** Null when no failure of the trunk is known. */
  down_reason: string | null;
  is_down: boolean;
  circuit: OpenCircuit | null;
  max_concurrent_calls: number | null;
  max_calls_per_second: number | null;
  is_full: boolean;
}

// In the order in which trunks are tried. A trunk counts as full when it reached its calls per second within the last
// two seconds.
const trunks = readStatement(
  'calls.trunks_of_number',
  `select h.reason as down_reason, h.trunk_id is not null as is_down,
     ${openCircuit('trunk', 'k.organization_id', 'k.trunk_id')} as circuit,
     k.max_concurrent_calls, k.max_calls_per_second,
     coalesce(k.max_concurrent_calls <= calls_on_trunk(k.organization_id, k.trunk_id), false)
       or coalesce(k.max_calls_per_second <= (select count(*) from trunk_rates r, unnest(r.let_through) as at
         where r.organization_id = k.organization_id and r.trunk_id = k.trunk_id
           and at > dialer_now() - interval '2 seconds'), false) as is_full
   from phone_numbers n cross join lateral unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as o (trunk_id, place)
     join trunks k on k.organization_id = n.organization_id and k.trunk_id = o.trunk_id
     left join trunk_health h on h.organization_id = k.organization_id and h.trunk_id = k.trunk_id
       and h.status = 'down' and h.checked_at > dialer_now() - interval '60 seconds'
   where n.organization_id = $1 and n.phone_number_id = $2 order by o.place`,
);

/** The hold of a number's calls by its trunks. */
interface TrunkHold {
  reason: 'trunk-down' | 'circuit-open' | 'trunk-limit';
  message: string;
  /** When a trunk may be tried again, or null when that is not known. */
  until: string | null;
}

/**
 * Returns the current hold of a number's calls by its trunks, or null. The calls are not claimed before a trunk can
 * take one.
 */
export async function trunkHold(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<TrunkHold | null> {
  const rows = await db.query<TrunkRow>(trunks, [organizationId, phoneNumberId]);
  if (rows.length === 0) return null;
  const reachable = rows.filter(({ is_down }) => !is_down);
  if (reachable.length === 0) {
    const one = rows.length === 1;
    const reasons = rows.map(({ down_reason }) => down_reason ?? 'it does not answer').join('; ');
    const message = `${one ? 'The trunk' : 'None of the trunks'} of the phone number ${one ? 'cannot' : 'can'} be reached: ${reasons}.`;
    return { reason: 'trunk-down', message, until: null };
  }
  const [usable] = reachable.filter(({ circuit }) => circuit === null || circuit.isProbeDue);
  if (!usable) {
    const circuits = reachable.flatMap(({ circuit }) => circuit ?? []);
    const until = new Date(Math.min(...circuits.map(({ untilMs }) => untilMs))).toISOString();
    return { reason: 'circuit-open', message: circuits.map(circuitMessage).join(' '), until };
  }
  return usable.is_full ? { reason: 'trunk-limit', message: fullMessage(usable), until: null } : null;
}

function fullMessage({
  max_concurrent_calls: concurrent,
  max_calls_per_second: perSecond,
}: TrunkRow): string {
  const limits = [
    ...(concurrent === null ? [] : [`${concurrent} at one time`]),
    ...(perSecond === null ? [] : [`${perSecond} a second`]),
  ].join(' and ');
  return `The trunk takes no more calls now: at most ${limits}. The call is dialed as soon as the trunk has room.`;
}
