import type { Call } from '../schemas.ts';

/** A change of a call: an event of the stream. */
interface CallChange {
  type: 'state' | 'entry' | 'removed' | 'turn' | 'end';
  data: Record<string, unknown>;
}

type ShownCall = Pick<
  Call,
  'status' | 'startedAt' | 'endedAt' | 'endedBy' | 'endedReason' | 'answeredBy' | 'transcript' | 'turns'
>;

/**
 * Returns the changes of a call between two states. Entries of the transcript and turns are named by their index.
 * An entry can change again, because the heard part of a sentence is known only at its end. `before` is null for the
 * first state.
 */
export function changesOf(before: ShownCall | null, now: ShownCall): CallChange[] {
  const changes: CallChange[] = [];
  if (before === null || stateOf(before) !== stateOf(now)) changes.push({ type: 'state', data: state(now) });
  changes.push(...changedItems(before?.transcript ?? [], now.transcript, 'entry'));
  if (before && now.transcript.length < before.transcript.length)
    changes.push({ type: 'removed', data: { from: now.transcript.length } });
  changes.push(...changedItems(before?.turns ?? [], now.turns, 'turn'));
  if (isOver(now)) changes.push({ type: 'end', data: state(now) });
  return changes;
}

/** Returns whether the call is over, so that no change follows. */
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

function state({ status, startedAt, endedAt, endedBy, endedReason, answeredBy }: ShownCall) {
  return { status, startedAt, endedAt, endedBy, endedReason, answeredBy };
}

function stateOf(call: ShownCall): string {
  return JSON.stringify(state(call));
}
