import { VoiceActivity } from './voice-activity.ts';

/** What is wanted of the audio that the other side sends. */
export interface HearingOptions {
  /** Whether it is handed over, in pieces of 20 ms. */
  audio: boolean;
  /**
   * Whether it is told when somebody speaks; an end is decided when `endAfterMs` (from 60 to 5000, 250 is a good
   * value) have passed without speech, with the next multiple of 20 ms.
   */
  speech: { endAfterMs: number } | null;
}

/** What is heard. Positions are milliseconds on the session's clock. */
export interface HearingEvents {
  audio(pcm: Int16Array, atMs: number): void;
  speech(type: 'started' | 'ended', atMs: number, decidedAtMs: number): void;
}

/** The ear of one session: voice activity and audio of what was received, for as long as it is listened to. */
export class Hearing {
  readonly #events: HearingEvents;
  #sampleRateHz: number;
  #audio = false;
  #activity: VoiceActivity | null = null;

  constructor(sampleRateHz: number, events: HearingEvents) {
    this.#sampleRateHz = sampleRateHz;
    this.#events = events;
  }

  /** Changes what is listened to; what is known of the line's noise and of speech that goes on is kept. */
  listen({ audio, speech }: HearingOptions): void {
    this.#audio = audio;
    if (!speech) this.#activity = null;
    else if (this.#activity) this.#activity.endAfterMs = speech.endAfterMs;
    else this.#activity = new VoiceActivity(this.#sampleRateHz, speech.endAfterMs);
  }

  /** Takes the rate of the audio; what was known of the line is forgotten where it changes. */
  configure(sampleRateHz: number): void {
    if (sampleRateHz === this.#sampleRateHz) return;
    this.#sampleRateHz = sampleRateHz;
    if (this.#activity) this.#activity = new VoiceActivity(sampleRateHz, this.#activity.endAfterMs);
  }

  /** Takes the frame of the tick at `atMs`. */
  hear(frame: Int16Array, atMs: number): void {
    if (this.#audio) this.#events.audio(frame, atMs);
    const edge = this.#activity?.push(frame, atMs);
    if (edge) this.#events.speech(edge.type, edge.atMs, atMs);
  }
}
