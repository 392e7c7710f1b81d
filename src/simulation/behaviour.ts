/** Something to say in a call: samples at 8 kHz, a mono WAV file of 8 or 16 kHz, or a text for the voice. */
export type Utterance = { pcm: Int16Array } | { wavPath: string } | { text: string };

/** The actions of a customer in an answered call. Without a rule to hang up, the customer waits for the other side. */
export interface Manners {
  /** The utterances that the customer says after the answer, in order. */
  says?: readonly Utterance[];
  /** Hangs up this long after the answer. */
  hangUpAfterMs?: number;
  /** Hangs up when everything was said and the other side has been silent for this long. */
  hangUpWhenSilentForMs?: number;
  /** Hangs up this long after everything was said. */
  hangUpAfterSayingMs?: number;
}

/** The reaction of a customer to an incoming call, as plain data. */
export type Behaviour =
  | ({ kind: 'answer'; ringMs: number } & Manners)
  | { kind: 'busy' }
  /** Rings until the caller gives up, or for `ringMs` until the network reports 480. */
  | { kind: 'no-answer'; ringMs?: number }
  | { kind: 'reject'; code: number; reason?: string; ringMs?: number }
  /** Greets, beeps and records. Hangs up after 5 s of silence, and at the latest after `recordsMs`. */
  | { kind: 'voicemail'; ringMs: number; greeting: Utterance; recordsMs: number }
  /** The network answers in place of a telephone: special information tones, then an announcement. */
  | { kind: 'intercept'; ringMs: number; announcement: Utterance };
