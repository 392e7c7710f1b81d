import {
  canceledInQueue,
  endCallIn,
  eraseCalls,
  queuedOnly,
  removeSessionDataOf,
} from '../../calls/index.ts';
import type { Step } from './step.ts';
import {
  callsAtOnce,
  hasLiveCall,
  hasRecord,
  hasRecordingToRemove,
  lockQueuedCalls,
  looksAtOnce,
  noteCalls,
} from './store.ts';

/** Finds the person's calls. */
export const findCalls: Step = async (tx, person, cursor) => {
  const last = await noteCalls(tx, person, cursor ?? '');
  return last ? { cursor: last } : {};
};

/** Cancels the person's queued calls, without retries. */
export const cancelQueued: Step = async (tx, person) => {
  const { organizationId, dataDeletionId } = person;
  const calls = await lockQueuedCalls(tx, person);
  const ending = canceledInQueue(`by the data deletion ${dataDeletionId}`);
  for (const callId of calls) await endCallIn(tx, { organizationId, callId, ...queuedOnly }, ending);
  const deleted = { queuedCalls: calls.length };
  return calls.length === callsAtOnce ? { deleted, cursor: '' } : { deleted };
};

/** Waits for the person's live calls, which end by their agent's time limit. */
export const awaitLive: Step = async (tx, person) =>
  (await hasLiveCall(tx, person)) ? { waitingFor: 'live-calls' } : {};

/** Empties the records of ended calls. */
export const eraseEnded: Step = async (tx, person, cursor) => {
  const { last, ...deleted } = await eraseCalls(tx, person, cursor ?? '', callsAtOnce);
  return last === null ? { deleted } : { deleted, cursor: last };
};

/** Removes session data of the number, and session data that names the person. */
export const removeSessionData: Step = async (tx, person) => {
  const sessionData = await removeSessionDataOf(tx, person, looksAtOnce);
  return sessionData === looksAtOnce
    ? { deleted: { sessionData }, cursor: '' }
    : { deleted: { sessionData } };
};

/** Begins again if new records of the person appeared meanwhile, such as the next attempt of a live call. */
export const lookAgain: Step = async (tx, person) =>
  (await hasRecord(tx, person)) ? { beginAgain: true } : {};

/** Waits until the recordings are removed. */
export const awaitRecordings: Step = async (tx, person) =>
  (await hasRecordingToRemove(tx, person)) ? { waitingFor: 'recordings' } : {};
