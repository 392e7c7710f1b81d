import { type Database, type Queryable, statement } from '../../../platform/db/index.ts';
import { wakeCallsOfTrunk } from '../../call-queue/index.ts';
import type { TrunkHealth } from '../schemas.ts';

/** The result of a trunk probe. */
interface HealthReport {
  organizationId: string;
  trunkId: string;
  status: TrunkHealth['status'];
  /** Why it is down, or why it may refuse calls; null when neither. */
  reason: string | null;
  /** The codecs that it lists. Undefined leaves those of the last report. */
  peerCodecs?: string[] | null | undefined;
}

/**
 * The latest report counts, but expires after a minute, because its process may be gone. A trunk without a current
 * report is dialed like one that was never probed.
 */
export const healthSql = `(select json_build_object(
    'status', case when h.checked_at > dialer_now() - interval '60 seconds' then h.status else 'unknown' end,
    'reason', case when h.checked_at > dialer_now() - interval '60 seconds' then h.reason end,
    'peerCodecs', h.peer_codecs,
    'audioProblem', h.audio_problem,
    'since', to_char(h.since, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'checkedAt', to_char(h.checked_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from trunk_health h where h.organization_id = trunks.organization_id and h.trunk_id = trunks.trunk_id)`;

export const neverChecked: TrunkHealth = {
  ...{ status: 'unknown', reason: null, peerCodecs: null, audioProblem: null },
  ...{ since: null, checkedAt: null },
};

/** Peers list up to 20 codecs. */
const codecsMax = 32;

// `since` is the end of the last outage until the status changes again. The outage is forgotten then.
/** Returns the previous status. Ignores a trunk that was deleted meanwhile. */
const store = statement(
  'trunks.health',
  `with known as (select status from trunk_health where organization_id = $1 and trunk_id = $2)
   insert into trunk_health as h (organization_id, trunk_id, status, reason, peer_codecs, since, checked_at)
   select organization_id, trunk_id, $3, $4, $6::text[], dialer_now(), dialer_now() from trunks
     where organization_id = $1 and trunk_id = $2 for key share
   on conflict (organization_id, trunk_id) do update set status = $3, reason = $4, checked_at = excluded.checked_at,
     peer_codecs = case when $5::boolean then $6::text[] else h.peer_codecs end,
     since = case when h.status = $3 then h.since else excluded.since end,
     was_down_since = case when h.status = $3 then h.was_down_since when h.status = 'down' then h.since end,
     was_down_reason = case when h.status = 'down' and $3 <> 'down' then h.reason else h.was_down_reason end
   returning (select status from known) as before`,
);

/**
 * Stores a trunk's health and, once it is no longer down, makes the calls due that waited for it. Returns whether its
 * status changed.
 */
export async function reportTrunkHealth(db: Database, report: HealthReport): Promise<boolean> {
  const { organizationId, trunkId, status, reason, peerCodecs } = report;
  const codecs = peerCodecs?.slice(0, codecsMax).map((codec) => codec.slice(0, 40)) ?? null;
  const values = [
    ...[organizationId, trunkId, status, reason?.slice(0, 500) ?? null],
    ...[peerCodecs !== undefined, codecs],
  ];
  // One transaction, so that a trunk shown as up never has calls left waiting, even after a crash.
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ before: TrunkHealth['status'] | null }>(store, values);
    if (!row || row.before === status) return false;
    if (status !== 'down') await wakeCallsOfTrunk(tx, organizationId, trunkId, 'trunk-down');
    return true;
  });
}

const noteAudio = statement(
  'trunks.audio_problem',
  `update trunk_health set audio_problem = $3
   where organization_id = $1 and trunk_id = $2 and audio_problem is distinct from $3`,
);

/** Stores why the last call over a trunk had no audio in common with us, or with null that it had. */
export async function noteAudioProblem(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  problem: string | null,
): Promise<void> {
  await db.query(noteAudio, [organizationId, trunkId, problem?.slice(0, 500) ?? null]);
}

const forget = statement(
  'trunks.health_forget',
  'delete from trunk_health where organization_id = $1 and trunk_id = $2',
);

/** Deletes a trunk's health after its target was changed. Its calls wait for the next report. */
export async function forgetTrunkHealth(
  db: Queryable,
  organizationId: string,
  trunkId: string,
): Promise<void> {
  await db.query(forget, [organizationId, trunkId]);
}
