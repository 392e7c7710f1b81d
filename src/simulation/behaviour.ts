/** Something to say into a call: samples at 8 kHz, a mono WAV file of 8 or 16 kHz, or a sentence for the voice. */
export type Utterance = { pcm: Int16Array } | { wavPath: string } | { text: string };

/** What a customer does once the call stands. Without a way to hang up it waits until the other side does. */
export interface Manners {
  /** Said one after the other, from the answer on. */
  says?: readonly Utterance[];
  /** Hangs up so long after the answer. */
  hangUpAfterMs?: number;
  /** Hangs up when all is said and nothing has been heard for so long since then. */
  hangUpWhenSilentForMs?: number;
  /** Hangs up so long after all is said, whatever is heard. */
  hangUpAfterSayingMs?: number;
}

/** What a customer does with a call that it gets; plain data. */
export type Behaviour =
  | ({ kind: 'answer'; ringMs: number } & Manners)
  | { kind: 'busy' }
  /** Rings until the caller gives up, or with `ringMs` until the network says that nobody answers (480). */
  | { kind: 'no-answer'; ringMs?: number }
  | { kind: 'reject'; code: number; reason?: string; ringMs?: number }
  /** Greets, beeps and records: hangs up when nothing was heard for 5 s, and at the latest after `recordsMs`. */
  | { kind: 'voicemail'; ringMs: number; greeting: Utterance; recordsMs: number };
