import type { EndedReason } from '../../../domains/calls/index.ts';
import type { DialableCall } from '../dialable-call.ts';
import type { GateSettings } from '../gate-settings.ts';

export interface Hold {
  kind: 'hold';
  /** Stable and machine-readable, as `why` tells it. */
  reason: string;
  message: string;
  /** When the call is looked at again. */
  untilMs: number;
}

export interface Refusal {
  kind: 'refuse';
  endedReason: EndedReason;
  reason: string;
  message: string;
}

/** What is to become of a claimed call. */
export type Verdict = { kind: 'dial' } | Hold | Refusal;

/** One question to a claimed call; null: nothing to say against it. Pure: everything it depends on is handed in. */
export type GateRule = (call: DialableCall, settings: GateSettings, nowMs: number) => Hold | Refusal | null;
