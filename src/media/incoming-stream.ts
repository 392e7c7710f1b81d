import { createDecoder } from './audio-codec.ts';
import { type AudioCodec, clockRateOf } from './codecs.ts';
import type { Decoder } from './decoder.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import { telephoneRateHz } from './pcm.ts';
import { Reception } from './reception.ts';
import { parseRtp, type RtpHeader } from './rtp-packet.ts';
import type { StreamParameters } from './stream-parameters.ts';
import { TelephoneEventReceiver } from './telephone-event.ts';
import { ToneDigits } from './tone-digits.ts';

/** Static payload types (RFC 3551 §6 table 4, RFC 3389) that are understood whatever was agreed on. */
const comfortNoisePayloadType = 13;

/** A press whose tones were heard, and of which an event comes within this, is one. */
const echoTicks = 25;

/** What a packet was: not understood, understood, or the beginning of a key press. */
export type Taken = 'ignored' | 'taken' | { digit: string };

/** What a session receives: RTP packets, of whatever source, made into one stream of audio and key presses. */
export class IncomingStream {
  readonly reception = new Reception();
  jitterBuffer = new JitterBuffer(telephoneRateHz, clockRateOf('pcmu'));
  #sampleRateHz = telephoneRateHz;
  readonly #telephoneEvents = new TelephoneEventReceiver();
  readonly #telephoneEventPayloadTypes: (number | null)[] = [];
  /** Listens until the first telephone event: who agreed on them may send tones all the same. */
  #toneDigits: ToneDigits | null = null;
  #hasEvents = false;
  /** The key that was last told by its tones, and in which tick. */
  #toldByTones: { digit: string; tick: number } | null = null;
  #tick = 0;
  /** One for each codec that was ever agreed on: what waits may still need it, and it goes on where it left off. */
  readonly #decoders = new Map<AudioCodec, Decoder>();
  /** The decoder by payload type; null for what carries no audio, undefined for what is not understood. */
  #payloads: (Decoder | null | undefined)[] = [];

  /** Takes what was agreed on, and the rate of the audio that is taken; that is never changed again. */
  configure(parameters: StreamParameters, sampleRateHz: number): void {
    if (sampleRateHz !== this.#sampleRateHz) {
      this.#sampleRateHz = sampleRateHz;
      this.jitterBuffer = new JitterBuffer(sampleRateHz, clockRateOf(parameters.codec));
    }
    const payloads: (Decoder | null | undefined)[] = [];
    payloads[0] = this.#decoder('pcmu');
    payloads[8] = this.#decoder('pcma');
    payloads[comfortNoisePayloadType] = null;
    const { payloadType, offeredPayloadType, telephoneEventPayloadType, offeredTelephoneEventPayloadType } =
      parameters;
    // What we have said holds for what we receive (RFC 3264 §5.1), and some send by what they have said.
    payloads[payloadType] = this.#decoder(parameters.codec);
    const types = [telephoneEventPayloadType, offeredTelephoneEventPayloadType];
    if (telephoneEventPayloadType !== null) payloads[telephoneEventPayloadType] = null;
    payloads[offeredPayloadType] = this.#decoder(parameters.codec);
    if (offeredTelephoneEventPayloadType !== null) payloads[offeredTelephoneEventPayloadType] = null;
    this.#telephoneEventPayloadTypes.splice(0, 2, ...types);
    if (!this.#hasEvents) this.#toneDigits ??= new ToneDigits(sampleRateHz);
    this.#payloads = payloads;
  }

  /** Takes a datagram that came at `nowMs`; `accept` says whether its source is to be heard, once it is known as RTP. */
  receive(datagram: Buffer, nowMs: number, accept: (header: RtpHeader) => boolean): Taken {
    const header = parseRtp(datagram);
    const decoder = header ? this.#payloads[header.payloadType] : undefined;
    if (!header || decoder === undefined || !accept(header)) return 'ignored';
    const isEvent = decoder === null && this.#telephoneEventPayloadTypes.includes(header.payloadType);
    // Events may have a source of their own, beside which that of the audio goes on.
    const isBeside = isEvent && this.reception.ssrc !== null && this.reception.ssrc !== header.ssrc;
    if (isBeside) this.reception.packetsReceived++;
    else if (this.reception.count(header.ssrc, header.sequenceNumber, nowMs)) this.jitterBuffer.reset();
    if (isEvent) return this.#takeEvent(header, datagram);
    if (!decoder) return 'taken';
    const { timestamp, payloadStart, payloadEnd } = header;
    this.reception.time(nowMs, (timestamp * 1000) / decoder.clockRateHz);
    this.jitterBuffer.put(timestamp, datagram, payloadStart, payloadEnd, decoder, nowMs);
    return 'taken';
  }

  #takeEvent(header: RtpHeader, datagram: Buffer): Taken {
    const digit = this.#telephoneEvents.receive(header, datagram, header.payloadStart, header.payloadEnd);
    this.#hasEvents = true;
    this.#toneDigits = null;
    const told = this.#toldByTones;
    this.#toldByTones = null;
    const isToldAlready = told?.digit === digit && this.#tick - told!.tick < echoTicks;
    return digit === null || isToldAlready ? 'taken' : { digit };
  }

  /** Takes the next 20 ms of audio; the key whose tones were complete with it, or null. */
  take(frame: Int16Array): string | null {
    this.#tick++;
    this.jitterBuffer.take(frame);
    const digit = this.#toneDigits?.push(frame) ?? null;
    if (digit !== null) this.#toldByTones = { digit, tick: this.#tick };
    return digit;
  }

  /** Passes over so many ticks. */
  skip(tickCount: number): void {
    this.#tick += tickCount;
    this.jitterBuffer.skip(tickCount);
  }

  /** Gives the memory of its decoders back. */
  close(): void {
    for (const decoder of this.#decoders.values()) decoder.free?.();
  }

  #decoder(codec: AudioCodec): Decoder {
    const known = this.#decoders.get(codec);
    if (known) return known;
    const decoder = createDecoder(codec, this.#sampleRateHz);
    this.#decoders.set(codec, decoder);
    return decoder;
  }
}
