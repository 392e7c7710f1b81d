import { tickMs } from '../codec/pcm.ts';
import { slotMs } from '../rtp/pacing.ts';
import { AudioBatch } from './audio-batch.ts';
import type { FromMediaThread, SessionMessage } from './worker-protocol.ts';

/** Waking the other thread costs more than a message, so whatever can wait goes with the last slot of a tick. */
const slotsPerRound = tickMs / slotMs;

/** Gathers the messages and audio of all sessions, and posts them at the end of a slot or of a tick. */
export class Outbox {
  readonly #post: (message: FromMediaThread, transfer: ArrayBuffer[]) => void;
  readonly #audio = new AudioBatch();
  #messages: SessionMessage[] = [];
  #isUrgent = false;
  #slots = 0;

  constructor(post: (message: FromMediaThread, transfer: ArrayBuffer[]) => void) {
    this.#post = post;
  }

  /** Adds a copy of audio. `isUrgent` audio is posted with its slot. */
  addAudio(handle: number, atMs: number, pcm: Int16Array, isUrgent: boolean): void {
    this.#audio.add(handle, atMs, pcm);
    this.#isUrgent ||= isUrgent;
  }

  /** Adds a message, which is delivered after all earlier audio. */
  add(message: SessionMessage, isUrgent: boolean): void {
    this.#messages.push(message);
    this.#isUrgent ||= isUrgent;
  }

  /** Ends a slot, and posts everything when it is time. */
  endSlot(): void {
    this.#slots++;
    if (this.#isUrgent || this.#slots % slotsPerRound === 0) this.flush();
  }

  flush(): void {
    this.#isUrgent = false;
    const audio = this.#audio.take();
    if (!audio && this.#messages.length === 0) return;
    const messages = this.#messages;
    this.#messages = [];
    this.#post({ type: 'round', audio, messages }, audio ? [audio] : []);
  }
}
