import type { CarriedCall } from './counting-carrier.ts';
import type { DatabaseWatch } from './database-watch.ts';
import type { LoadRecord } from './load.ts';
import { attemptsMax, slowPerSecond } from './tenants.ts';

/** A call as the database has it. */
export interface StoredCall {
  call_id: string;
  organization: string;
  campaign_id: string;
  status: string;
  attempt: number;
  customer_number: string;
  ended_reason: string | null;
  node_id: string | null;
  sip_call_id: string | null;
  /** Epoch, in milliseconds. */
  ended_at_ms: number | null;
}

export const storedCalls = `select c.call_id, o.name as organization, c.campaign_id, c.status, c.attempt, c.customer_number,
    c.ended_reason, c.node_id, c.sip_call_id,
    (1000 * extract(epoch from c.ended_at))::float8 as ended_at_ms
  from calls c join organizations o using (organization_id)`;

export interface Evidence {
  /** At the carriers, read before the calls on record. */
  carried: readonly CarriedCall[];
  calls: readonly StoredCall[];
  load: LoadRecord;
  /** How late this process itself may have seen something. */
  lateMs: number;
  /** Names of organizations, by that of the tenant. */
  organizations: Record<string, string>;
}

/** What is asked of a campaign or a call takes effect within this. */
const actsWithinMs = 1000;

/** What must hold at every moment and does not, in words. */
export function violations({ carried, calls, load, lateMs, organizations }: Evidence): string[] {
  const found: string[] = [];
  const byId = new Map(calls.map((call) => [call.call_id, call]));
  for (const [callId, { number }] of load.acknowledged)
    if (byId.get(callId)?.customer_number !== number) found.push(`lost: ${callId} to ${number}`);
  found.push(...wrongRings(carried, calls, lateMs), ...wrongAttempts(calls));
  for (const { number, invitedAtMs } of carried) {
    const canceledAtMs = load.canceled.get(number);
    if (canceledAtMs !== undefined && invitedAtMs > canceledAtMs + lateMs)
      found.push(`dialed although it was canceled: ${number}`);
  }
  found.push(...dialedWhileClosed({ carried, calls, load, lateMs, organizations }));
  found.push(...tooFast(carried, lateMs));
  return found;
}

/** No INVITE reaches a carrier while its campaign is paused or ended, or its organization does not dial. */
export function dialedWhileClosed({ carried, calls, load, lateMs, organizations }: Evidence): string[] {
  const bySipCallId = new Map(calls.map((call) => [call.sip_call_id, call]));
  return load.closures.flatMap(({ tenant, campaignId, what, fromMs, toMs }) => {
    const fromThenOnMs = fromMs + actsWithinMs + lateMs;
    return carried
      .filter(({ invitedAtMs: atMs }) => atMs > fromThenOnMs && atMs < (toMs ?? Number.POSITIVE_INFINITY))
      .flatMap(({ callId, invitedAtMs }) => {
        const call = bySipCallId.get(callId);
        const isOf =
          campaignId === null
            ? call?.organization === organizations[tenant]
            : call?.campaign_id === campaignId;
        return call && isOf
          ? [`dialed while ${what}, after ${Math.round(invitedAtMs - fromMs)} ms: ${call.call_id}`]
          : [];
      });
  });
}

/** Every INVITE has an identity of its own, and every telephone that rang has one record, of the same number. */
function wrongRings(carried: readonly CarriedCall[], calls: readonly StoredCall[], lateMs: number): string[] {
  const found: string[] = [];
  const bySipCallId = Map.groupBy(
    calls.filter(({ sip_call_id }) => sip_call_id !== null),
    ({ sip_call_id }) => sip_call_id!,
  );
  for (const [callId, all] of Map.groupBy(carried, (call) => call.callId))
    if (all.length > 1) found.push(`sent ${all.length} times: the INVITE ${callId} to ${all[0]!.number}`);
  for (const call of carried) {
    const records = bySipCallId.get(call.callId) ?? [];
    if (call.hasRung && records.length !== 1)
      found.push(`rang with ${records.length} records: ${call.number} (${call.callId})`);
    for (const record of records) {
      if (record.customer_number !== call.number)
        found.push(`rang ${call.number} for ${record.customer_number}: ${record.call_id}`);
      if (record.ended_at_ms !== null && call.invitedAtMs > record.ended_at_ms + lateMs)
        found.push(
          `dialed ${Math.round(call.invitedAtMs - record.ended_at_ms)} ms after its end: ${record.call_id} (${record.ended_reason})`,
        );
    }
  }
  return found;
}

/** Each customer has one record for each attempt, the attempts are counted, and there are no more than allowed. */
function wrongAttempts(calls: readonly StoredCall[]): string[] {
  const found: string[] = [];
  for (const [number, all] of Map.groupBy(calls, (call) => call.customer_number)) {
    const attempts = all.map(({ attempt }) => attempt).toSorted((a, b) => a - b);
    if (attempts.some((attempt, i) => attempt !== i + 1) || attempts.length > attemptsMax)
      found.push(`attempts ${attempts.join(', ')} of ${number}`);
  }
  return found;
}

/** Stretches of so many seconds are looked at: a second by itself, and what adds up. */
const stretchesS = [1, 2, 10];

/**
 * Over the trunk with a limit a second, no second has more INVITEs than the limit. They leave and are counted later than
 * they should by as much as the machine is late, so that what is counted in a stretch left in one that is longer by that.
 */
export function tooFast(carried: readonly CarriedCall[], lateMs: number): string[] {
  const times = carried
    .filter(({ trunk }) => trunk === 'slow')
    .map(({ invitedAtMs }) => invitedAtMs)
    .toSorted((a, b) => a - b);
  return stretchesS.flatMap((seconds) => {
    const allowed = slowPerSecond * seconds;
    const withinMs = seconds * 1000 - 2 * lateMs;
    const over = times.filter((atMs, i) => i >= allowed && atMs - times[i - allowed]! < withinMs).length;
    return over === 0 ? [] : [`${over} calls too many within ${Math.round(withinMs)} ms over the slow trunk`];
  });
}

/** What is not over, or not free, in the end. */
export function leftOvers(calls: readonly StoredCall[]): string[] {
  return calls
    .filter(({ status }) => !/^(ended|canceled)$/.test(status))
    .map(({ call_id, status }) => `not over in the end: ${call_id} (${status})`);
}

/** Slots of the dead have to be free within this. */
const freeWithinMs = 10_000;

/** What the continuous watch of the database and the carriers saw; `lateMs` as above. */
export function watched(
  watch: Pick<DatabaseWatch, 'broken' | 'deaths'>,
  { most, atOnce }: { most: Record<string, number>; atOnce: readonly string[] },
  linesMax: Record<string, number>,
  lateMs: number,
): string[] {
  const found = [...watch.broken].map(([name, { calls, cap }]) => `${calls} live calls of ${cap} of ${name}`);
  for (const [carrier, max] of Object.entries(linesMax))
    if ((most[carrier] ?? 0) > max) found.push(`${most[carrier]} calls at once over the trunk ${carrier}`);
  found.push(...atOnce.map((number) => `called again while it was being called: ${number}`));
  for (const { nodeId, heldMs, freedAtMs } of watch.deaths) {
    if (freedAtMs === null) found.push(`slots were never freed of ${nodeId}`);
    else if (heldMs !== null && heldMs > freeWithinMs + lateMs)
      found.push(`slots of ${nodeId} were freed only after ${Math.round(heldMs)} ms`);
  }
  return found;
}
