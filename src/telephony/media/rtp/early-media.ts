import { samplesPerTick, telephoneRateHz, tickMs } from '../codec/pcm.ts';
import { IncomingStream } from './incoming-stream.ts';
import { TickClock } from './pacing.ts';
import { parseRtp, type RtpHeader } from './rtp-packet.ts';
import type { StreamParameters } from './stream-parameters.ts';

/** The interval of silent packets that keep address translations on the way open (RFC 6263 §4). */
const keepOpenMs = 1000;
/** Payload types of comfort noise and of codecs that are accepted without negotiation (RFC 3551 §6, RFC 3389). */
const commonTypes: readonly number[] = [0, 8, 13];

interface HeardStream {
  stream: IncomingStream;
  clock: TickClock;
}

/**
 * The stream before the answer (RFC 3960): a ringing tone or an announcement. Its audio is counted, and decoded at 8 kHz
 * for a listener. It is not recorded, because the customer has not agreed to a recording yet.
 */
export class EarlyMedia {
  #parameters: StreamParameters | null = null;
  #openedAtMs = 0;
  #dueAtMs = 0;
  #firstAtMs = 0;
  #lastAtMs = 0;
  /** The decoded stream and its clock, from the first decoded packet on. */
  #heard: HeardStream | null = null;
  readonly #frame = new Int16Array(samplesPerTick(telephoneRateHz));

  get isOpen(): boolean {
    return this.#parameters !== null;
  }

  /** The time from the first packet to the last; 0 without packets. */
  get heardMs(): number {
    return this.#firstAtMs === 0 ? 0 : Math.round(this.#lastAtMs - this.#firstAtMs) + tickMs;
  }

  /** Takes the parameters of an early answer, from any branch of the call. */
  open(parameters: StreamParameters, nowMs: number): void {
    if (!this.#parameters) this.#openedAtMs = nowMs;
    this.#parameters = parameters;
    this.#dueAtMs = nowMs;
    this.#heard?.stream.configure(parameters, telephoneRateHz);
  }

  /**
   * Takes a datagram; `accept` decides whether its source is heard, and `isHeard` whether it is decoded. Returns false when
   * it is no audio of the peer.
   */
  take(datagram: Buffer, nowMs: number, isHeard: boolean, accept: (header: RtpHeader) => boolean): boolean {
    const header = this.#parameters ? parseRtp(datagram) : null;
    if (!header || !this.#isAudio(header.payloadType) || !accept(header)) return false;
    this.#firstAtMs ||= nowMs;
    this.#lastAtMs = nowMs;
    if (isHeard) {
      this.#heard ??= this.#beginToHear(this.#parameters!, nowMs);
      this.#heard.stream.receive(datagram, nowMs, () => true);
    }
    return true;
  }

  /** Returns the 20 ms that are due, and their position since the first decoded packet; `null` when none are. */
  frameAt(nowMs: number): { frame: Int16Array; atMs: number } | null {
    if (!this.#heard || this.#heard.clock.latenessMs(nowMs) < 0) return null;
    const { clock, stream } = this.#heard;
    const skipped = clock.ticksToSkip(nowMs);
    clock.tick += skipped;
    if (skipped > 0) stream.skip(skipped);
    stream.take(this.#frame);
    return { frame: this.#frame, atMs: clock.tick++ * tickMs };
  }

  /** Ends the listening, when the call is answered or over. */
  close(): void {
    this.#heard?.stream.close();
    this.#heard = null;
  }

  #beginToHear(parameters: StreamParameters, nowMs: number): HeardStream {
    const stream = new IncomingStream();
    stream.configure(parameters, telephoneRateHz);
    return { stream, clock: new TickClock(nowMs) };
  }

  #isAudio(type: number): boolean {
    const { payloadType, offeredPayloadType } = this.#parameters!;
    return type === payloadType || type === offeredPayloadType || commonTypes.includes(type);
  }

  /** Returns the tick of the silent packet that is due, and its parameters; `null` when none is due. */
  due(nowMs: number): { parameters: StreamParameters; tick: number } | null {
    if (!this.#parameters || nowMs < this.#dueAtMs) return null;
    this.#dueAtMs = nowMs + keepOpenMs;
    return { parameters: this.#parameters, tick: this.ticksUntil(nowMs) };
  }

  /** Returns the ticks from the first early answer to `ms`; 0 without an early answer. */
  ticksUntil(ms: number): number {
    return this.#parameters ? Math.max(Math.round((ms - this.#openedAtMs) / tickMs), 0) : 0;
  }
}
