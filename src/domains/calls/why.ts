import type { ReadScope } from '../../platform/audit/index.ts';
import { currentHold } from './current-hold.ts';
import { getCallRow } from './get.ts';
import { decisionsOfHolds, selectDecisions, selectHoldsOfCall, type ToldDecision } from './holds.ts';
import type { CallRow } from './rows.ts';
import type { Why } from './schemas.ts';
import { shownStatus } from './state.ts';

/** Every decision taken about a call in the order of time, also the holds that it shared with others and that are over. */
export async function explainCall(scope: ReadScope, callId: string): Promise<Why> {
  const { db, actor } = scope;
  const call = await getCallRow(scope, callId);
  const stored = withDueTime(call, await selectDecisions(db, actor.organizationId, callId));
  const shared = decisionsOfHolds(await selectHoldsOfCall(db, actor.organizationId, callId), stored);
  const told = [...stored, ...shared].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const now = call.status === 'queued' ? await untoldHold(scope, call, stored, shared) : [];
  return {
    callId,
    status: shownStatus(call.status),
    decisions: [...firstDecision(call), ...told, ...now],
  };
}

/** A hold that lasts ends when the call is due, which another trunk or a changed schedule may have moved since. */
function withDueTime(call: CallRow, stored: ToldDecision[]): ToldDecision[] {
  const last = stored.at(-1);
  if (call.status !== 'queued' || last?.decision !== 'held' || call.due_at === null) return stored;
  // Nobody knows when a trunk will have room.
  if (call.hold_reason === 'trunk-limit') return stored;
  const until = call.due_at > last.at ? call.due_at : last.at;
  const isEarlier = last.until == null || until < last.until;
  return isEarlier ? [...stored.slice(0, -1), { ...last, until }] : stored;
}

const lastsForAll: ReadonlySet<string> = new Set(['dialing-off', 'campaign-paused']);

/** What holds the call at this moment, unless that is among the decisions already. */
async function untoldHold(
  { db }: ReadScope,
  call: CallRow,
  stored: readonly ToldDecision[],
  shared: readonly ToldDecision[],
): Promise<ToldDecision[]> {
  // What holds every call is told alone: it would be so whatever else held this one.
  if (shared.some(({ reason, until }) => until === null && lastsForAll.has(reason))) return [];
  const hold = await currentHold(db, call);
  if (hold === null) return [];
  const last = stored.at(-1);
  const isSame = last?.message === hold.message || (last?.until ?? null) === hold.until;
  if (last?.decision === 'held' && last.reason === hold.reason && isSame) return [];
  if (shared.some(({ reason, until }) => reason === hold.reason && until === null)) return [];
  // It came after everything else that was decided: what the order of time needs where no time is on record.
  const latest = [...stored, ...shared].reduce(
    (at, decision) => (decision.at > at ? decision.at : at),
    hold.at,
  );
  return [{ ...hold, at: latest }];
}

const usualPriority = 5;

/** That a call was queued is in its own row; an inbound call's first decision is stored. */
function firstDecision(call: CallRow): Why['decisions'] {
  if (call.type === 'inboundPhoneCall') return [];
  const campaign = call.campaign_name === null ? '' : ` in the campaign "${call.campaign_name}"`;
  const attempt = call.attempt === 1 ? '' : ` as attempt ${call.attempt}`;
  const priority = call.priority === usualPriority ? '' : ` with the priority ${call.priority}`;
  const message = `Queued${campaign}${attempt}${priority}.`;
  return [
    { at: call.created_at, decision: 'queued', reason: call.attempt === 1 ? 'requested' : 'retry', message },
  ];
}
