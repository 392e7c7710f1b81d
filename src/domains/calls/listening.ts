import { change, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { conflict, forbidden, notFound } from '../../platform/kernel/index.ts';
import { recordEvent } from './store/events.ts';
import { isListeningAllowed } from './store/listening.ts';

/**
 * Records that a member begins to listen to a live call. Throws a 403 when the organization does not allow it, and a 409 when the
 * call is not answered or is over.
 */
export async function startListening(scope: Scope, callId: string): Promise<void> {
  const { organizationId } = scope.actor;
  await change(scope, async (tx) => {
    const memberName = await hearingMember(tx, scope, callId);
    const message = `${memberName} began to listen.`;
    await recordEvent(tx, organizationId, callId, {
      decision: 'noted',
      reason: 'listening-started',
      message,
    });
    return {
      result: undefined,
      audit: { verb: 'started', type: 'call_listening', id: callId, label: null },
    };
  });
}

/**
 * Records that a member wants to take over a live call, and returns the member's name. The process that carries the call reports
 * what becomes of it. Throws as `startListening` does, because the member hears the call.
 */
export async function startTakeOver(scope: Scope, callId: string): Promise<string> {
  return change(scope, async (tx) => ({
    result: await hearingMember(tx, scope, callId),
    audit: { verb: 'started', type: 'call_take_over', id: callId, label: null },
  }));
}

/** Returns the name of the member of a request that wants to hear a live call. */
async function hearingMember(tx: Queryable, { actor }: Scope, callId: string): Promise<string> {
  const { isOn, status, memberName } = await isListeningAllowed(tx, actor, callId);
  if (status === null) throw notFound('call');
  if (!isOn) throw forbidden('listening.off', 'The organization does not allow listening to calls.');
  if (status !== 'in-progress' && status !== 'forwarding')
    throw conflict('call.not_live', 'The call is not answered, or over.');
  return memberName ?? actor.memberId;
}
