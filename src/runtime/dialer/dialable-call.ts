import { type AgentConfiguration, configurationOf } from '../../domains/agents/index.ts';
import type { CallStatus } from '../../domains/calls/index.ts';
import { type OpenCircuit, openCircuit } from '../../domains/circuits/index.ts';
import type { ScheduleShape as Schedule } from '../../domains/schedules/index.ts';
import { type Queryable, readStatement } from '../../platform/db/index.ts';

/** A claimed call with everything that dialing needs. */
export interface DialableCall {
  organizationId: string;
  callId: string;
  /** `null` for a call without a campaign. */
  campaignId: string | null;
  /** The team whose members take the call when a person answers; `null` when the agent does. */
  teamId: string | null;
  /** Whether its campaign calls only between 8:00 and 21:00 on the customer's clock. */
  daytimeOnly: boolean;
  /** From 1. */
  attempt: number;
  nodeId: string;
  /** A time before the claim was committed, on the monotonic clock. */
  claimedAtMs: number;
  customerNumber: string;
  /** The customer's time zone as the call names it, or `null` to derive it from the number. */
  timeZone: string | null;
  agentNumber: string;
  variables: Record<string, unknown>;
  /** The identity of the INVITE, as it is on record. */
  invite: { callId: string; branch: string; fromTag: string; cseq: number };
  agent: DialableAgent;
  /** The trunk that the call was claimed for, else the number's own, or `null` when the number has none. */
  trunk: DialableTrunk | null;
  /** The other trunks of the number, in the order in which they are tried. */
  fallbacks: DialableTrunk[];
  /** The trunk whose limits count the claim. */
  claimedTrunkId: string | null;
  schedule: Schedule | null;
  /** Whether the call names a schedule that does not exist any more. */
  isScheduleMissing: boolean;
  /** The circuit of its campaign, or `null` when that is closed. */
  circuit: OpenCircuit | null;
  /** Whether the customer is on the suppression list. */
  isSuppressed: boolean;
}

/** An agent in the version that a call uses. */
export interface DialableAgent extends AgentConfiguration {
  agentId: string;
  version: number;
}

export interface DialableTrunk {
  trunkId: string;
  host: string;
  /** `null` when the SRV records of the host decide. */
  port: number | null;
  transport: 'udp' | 'tcp' | 'tls';
  username: string | null;
  sealedPassword: Buffer | null;
  codecs: string[];
  mediaEncryption: 'off' | 'optional' | 'required';
  /** `null` for no limit. */
  maxCallsPerSecond: number | null;
  /** Why the trunk cannot be reached, or `null` when it is not known to be down. */
  downReason: string | null;
  /** `null` when the circuit is closed. */
  circuit: OpenCircuit | null;
}

interface DialableRow {
  organization_id: string;
  call_id: string;
  campaign_id: string;
  dialing_team_id: string | null;
  daytime_only: boolean | null;
  attempt: number;
  status: CallStatus;
  customer_number: string;
  customer_time_zone: string | null;
  agent_number: string;
  variables: Record<string, unknown>;
  sip_call_id: string;
  sip_branch: string;
  sip_from_tag: string;
  sip_cseq: number;
  agent_id: string;
  version: number;
  configuration: object;
  claimed_trunk_id: string | null;
  /** In the order in which they are tried, or `null` when the number has none. */
  trunks: (Omit<DialableTrunk, 'sealedPassword'> & { sealedPassword: string | null })[] | null;
  circuit: OpenCircuit | null;
  schedule_id: string | null;
  suppressed: boolean;
  time_zone: string | null;
  windows: Schedule['windows'];
  exceptions: Schedule['exceptions'];
}

