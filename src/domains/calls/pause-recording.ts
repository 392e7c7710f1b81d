import { change, type Scope } from '../../platform/audit/index.ts';
import { type Database, type Notifier, readStatement, statement } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { whileLive } from './call-end.ts';
import { recordEvent } from './events.ts';
import type { RecordingPause } from './schemas.ts';

const lock = statement(
  'calls.lock_for_recording',
  // The name of the file is known once the call is answered. Until then the agent's configuration decides.
  `select status, case when status in ('in-progress', 'forwarding') then recording_file is not null
     else not exists (select 1 from agent_versions v where v.organization_id = calls.organization_id
       and v.agent_id = calls.agent_id and v.version = calls.agent_version
       and v.configuration -> 'conversation' ->> 'recording' = 'off') end as is_recorded
   from calls where organization_id = $1 and call_id = $2 for update`,
);
const request = statement(
  'calls.request_recording_pause',
  `update calls set recording_pause_requested = $3, recording_pause_request = $4
   where organization_id = $1 and call_id = $2`,
);
const requests = readStatement(
  'calls.recording_pauses',
  `select call_id, recording_pause_requested as paused, recording_pause_request as request
   from live_calls l join calls using (organization_id, call_id)
   where l.node_id = $1 and recording_pause_request is not null`,
);

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
    const [current] = await tx.query<{ status: string; is_recorded: boolean }>(lock, [
      organizationId,
      callId,
    ]);
    if (!current) throw notFound('call');
    if (!(whileLive as readonly string[]).includes(current.status)) {
      throw conflict('call.not_live', `The call is ${current.status}.`);
    }
    if (!current.is_recorded) throw conflict('recording.not_recorded', 'The call is not recorded.');
    await tx.query(request, [organizationId, callId, paused, requestId]);
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

/** The last request about the recording of a live call. Its process acts on a request once. */
export interface RecordingPauseRequest {
  callId: string;
  request: string;
  paused: boolean;
}

/** Returns the requests about recordings of a process's live calls. */
export async function recordingPauseRequests(db: Database, nodeId: string): Promise<RecordingPauseRequest[]> {
  const rows = await db.query<{ call_id: string; request: string; paused: boolean }>(requests, [nodeId]);
  return rows.map(({ call_id: callId, request, paused }) => ({ callId, request, paused }));
}
