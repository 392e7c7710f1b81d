import type { Schema } from '../../api/index.ts';
import type { Turn } from '../waterfall/index.ts';

export type Entry = Schema<'Call'>['transcript'][number];

/** What the service tells of a talk, beside the audio of the agent; `version` null: it is the draft. */
export type TalkEvent =
  | {
      type: 'ready';
      talkId: string;
      version: number | null;
      sampleRateHz: number;
      maxDurationSeconds: number;
    }
  | { type: 'entry'; index: number; entry: Entry }
  | { type: 'removed'; from: number }
  | { type: 'turn'; index: number; turn: Turn }
  | { type: 'flush' }
  | { type: 'keys'; digits: string }
  | { type: 'ended'; reason: string; message: string }
  | { type: 'refused'; code: string; error: string; details?: { field: string; message: string }[] };

/** A talk as far as it has come. */
export interface Talk {
  phase: 'idle' | 'connecting' | 'live' | 'over';
  /** Null: the draft, or not known yet. */
  version: number | null;
  startedAtMs: number | null;
  transcript: Entry[];
  turns: Turn[];
  /** Keys that the agent pressed. */
  keys: string;
  /** Why it is over, in words. */
  end: string | null;
  /** What the end is called. */
  endReason: string | null;
  /** What went wrong. */
  failure: string | null;
}

export const noTalk: Talk = {
  ...{ phase: 'idle', version: null, startedAtMs: null, transcript: [], turns: [], keys: '' },
  ...{ end: null, endReason: null, failure: null },
};

/** The talk after something that was told of it. */
export function afterTalkEvent(talk: Talk, event: TalkEvent, nowMs: number): Talk {
  switch (event.type) {
    case 'ready':
      return { ...talk, phase: 'live', version: event.version, startedAtMs: nowMs };
    case 'entry':
      return { ...talk, transcript: placed(talk.transcript, event.index, event.entry) };
    case 'removed':
      return { ...talk, transcript: talk.transcript.slice(0, event.from) };
    case 'turn':
      return { ...talk, turns: placed(talk.turns, event.index, event.turn) };
    case 'keys':
      return { ...talk, keys: talk.keys + event.digits };
    case 'ended':
      return { ...talk, phase: 'over', end: event.message, endReason: event.reason };
    case 'refused':
      return { ...talk, phase: 'over', failure: event.error };
    case 'flush':
      return talk;
  }
}

function placed<Item>(items: Item[], index: number, item: Item): Item[] {
  const next = [...items];
  next[Math.min(index, items.length)] = item;
  return next;
}