// The calls of a claim mostly use a few numbers, so trunks are looked up once for each number.
const select = readStatement(
  'dialer.dialable',
  `with claimed as materialized (
     select *, coalesce(dial_number_id, phone_number_id) as number_id from calls
     where organization_id = $1 and call_id = any($2) and node_id = $3 and status = 'dialing'),
   numbers as materialized (
     select n.phone_number_id,
       json_agg(json_build_object('trunkId', k.trunk_id, 'host', k.host, 'port', k.port, 'transport',
         k.transport, 'username', k.username, 'sealedPassword', encode(k.sealed_password, 'base64'), 'codecs',
         k.codecs, 'mediaEncryption', k.media_encryption, 'maxCallsPerSecond', k.max_calls_per_second, 'downReason', h.reason,
         'circuit', ${openCircuit('trunk', 'k.organization_id', 'k.trunk_id')}) order by o.place) as trunks
     from (select distinct number_id from claimed) d
       join phone_numbers n on n.organization_id = $1 and n.phone_number_id = d.number_id
       cross join lateral unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as o (trunk_id, place)
       join trunks k on k.organization_id = n.organization_id and k.trunk_id = o.trunk_id
       left join trunk_health h on h.organization_id = k.organization_id and h.trunk_id = k.trunk_id
         and h.status = 'down' and h.checked_at > dialer_now() - interval '60 seconds'
     group by n.phone_number_id)
   select c.organization_id, c.call_id, c.campaign_id, p.dialing_team_id, p.daytime_only, c.attempt, c.status, c.customer_number,
     c.time_zone as customer_time_zone, coalesce(c.dial_number, c.agent_number) as agent_number, c.variables,
     c.sip_call_id, c.sip_branch, c.sip_from_tag, c.sip_cseq,
     ${openCircuit('campaign', 'c.organization_id', 'c.campaign_id')} as circuit, a.agent_id, a.version, a.configuration,
     c.trunk_id as claimed_trunk_id, n.trunks, c.schedule_id, s.time_zone, s.windows, s.exceptions,
     exists (select from suppressions d where d.organization_id = c.organization_id
       and d.customer_number = c.customer_number) as suppressed
   from claimed c
     join agent_versions a
       on a.organization_id = c.organization_id and a.agent_id = c.agent_id and a.version = c.agent_version
     left join numbers n on n.phone_number_id = c.number_id
     left join campaigns p on p.organization_id = c.organization_id and p.campaign_id = c.campaign_id
     left join schedules s on s.organization_id = c.organization_id and s.schedule_id = c.schedule_id`,
);

/** Returns the calls of a claim of this process with everything that dialing needs. Omits calls that it lost meanwhile. */
export async function loadDialableCalls(
  db: Queryable,
  claim: { organizationId: string; callIds: string[]; nodeId: string; claimedAtMs: number },
): Promise<DialableCall[]> {
  const { organizationId, callIds, nodeId, claimedAtMs } = claim;
  const rows = await db.query<DialableRow>(select, [organizationId, callIds, nodeId]);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    callId: row.call_id,
    campaignId: row.campaign_id === '' ? null : row.campaign_id,
    teamId: row.dialing_team_id,
    daytimeOnly: row.daytime_only === true,
    attempt: row.attempt,
    nodeId,
    claimedAtMs,
    customerNumber: row.customer_number,
    timeZone: row.customer_time_zone,
    agentNumber: row.agent_number,
    variables: row.variables,
    invite: {
      callId: row.sip_call_id,
      branch: row.sip_branch,
      fromTag: row.sip_from_tag,
      cseq: row.sip_cseq,
    },
    agent: { ...configurationOf(row.configuration), agentId: row.agent_id, version: row.version },
    ...trunksOf(row),
    claimedTrunkId: row.claimed_trunk_id,
    circuit: row.circuit,
    schedule:
      row.time_zone === null
        ? null
        : { timeZone: row.time_zone, windows: row.windows, exceptions: row.exceptions },
    isSuppressed: row.suppressed,
    isScheduleMissing: row.schedule_id !== null && row.time_zone === null,
  }));
}

function trunksOf(row: DialableRow): Pick<DialableCall, 'trunk' | 'fallbacks'> {
  const all = (row.trunks ?? []).map((trunk) => ({
    ...trunk,
    sealedPassword: trunk.sealedPassword === null ? null : Buffer.from(trunk.sealedPassword, 'base64'),
  }));
  const trunk = all.find(({ trunkId }) => trunkId === row.claimed_trunk_id) ?? all[0] ?? null;
  return { trunk, fallbacks: all.filter((other) => other !== trunk) };
}
