import {
  admitCall,
  admitWebCall,
  type CallEnd,
  type CallState,
  type CallWriter,
  liveStatuses,
  statesOfCalls,
  takeCallBack,
} from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { counter, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { Found, FoundCalls } from '../../../platform/nodes/index.ts';
import type { CallJournal, JournalledCall } from './call-journal.ts';

interface WriteBackOptions {
  db: Database;
  writer: CallWriter;
  journal: CallJournal;
  nodeId: string;
  /** Whether this process carries the call. */
  carries: (callId: string) => boolean;
  log: Log;
}

/** What became of one call. `null`: its record needed nothing. */
type Outcome = 'written-back' | 'unknown' | 'missing' | null;

const unknownEnd: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'unknown-outcome',
  message:
    'The database failed over and had lost that the call was dialed. Its outcome is not known, and it is not dialed again.',
};

const restoredTotal = counter(
  'parley_failover_calls_total',
  'Calls that a failover of the database had lost, by what became of them',
  ['outcome'],
);

const atOnce = 50;
const missingMax = 100;

/**
 * Writes back what the database lost of the calls of earlier timelines than `timeline`. Returns the findings by the process
 * that dialed the calls. Calls that are queued again are live again when this process carries them, and end otherwise. A
 * lost answer or end is recorded again. An inbound call without a record is admitted again; a dialed one is reported.
 */
export async function writeBackCalls(
  options: WriteBackOptions,
  timeline: number,
): Promise<Map<string, Found>> {
  const { db, journal, nodeId, log } = options;
  const calls = journal.before(timeline);
  const found = new Map<string, Found>([[nodeId, {}]]);
  for (let i = 0; i < calls.length; i += atOnce) {
    const some = calls.slice(i, i + atOnce);
    const states = await statesOfCalls(
      db,
      some.map(({ held }) => held),
    );
    const outcomes = await Promise.all(
      some.map((call) => writeBack(options, call, states.get(call.held.callId))),
    );
    for (const [index, call] of some.entries()) {
      const outcome = outcomes[index]!;
      if (outcome !== 'missing' || journal.missing(call)) add(found, call.held, outcome);
    }
  }
  if (calls.length > 0)
    log.warn(
      { calls: calls.length, found: Object.fromEntries(found) },
      'the calls before a failover are written back',
    );
  return found;
}

function add(found: Map<string, Found>, held: JournalledCall['held'], outcome: Outcome): void {
  if (outcome === null) return;
  restoredTotal.inc({ outcome });
  const ofNode = found.get(held.nodeId) ?? {};
  found.set(held.nodeId, ofNode);
  const sums: FoundCalls = (ofNode[held.organizationId] ??= { writtenBack: 0, unknown: 0, missing: [] });
  if (outcome === 'written-back') sums.writtenBack++;
  else if (outcome === 'unknown') sums.unknown++;
  else if (sums.missing.length < missingMax) sums.missing.push(held.callId);
}

async function writeBack(
  options: WriteBackOptions,
  call: JournalledCall,
  state: CallState | undefined,
): Promise<Outcome> {
  const { db, writer, carries } = options;
  const { held } = call;
  let isChanged = false;
  if (!state) {
    if (!call.admission) return 'missing';
    const { kind } = await admitAgain(db, call.admission, held.callId);
    if (kind !== 'admitted') return 'missing';
    isChanged = true;
  } else if (state.status === 'queued') {
    if (!(await takeCallBack(db, held, call.dialed))) return null;
    isChanged = true;
  } else if (state.nodeId !== held.nodeId || isOver(state)) return null;
  // The process that settles a dead one ends its other calls.
  else if (held.nodeId !== options.nodeId) return null;
  const isUnanswered = isChanged || state?.status === 'dialing' || state?.status === 'ringing';
  if (call.answered && !call.end && isUnanswered) {
    const { facts, atMs } = call.answered;
    const answeredAt = await writer.answered(held, { ...facts, agoMs: monotonicMs() - atMs });
    isChanged ||= answeredAt !== null;
  }
  if (!call.end && held.nodeId === options.nodeId && carries(held.callId))
    return isChanged ? 'written-back' : null;
  const isEnded = await writer.end({ ...held, from: liveStatuses }, endOf(call));
  if (!isEnded) return isChanged ? 'written-back' : null;
  return call.end ? 'written-back' : 'unknown';
}

function admitAgain(
  db: Database,
  admission: NonNullable<JournalledCall['admission']>,
  callId: string,
): Promise<{ kind: string }> {
  return 'origin' in admission ? admitWebCall(db, admission, callId) : admitCall(db, admission, callId);
}

function endOf({ end }: JournalledCall): CallEnd {
  if (!end) return unknownEnd;
  const nowMs = monotonicMs();
  const answeredAgoMs = end.answeredAtMs === null ? null : nowMs - end.answeredAtMs;
  return { ...end.ending, answeredAgoMs, endedAgoMs: nowMs - end.atMs, countedAtMs: nowMs };
}

function isOver({ status }: CallState): boolean {
  return status === 'ended' || status === 'canceled';
}
