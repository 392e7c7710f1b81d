import type { components } from '../../../../packages/sdk/src/schema.gen.ts';

type Call = components['schemas']['Call'];

/** An event of a call's stream. */
export type CallEvent =
  | { type: 'state'; state: CallState }
  | { type: 'entry'; index: number; entry: Call['transcript'][number] }
  | { type: 'removed'; from: number }
  | { type: 'turn'; index: number; turn: Call['turns'][number] };

export type CallState = Pick<
  Call,
  'status' | 'startedAt' | 'endedAt' | 'endedBy' | 'endedReason' | 'answeredBy'
>;

/** Returns the call after an event. An entry that is repeated after a reconnection stays one entry. */
export function afterCallEvent(call: Call, event: CallEvent): Call {
  switch (event.type) {
    case 'state':
      return { ...call, ...event.state };
    case 'entry':
      return { ...call, transcript: placed(call.transcript, event.index, event.entry) };
    case 'removed':
      return { ...call, transcript: call.transcript.slice(0, event.from) };
    case 'turn':
      return { ...call, turns: placed(call.turns, event.index, event.turn) };
  }
}

/**
 * Returns what is shown of a live call: its record with the streamed changes. A late answer does not undo streamed
 * changes. The end of the call counts in either case.
 */
export function mergeStreamed(fetched: Call, streamed: Call | null): Call {
  if (streamed === null || streamed.callId !== fetched.callId || fetched.endedAt !== null) return fetched;
  const { status, startedAt, endedAt, endedBy, endedReason, answeredBy, transcript, turns } = streamed;
  return { ...fetched, status, startedAt, endedAt, endedBy, endedReason, answeredBy, transcript, turns };
}

function placed<Item>(items: Item[], index: number, item: Item): Item[] {
  const next = [...items];
  next[Math.min(index, items.length)] = item;
  return next;
}
