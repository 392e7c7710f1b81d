import type { SpeechAudio } from '../providers/spec/index.ts';
import type { TurnLedger } from './ledger.ts';

/**
 * Something to be said. What happens to it when the caller interrupts is in its kind: `data` is dropped, `marked`
 * survives, because it was promised (a farewell before a call ends, the announcement of a transfer).
 */
export interface SpeechFrame {
  kind: 'data' | 'marked';
  /** The white space around it is not spoken, but is part of what was heard. */
  text: string;
  /** The speech itself, where it was made ahead. */
  ready?: Promise<SpeechAudio> | null;
  ledger?: TurnLedger | null;
  /** Told once, when it was said, cut off or dropped. */
  onHeard: (heard: Heard) => void;
}

/** What of a frame was sent; `text` is empty when it was nothing, and the positions mean nothing then. */
export interface Heard {
  text: string;
  startMs: number;
  endMs: number;
}
