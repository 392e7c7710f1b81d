/** Something to say in a call: samples at 8 kHz, a mono WAV file of 8 or 16 kHz, or a text for the voice. */
export type Utterance = { pcm: Int16Array } | { wavPath: string } | { text: string };

/** The actions of a customer in an answered call. Without a way to hang up it waits for the other side. */
export interface Manners {
  /** Said in order, from the answer on. */
  says?: readonly Utterance[];
  /** Hangs up this long after the answer. */
  hangUpAfterMs?: number;
  /** Hangs up after everything was said and nothing was heard for this long. */
  hangUpWhenSilentForMs?: number;
  /** Hangs up this long after everything was said. */
  hangUpAfterSayingMs?: number;
}

/** How a customer treats an incoming call, as plain data. */
export type Behaviour =
  | ({ kind: 'answer'; ringMs: number } & Manners)
  | { kind: 'busy' }
  /** Rings until the caller gives up, or for `ringMs` until the network reports 480. */
  | { kind: 'no-answer'; ringMs?: number }
  | { kind: 'reject'; code: number; reason?: string; ringMs?: number }
  /** Greets, beeps and records. Hangs up after 5 s of silence, and at the latest after `recordsMs`. */
  | { kind: 'voicemail'; ringMs: number; greeting: Utterance; recordsMs: number };
