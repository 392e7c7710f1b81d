import type { Schema } from '../../api/schema.ts';
import type { Turn } from '../waterfall/index.ts';

export type Entry = Schema<'Call'>['transcript'][number];

/** The way of the audio: to the process that carries calls, or as frames over the WebSocket. */
export type Transport = 'webrtc' | 'websocket';

/** Messages of the service. Without WebRTC, audio comes as binary frames. `version` is null for the draft. */
export type BrowserCallEvent =
  | { type: 'hello'; iceServers: RTCIceServer[] }
  | { type: 'answer'; sdp: string }
  | {
      type: 'ready';
      /** Absent from a service of the version before, which knows the WebSocket only. */
      transport?: Transport;
      browserCallId: string;
      version: number | null;
      maxDurationSeconds: number;
    }
  | { type: 'entry'; index: number; entry: Entry }
  | { type: 'removed'; from: number }
  | { type: 'turn'; index: number; turn: Turn }
  | { type: 'flush' }
  | { type: 'keys'; digits: string }
  | { type: 'ended'; reason: string; message: string }
  | { type: 'refused'; code: string; error: string; details?: { field: string; message: string }[] };

/** The state of a browser call. */
export interface BrowserCall {
  phase: 'idle' | 'connecting' | 'live' | 'over';
  /** Null for the draft, and before the call is live. */
  version: number | null;
  startedAtMs: number | null;
  /** Null before the call is live. */
  transport: Transport | null;
  transcript: Entry[];
  turns: Turn[];
  /** Keys that the agent pressed. */
  keys: string;
  /** The message of the end. */
  end: string | null;
  /** The reason code of the end. */
  endReason: string | null;
  /** The message of an error. */
  failure: string | null;
  /** The fields that were refused. */
  problems: { field: string; message: string }[];
}

export const noCall: BrowserCall = {
  phase: 'idle',
  version: null,
  startedAtMs: null,
  transport: null,
  transcript: [],
  turns: [],
  keys: '',
  end: null,
  endReason: null,
  failure: null,
  problems: [],
};

/** Returns the state after an event. */
export function afterEvent(call: BrowserCall, event: BrowserCallEvent, nowMs: number): BrowserCall {
  switch (event.type) {
    case 'ready': {
      const { version, transport = 'websocket' } = event;
      return { ...call, phase: 'live', version, transport, startedAtMs: nowMs };
    }
    case 'entry':
      return { ...call, transcript: placed(call.transcript, event.index, event.entry) };
    case 'removed':
      return { ...call, transcript: call.transcript.slice(0, event.from) };
    case 'turn':
      return { ...call, turns: placed(call.turns, event.index, event.turn) };
    case 'keys':
      return { ...call, keys: call.keys + event.digits };
    case 'ended':
      return { ...call, phase: 'over', end: event.message, endReason: event.reason };
    case 'refused':
      return { ...call, phase: 'over', failure: event.error, problems: event.details ?? [] };
    case 'hello':
    case 'answer':
    case 'flush':
      return call;
  }
}

function placed<Item>(items: Item[], index: number, item: Item): Item[] {
  const next = [...items];
  next[Math.min(index, items.length)] = item;
  return next;
}
