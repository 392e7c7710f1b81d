import type { ReadScope } from '../../platform/audit/index.ts';
import { currentHold } from './current-hold.ts';
import { decisionsOfHolds } from './holds.ts';
import { getCallRow } from './read.ts';
import type { Why } from './schemas.ts';
import { shownStatus } from './state.ts';
import { type ShownDecision, selectDecisions, selectHoldsOfCall } from './store/events.ts';
import type { CallRow } from './store/read.ts';

/** Returns every decision about a call in the order of time, including past holds that it shared with other calls. */
export async function explainCall(scope: ReadScope, callId: string): Promise<Why> {
  const { db, actor } = scope;
  const call = await getCallRow(scope, callId);
  const stored = withDueTime(call, await selectDecisions(db, actor.organizationId, callId));
  const shared = decisionsOfHolds(await selectHoldsOfCall(db, actor.organizationId, callId), stored);
  const all = [...stored, ...shared].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const now = call.status === 'queued' ? await unshownHold(scope, call, stored, shared) : [];
  return {
    callId,
    status: shownStatus(call.status),
    decisions: [...firstDecision(call), ...all, ...now],
  };
}

/** A lasting hold ends when the call is due, which another trunk or a changed schedule may have moved. */
function withDueTime(call: CallRow, stored: ShownDecision[]): ShownDecision[] {
  const last = stored.at(-1);
  if (call.status !== 'queued' || last?.decision !== 'held' || call.due_at === null) return stored;
  // The time at which a trunk has room is not known.
  if (call.hold_reason === 'trunk-limit') return stored;
  const until = call.due_at > last.at ? call.due_at : last.at;
  const isEarlier = last.until == null || until < last.until;
  return isEarlier ? [...stored.slice(0, -1), { ...last, until }] : stored;
}

const lastsForAll: ReadonlySet<string> = new Set(['dialing-off', 'campaign-paused']);

/** Returns the current hold of the call, unless the decisions show it already. */
async function unshownHold(
  { db }: ReadScope,
  call: CallRow,
  stored: readonly ShownDecision[],
  shared: readonly ShownDecision[],
): Promise<ShownDecision[]> {
  // A hold of all calls is shown alone, because nothing else matters while it lasts.
  if (shared.some(({ reason, until }) => until === null && lastsForAll.has(reason))) return [];
  const hold = await currentHold(db, call);
  if (hold === null) return [];
  const last = stored.at(-1);
  const isSame = last?.message === hold.message || (last?.until ?? null) === hold.until;
  if (last?.decision === 'held' && last.reason === hold.reason && isSame) return [];
  if (shared.some(({ reason, until }) => reason === hold.reason && until === null)) return [];
  // A hold without a stored time sorts last.
  const latest = [...stored, ...shared].reduce(
    (at, decision) => (decision.at > at ? decision.at : at),
    hold.at,
  );
  return [{ ...hold, at: latest }];
}

const usualPriority = 5;

/** The row itself says that a call was queued. The first decision about an inbound call is stored. */
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
