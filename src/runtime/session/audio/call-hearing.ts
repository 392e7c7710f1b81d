import type { Conversation } from '../../../conversation/pipeline/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { HearingOptions } from '../../../telephony/media/index.ts';
import { PressedKeys } from './pressed-keys.ts';

const earlyPieceMs = 100;
/** A minute, in pieces of 20 ms. */
const waitingMax = 3_000;

/** Hears the caller in place of the conversation. */
export interface Listener {
  /** `atMs` is the position of the first sample. */
  audio(pcm: Int16Array, atMs: number): void;
  digit(digit: string): void;
}

/**
 * Passes the caller's audio and keys of one call to its conversation, or to a listener, for example during a transfer. A
 * conversation that gets the line late receives what happened before.
 */
export class CallHearing {
  readonly #log: Log;
  /** Sets what the media session reports of the caller. */
  readonly #listen: (hearing: HearingOptions) => void;
  readonly #keys = new PressedKeys();
  #conversation: Conversation | null = null;
  /** The conversation's hearing options. */
  #wanted: HearingOptions = { audio: false, speech: null };
  #diverted: Listener | null = null;
  /** What happened since the conversation was suspended, or `null` while it is not. */
  #waiting: ((conversation: Conversation) => void)[] | null = null;
  /** The beginning of the caller's speech while it lasts. */
  #speech: Parameters<Conversation['speechStarted']>[0] | null = null;
  /** The same when the conversation was suspended. */
  #speechBefore: Parameters<Conversation['speechStarted']>[0] | null = null;
  #isHeld = false;
  /** A member speaks in the agent's place, and must not fall silent when the caller begins to speak. */
  #isTakenOver = false;
  /** The last report that the other side puts the call through. */
  #putThrough: Parameters<Conversation['putThrough']> | null = null;
  /** The position where the other side's audio began, or `null` before. */
  #mediaStartedAtMs: number | null = null;

  constructor(log: Log, listen: (hearing: HearingOptions) => void) {
    this.#log = log;
    this.#listen = listen;
  }

  /** Gives the line to a conversation, which wants to hear `wanted`. */
  give(conversation: Conversation, wanted: HearingOptions): void {
    this.#conversation = conversation;
    this.#wanted = wanted;
    if (this.#mediaStartedAtMs !== null) conversation.mediaStarted(this.#mediaStartedAtMs);
    if (this.#isHeld) this.held(true);
    if (this.#putThrough) conversation.putThrough(...this.#putThrough);
    const speech = this.#waiting === null ? this.#speech : this.#speechBefore;
    if (speech) conversation.speechStarted(speech);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const event of waiting) event(conversation);
  }

  /** Sends audio before the answer to `listener`, in pieces of 100 ms, until `divert`. */
  hearEarly(listener: Listener): void {
    this.#diverted = listener;
    this.#listen({ audio: true, early: true, speech: null, pieceMs: earlyPieceMs });
  }

  /** Sends the caller's audio and keys to `listener`, or back to the conversation for `null`. */
  divert(listener: Listener | null): void {
    this.#diverted = listener;
    this.#choose();
  }

  /** Reports the caller's speech without silencing what is played meanwhile, or again as the conversation wants it. */
  takenOver(isTakenOver: boolean): void {
    this.#isTakenOver = isTakenOver;
    this.#choose();
  }

  /** While we are on hold, the other side may send music, which the conversation must not hear. */
  held(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#log.info({ isHeld }, 'the hold of the call changed');
    this.#conversation?.held(isHeld);
    this.#choose();
  }

  /** Reports that the other side puts the call through; see Conversation. */
  putThrough(isPending: boolean, connectedTo?: string): void {
    this.#putThrough = [isPending, connectedTo];
    this.#conversation?.putThrough(...this.#putThrough);
  }

  /** Keeps what the caller says and presses for the conversation to which the line is given next. */
  suspend(): void {
    this.#waiting = [];
    this.#speechBefore = this.#speech;
  }

  mediaStarted(atMs: number): void {
    this.#mediaStartedAtMs = atMs;
    this.#conversation?.mediaStarted(atMs);
  }

  speechStarted(event: Parameters<Conversation['speechStarted']>[0]): void {
    this.#speech = event;
    this.#pass((conversation) => conversation.speechStarted(event));
  }

  speechPaused(event: Parameters<Conversation['speechPaused']>[0]): void {
    this.#pass((conversation) => conversation.speechPaused(event));
  }

  backgroundHeard(event: Parameters<Conversation['backgroundHeard']>[0]): void {
    this.#pass((conversation) => conversation.backgroundHeard(event));
  }

  speechDoubted(): void {
    this.#pass((conversation) => conversation.speechDoubted());
  }

  speechContinued(): void {
    this.#pass((conversation) => conversation.speechContinued());
  }

  speechEnded(event: Parameters<Conversation['speechEnded']>[0]): void {
    this.#speech = null;
    this.#pass((conversation) => conversation.speechEnded(event));
  }

  audio(event: Parameters<Conversation['audio']>[0]): void {
    if (this.#diverted) this.#diverted.audio(event.pcm, event.atMs);
    else this.#pass((conversation) => conversation.audio(event));
  }

  /** Takes a key press, which may come by RTP and by SIP INFO. */
  digit(digit: string, atMs: number, by: 'rtp' | 'info'): void {
    if (!this.#keys.accept(digit, atMs, by)) return;
    if (this.#diverted) this.#diverted.digit(digit);
    else this.#pass((conversation) => conversation.dtmf({ digit, atMs }));
  }

  #pass(event: (conversation: Conversation) => void): void {
    if (this.#waiting === null) {
      if (this.#conversation) event(this.#conversation);
    } else if (this.#waiting.length < waitingMax) this.#waiting.push(event);
  }

  #choose(): void {
    if (this.#diverted) this.#listen({ audio: true, speech: null });
    else if (this.#isHeld) this.#listen({ audio: false, speech: null });
    else this.#listen(this.#isTakenOver ? withoutYield(this.#wanted) : this.#wanted);
  }
}

function withoutYield({ speech, ...others }: HearingOptions): HearingOptions {
  return { ...others, speech: speech && { ...speech, yieldMs: 0 } };
}
