import { tickMs } from '../codec/pcm.ts';
import { slotMs } from '../rtp/pacing.ts';
import { AudioBatch } from './audio-batch.ts';
import type { FromMediaThread, SessionMessage } from './worker-protocol.ts';

/** Waking the other thread costs more than what it is told, so what can wait goes with the last slot of a tick. */
const slotsPerRound = tickMs / slotMs;

/** What the thread has to tell of its sessions: gathered, and told at the end of a slot, or of a round of slots. */
export class Outbox {
  readonly #post: (message: FromMediaThread, transfer: ArrayBuffer[]) => void;
  readonly #audio = new AudioBatch();
  #messages: SessionMessage[] = [];
  #isUrgent = false;
  #slots = 0;

  constructor(post: (message: FromMediaThread, transfer: ArrayBuffer[]) => void) {
    this.#post = post;
  }

  /** Takes a copy of audio; what `isUrgent` goes with the slot that it was heard in. */
  hear(handle: number, atMs: number, pcm: Int16Array, isUrgent: boolean): void {
    this.#audio.add(handle, atMs, pcm);
    this.#isUrgent ||= isUrgent;
  }

  /** Takes a message, which is told after all audio from before it. */
  tell(message: SessionMessage, isUrgent: boolean): void {
    this.#messages.push(message);
    this.#isUrgent ||= isUrgent;
  }

  /** A slot is over: hands over what there is, if it is time. */
  endSlot(): void {
    this.#slots++;
    if (this.#isUrgent || this.#slots % slotsPerRound === 0) this.flush();
  }

  /** Hands over what there is now. */
  flush(): void {
    this.#isUrgent = false;
    const audio = this.#audio.take();
    if (!audio && this.#messages.length === 0) return;
    const messages = this.#messages;
    this.#messages = [];
    this.#post({ type: 'round', audio, messages }, audio ? [audio] : []);
  }
}
