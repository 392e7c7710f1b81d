import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { whileLive } from './call-end.ts';
import type { RecordingPause } from './schemas.ts';
import { recordEvent } from './store/events.ts';
import { lockForRecording, requestRecordingPause } from './store/recordings.ts';

/**
 * Pauses or resumes the recording of a live call. The process that holds the call does so within a second. Throws a 409
 * when the call is not live or not recorded.
 */
export async function pauseRecording(
  scope: Scope & { notifier: Notifier },
  callId: string,
  paused: boolean,
): Promise<RecordingPause> {
  const { organizationId, requestId } = scope.actor;
  const result = await change(scope, async (tx) => {
    const current = await lockForRecording(tx, organizationId, callId);
    if (!current) throw notFound('call');
    if (!(whileLive as readonly string[]).includes(current.status)) {
      throw conflict('call.not_live', `The call is ${current.status}.`);
    }
    if (!current.is_recorded) throw conflict('recording.not_recorded', 'The call is not recorded.');
    await requestRecordingPause(tx, organizationId, { callId, request: requestId, paused });
    const reason = paused ? 'recording-paused' : 'recording-resumed';
    const message = `The recording was ${paused ? 'paused' : 'resumed'} by request ${requestId}.`;
    await recordEvent(tx, organizationId, callId, { decision: 'noted', reason, message });
    return {
      result: { callId, paused },
      audit: { verb: paused ? 'paused' : 'resumed', type: 'calls', id: callId, label: 'recording' },
    };
  });
  scope.notifier.notify('parley_calls');
  return result;
}
