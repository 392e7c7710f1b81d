import { EventStream, eventText, type StreamedBody } from '../../platform/http/index.ts';
import { type CallKey, type CallRow, changesOf, type LiveCalls, toCall } from '../calls/index.ts';

type Shown = Parameters<typeof changesOf>[1];

/** Streams the state of a call and what was said to its visitor, without tools and figures. */
export function followAsVisitor(liveCalls: LiveCalls, key: CallKey): StreamedBody {
  const stream = new EventStream({ isStillAllowed: async () => true, msMax: liveCalls.followMsMax });
  let shown: Shown | null = null;
  const tell = (row: CallRow) => {
    const call = shownOf(row);
    for (const { type, data } of changesOf(shown, call)) stream.send(eventText(visibleOf(data), { type }));
    shown = call;
    if (call.status === 'ended' || call.status === 'canceled') stream.end();
  };
  try {
    const leave = liveCalls.follow({ ...key, tell, end: () => stream.end() });
    stream.onClose(leave);
  } catch (error) {
    stream.end();
    throw error;
  }
  return stream.body();
}

/** Leaves out speech that was not understood, which has no words to show. */
function shownOf(row: CallRow): Shown {
  const call = toCall(row, '');
  const transcript = call.transcript.filter(
    ({ role, message }) => role !== 'tool' && role !== 'system' && message !== '',
  );
  return { ...call, transcript, turns: [] };
}

/** Returns the part of an event that a visitor sees. */
function visibleOf({ status, endedBy, endedReason, index, entry, from }: Record<string, unknown>) {
  if (from !== undefined) return { from };
  if (status !== undefined) return { status, endedBy, endedReason };
  const { role, message } = entry as { role: string; message: string };
  return { index, entry: { role, message } };
}
