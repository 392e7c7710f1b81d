import type { ReadScope } from '../audit/index.ts';
import { currentHold } from './current-hold.ts';
import { getCallRow } from './get.ts';
import { selectDecisions } from './read-store.ts';
import type { CallRow } from './rows.ts';
import type { Why } from './schemas.ts';
import { shownStatus } from './state.ts';

/** Every decision taken about a call in order; for one that waits, last of all what it waits for right now. */
export async function explainCall(scope: ReadScope, callId: string): Promise<Why> {
  const call = await getCallRow(scope, callId);
  const stored = await selectDecisions(scope.db, scope.actor.organizationId, callId);
  const hold = call.status === 'queued' ? await currentHold(scope.db, call) : null;
  const last = stored.at(-1);
  const isSaid =
    hold === null ||
    (last?.decision === 'held' && last.reason === hold.reason && last.message === hold.message);
  return {
    callId,
    status: shownStatus(call.status),
    decisions: [...firstDecision(call), ...stored, ...(isSaid ? [] : [hold])],
  };
}

/** That a call was queued is in its own row; an inbound call's first decision is stored. */
function firstDecision(call: CallRow): Why['decisions'] {
  if (call.type === 'inboundPhoneCall') return [];
  const campaign = call.campaign_name === null ? '' : ` in the campaign "${call.campaign_name}"`;
  const attempt = call.attempt === 1 ? '' : ` as attempt ${call.attempt}`;
  const message = `Queued${campaign}${attempt}.`;
  return [
    { at: call.created_at, decision: 'queued', reason: call.attempt === 1 ? 'requested' : 'retry', message },
  ];
}
