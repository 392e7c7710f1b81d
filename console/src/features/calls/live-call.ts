import type { components } from '../../../../packages/sdk/src/schema.gen.ts';

type Call = components['schemas']['Call'];

/** What the stream of a call tells, one event at a time. */
export type CallEvent =
  | { type: 'state'; state: CallState }
  | { type: 'entry'; index: number; entry: Call['transcript'][number] }
  | { type: 'removed'; from: number }
  | { type: 'turn'; index: number; turn: Call['turns'][number] };

/** How a call stands. */
export type CallState = Pick<
  Call,
  'status' | 'startedAt' | 'endedAt' | 'endedBy' | 'endedReason' | 'answeredBy'
>;

/** The call after an event. Told again, as after a reconnection, an entry is the same entry. */
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
 * What is shown of a live call: its record as it was asked for, with what its stream has told since. An answer that was on
 * its way while the stream told more takes nothing back; that the call is over is believed either way.
 */
export function shownCall(fetched: Call, told: Call | null): Call {
  if (told === null || told.callId !== fetched.callId || fetched.endedAt !== null) return fetched;
  const { status, startedAt, endedAt, endedBy, endedReason, answeredBy, transcript, turns } = told;
  return { ...fetched, status, startedAt, endedAt, endedBy, endedReason, answeredBy, transcript, turns };
}

function placed<Item>(items: Item[], index: number, item: Item): Item[] {
  const next = [...items];
  next[Math.min(index, items.length)] = item;
  return next;
}
