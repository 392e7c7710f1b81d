import { tickMs } from '../codec/pcm.ts';
import { parseRtp, type RtpHeader } from './rtp-packet.ts';
import type { StreamParameters } from './stream-parameters.ts';

/** Silence is sent so often, which keeps every address translation on the way open (RFC 6263 §4). */
const keepOpenMs = 1000;
/** Comfort noise and the codecs that are understood whatever was agreed on (RFC 3551 §6, RFC 3389). */
const commonTypes: readonly number[] = [0, 8, 13];

/**
 * What there is of a stream before the answer (RFC 3960): a ringing tone or an announcement may come, which is counted
 * and nothing else, as nobody listens to it and nobody has agreed to being recorded.
 */
export class EarlyMedia {
  #parameters: StreamParameters | null = null;
  #openedAtMs = 0;
  #dueAtMs = 0;
  #firstAtMs = 0;
  #lastAtMs = 0;

  get isOpen(): boolean {
    return this.#parameters !== null;
  }

  /** From the first packet to the last. */
  get heardMs(): number {
    return this.#firstAtMs === 0 ? 0 : Math.round(this.#lastAtMs - this.#firstAtMs) + tickMs;
  }

  /** Takes what an early answer says, of this branch of the call or another one. */
  open(parameters: StreamParameters, nowMs: number): void {
    if (!this.#parameters) this.#openedAtMs = nowMs;
    this.#parameters = parameters;
    this.#dueAtMs = nowMs;
  }

  /** Takes a datagram; `accept` says whether its source is to be heard. False: it is no audio of the peer. */
  take(datagram: Buffer, nowMs: number, accept: (header: RtpHeader) => boolean): boolean {
    const header = this.#parameters ? parseRtp(datagram) : null;
    if (!header || !this.#isAudio(header.payloadType) || !accept(header)) return false;
    this.#firstAtMs ||= nowMs;
    this.#lastAtMs = nowMs;
    return true;
  }

  #isAudio(type: number): boolean {
    const { payloadType, offeredPayloadType } = this.#parameters!;
    return type === payloadType || type === offeredPayloadType || commonTypes.includes(type);
  }

  /** A packet of silence that is to be sent now, and the tick that its timestamp is of; null: none. */
  due(nowMs: number): { parameters: StreamParameters; tick: number } | null {
    if (!this.#parameters || nowMs < this.#dueAtMs) return null;
    this.#dueAtMs = nowMs + keepOpenMs;
    return { parameters: this.#parameters, tick: this.ticksUntil(nowMs) };
  }

  /** Ticks from the first early answer to `ms`; 0 where there was none. */
  ticksUntil(ms: number): number {
    return this.#parameters ? Math.max(Math.round((ms - this.#openedAtMs) / tickMs), 0) : 0;
  }
}
