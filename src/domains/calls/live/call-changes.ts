import type { Call } from '../schemas.ts';

/** Something to tell of a call: an event of the stream. */
interface CallChange {
  type: 'state' | 'entry' | 'removed' | 'turn' | 'end';
  data: Record<string, unknown>;
}

type Told = Pick<
  Call,
  'status' | 'startedAt' | 'endedAt' | 'endedBy' | 'endedReason' | 'answeredBy' | 'transcript' | 'turns'
>;

/**
 * What is to be told of a call when this was told before: entries of the transcript and turns by their place, from 0; those
 * that have changed again, as what was heard of a sentence is only known at its end. `before`: null for the first time.
 */
export function changesOf(before: Told | null, now: Told): CallChange[] {
  const changes: CallChange[] = [];
  if (before === null || stateOf(before) !== stateOf(now)) changes.push({ type: 'state', data: state(now) });
  changes.push(...changedItems(before?.transcript ?? [], now.transcript, 'entry'));
  if (before && now.transcript.length < before.transcript.length)
    changes.push({ type: 'removed', data: { from: now.transcript.length } });
  changes.push(...changedItems(before?.turns ?? [], now.turns, 'turn'));
  if (isOver(now)) changes.push({ type: 'end', data: state(now) });
  return changes;
}

/** Whether nothing more comes. */
export function isOver({ status }: Pick<Call, 'status'>): boolean {
  return status === 'ended' || status === 'canceled';
}

function changedItems(
  before: readonly unknown[],
  now: readonly unknown[],
  type: 'entry' | 'turn',
): CallChange[] {
  return now.flatMap((item, index) =>
    JSON.stringify(item) === JSON.stringify(before[index]) ? [] : [{ type, data: { index, [type]: item } }],
  );
}

function state({ status, startedAt, endedAt, endedBy, endedReason, answeredBy }: Told) {
  return { status, startedAt, endedAt, endedBy, endedReason, answeredBy };
}

function stateOf(told: Told): string {
  return JSON.stringify(state(told));
}
