import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, forbidden, notFound } from '../../platform/kernel/index.ts';
import { recordEvent } from './store/events.ts';
import { isListeningAllowed } from './store/listening.ts';

/**
 * Records that a member begins to listen to a live call. Throws a 403 when the organization does not allow it, and a 409 when the
 * call is not answered or is over.
 */
export async function startListening(scope: Scope, callId: string): Promise<void> {
  const { organizationId, memberId } = scope.actor;
  await change(scope, async (tx) => {
    const { isOn, status, memberName } = await isListeningAllowed(tx, scope.actor, callId);
    if (status === null) throw notFound('call');
    if (!isOn) throw forbidden('listening.off', 'The organization does not allow listening to calls.');
    if (status !== 'in-progress' && status !== 'forwarding')
      throw conflict('call.not_live', 'The call is not answered, or over.');
    const message = `${memberName ?? memberId} began to listen.`;
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
