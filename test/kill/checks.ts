import type { CarriedCall } from './counting-carrier.ts';
import type { DatabaseWatch } from './database-watch.ts';
import type { LoadRecord } from './load.ts';
import { attemptsMax, slowPerSecond } from './tenants.ts';

/** A call in the database. */
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
  /** The calls at the carriers, read before the calls in the database. */
  carried: readonly CarriedCall[];
  calls: readonly StoredCall[];
  load: LoadRecord;
  /** The most that this process itself was late. */
  lateMs: number;
  /** Organization ids by the tenant's name. */
  organizations: Record<string, string>;
}

/** A request about a campaign or a call takes effect within this time. */
const actsWithinMs = 1000;

/** Returns the violations of everything that must hold at every moment, in words. */
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

/**
 * Finds INVITEs that reached a carrier while their campaign was paused or ended, or their organization did not dial.
 */
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

/** Finds INVITEs that share an identity, and telephones that rang without exactly one record of their number. */
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

/** Finds customers without one record for each attempt, with wrong counts, or with too many attempts. */
function wrongAttempts(calls: readonly StoredCall[]): string[] {
  const found: string[] = [];
  for (const [number, all] of Map.groupBy(calls, (call) => call.customer_number)) {
    const attempts = all.map(({ attempt }) => attempt).toSorted((a, b) => a - b);
    if (attempts.some((attempt, i) => attempt !== i + 1) || attempts.length > attemptsMax)
      found.push(`attempts ${attempts.join(', ')} of ${number}`);
  }
  return found;
}

/** The lengths of time that are checked: one second, and longer ones in which errors add up. */
const stretchesS = [1, 2, 10];

/**
 * Finds seconds in which more INVITEs reached the trunk than its limit. Sending and counting may each be late by as
 * much as the machine, so the INVITEs of a period may have left within a period longer by that.
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

/** Returns calls that have not ended, and capacity that was not freed. */
export function leftOvers(calls: readonly StoredCall[]): string[] {
  return calls
    .filter(({ status }) => !/^(ended|canceled)$/.test(status))
    .map(({ call_id, status }) => `not over in the end: ${call_id} (${status})`);
}

/** The capacity of dead processes is free within this time. */
const freeWithinMs = 10_000;

/** Returns the violations that the continuous watch of database and carriers found. `lateMs` is the same as above. */
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
