import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerOffer,
  buildOffer,
  type LocalAudio,
  type NegotiatedAudio,
  type Negotiation,
  readAnswer,
} from '../../src/telephony/sip/index.ts';
import { expand } from '../peers/g711-reference.ts';
import type { RtpPeer } from '../peers/rtp-peer.ts';

/** How long a customer stays, and which side then ends the call. */
export interface Plan {
  lastsMs: number;
  endsBy: 'customer' | 'agent';
}

/** The call changed its process. */
export interface Move {
  /** The time without a packet. */
  gapMs: number;
  /** Monotonic. */
  atMs: number;
}

export const dialogue = {
  start: 'menu',
  nodes: {
    menu: {
      say: 'Press a key.',
      listen: {
        options: [
          { keys: ['1'], goto: 'again' },
          { keys: ['9'], goto: 'bye' },
        ],
      },
    },
    again: {
      say: 'You can press it once more.',
      listen: {
        options: [
          { keys: ['1'], goto: 'again' },
          { keys: ['9'], goto: 'bye' },
        ],
      },
    },
    bye: { say: 'Goodbye.', end: true },
  },
};

const everyMs = 50;
const pauseMs = 500;
/** A customer whom the agent does not answer presses the key again after this time. */
const repeatMs = 4000;
/** The agent has said goodbye within this time. */
const goodbyeWithinMs = 20_000;
/** Louder than noise. */
const loudSample = 1000;
const isLoud = Array.from({ length: 256 }, (_, octet) => Math.abs(expand('pcmu', octet)) > loudSample);

/** A conversation with an agent as its customer hears it, who presses a key whenever the agent is silent. */
export class Conversation {
  readonly number: string;
  readonly sipCallId: string;
  /** The address of the node that sends the audio; null until the call is answered. */
  node: string | null = null;
  /** Null until the call is answered. */
  answeredAtMs: number | null = null;
  /** By which side the call ended; null while it lasts. */
  ended: 'customer' | 'agent' | 'unanswered' | null = null;
  /** Monotonic. */
  endedAtMs: number | null = null;
  /** Whether the agent was asked for the end. */
  isLeaving = false;
  /** Whether the agent did not end the call although it was asked. */
  wasKept = false;
  /** A fault of its node explains its end and its silence. */
  isExcused = false;
  readonly moves: Move[] = [];
  /** The longest time without the agent's voice, although the customer pressed keys. */
  silentMs = 0;
  readonly #rtp: RtpPeer;
  readonly #plan: Plan;
  #version = 1;
  #last: { atMs: number; ssrc: number } | null = null;
  #heardAtMs = 0;
  #hasHeard = false;

  constructor(call: { number: string; sipCallId: string }, rtp: RtpPeer, plan: Plan) {
    this.number = call.number;
    this.sipCallId = call.sipCallId;
    this.#rtp = rtp;
    this.#plan = plan;
  }

  get isTalking(): boolean {
    return this.answeredAtMs !== null && this.ended === null;
  }

  offer(): string {
    return buildOffer(this.#audio);
  }

  /** Takes the answer to `offer`. Returns whether the call has audio. */
  takeAnswer(sdp: string): boolean {
    this.#version++;
    return this.#take(readAnswer(sdp, this.#audio)) !== null;
  }

  /** Returns the answer to an offer, the first one or a changed one; null to refuse it. */
  takeOffer(sdp: string): string | null {
    const negotiation = answerOffer(sdp, this.#audio);
    // The next description is another one.
    this.#version++;
    return this.#take(negotiation) && negotiation.ok ? negotiation.sdp : null;
  }

  end(by: 'customer' | 'agent' | 'unanswered'): void {
    this.ended ??= by;
    this.endedAtMs ??= performance.now();
  }

  /** Presses keys until the call is over. `hangUp` ends it, `signal` cuts its plan short. */
  async converse(hangUp: () => void, signal: AbortSignal): Promise<void> {
    const untilMs = performance.now() + this.#plan.lastsMs;
    let pressedAtMs = performance.now();
    this.#heardAtMs = pressedAtMs;
    while (this.ended === null) {
      await sleep(everyMs);
      this.#listen();
      const nowMs = performance.now();
      const isOver = nowMs > untilMs;
      const isLate = nowMs > untilMs + goodbyeWithinMs;
      if (signal.aborted || isLate || (isOver && this.#plan.endsBy === 'customer')) {
        this.wasKept = isLate && !signal.aborted;
        this.end('customer');
        hangUp();
        return;
      }
      const isTurn = this.#hasHeard ? nowMs - this.#heardAtMs > pauseMs : nowMs - pressedAtMs > repeatMs;
      if (!isTurn) continue;
      pressedAtMs = nowMs;
      this.#hasHeard = false;
      this.isLeaving = isOver;
      await this.#rtp.sendDigits(isOver ? '9' : '1');
    }
  }

  get #audio(): LocalAudio {
    const { host: address, port } = this.#rtp;
    return { address, port, codecs: ['PCMU'], sessionId: 1, version: this.#version };
  }

  #take(negotiation: Negotiation): NegotiatedAudio | null {
    if (!negotiation.ok) return null;
    const { address, port } = negotiation.audio.remote;
    this.#rtp.setRemote(address, port);
    // Audio flows from the first packet on.
    this.#rtp.sendComfortNoise();
    this.node = address;
    this.answeredAtMs ??= Date.now();
    return negotiation.audio;
  }

  /** Hears what has arrived, and forgets it. */
  #listen(): void {
    // Reports arrive at the same port.
    const audio = this.#rtp.received.splice(0).filter(({ payloadType }) => payloadType === 0);
    for (const { arrivedAtMs: atMs, ssrc, payload } of audio) {
      if (this.#last && this.#last.ssrc !== ssrc) this.moves.push({ gapMs: atMs - this.#last.atMs, atMs });
      this.#last = { atMs, ssrc };
      if (!payload.some((octet) => isLoud[octet])) continue;
      this.silentMs = Math.max(this.silentMs, atMs - this.#heardAtMs);
      this.#heardAtMs = atMs;
      this.#hasHeard = true;
    }
    this.silentMs = Math.max(this.silentMs, performance.now() - this.#heardAtMs);
  }
}
