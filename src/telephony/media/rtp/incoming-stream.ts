import { ToneDigits } from '../analysis/tone-digits.ts';
import { createDecoder } from '../codec/audio-codec.ts';
import { type AudioCodec, clockRateOf } from '../codec/codecs.ts';
import type { Decoder } from '../codec/decoder.ts';
import { telephoneRateHz } from '../codec/pcm.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import { Reception } from './reception.ts';
import { parseRtp, type RtpHeader } from './rtp-packet.ts';
import type { StreamParameters } from './stream-parameters.ts';
import { TelephoneEventReceiver } from './telephone-event.ts';

/** Static payload types (RFC 3551 §6 table 4, RFC 3389) that are understood whatever was agreed on. */
const comfortNoisePayloadType = 13;

/** A press whose tones were heard, and of which an event comes within this, is one. */
const echoTicks = 25;

/** Packets of events that are kept of sources which are not heard yet, and for how many ticks. */
const unheardMax = 16;
const unheardTicks = 150;

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
  /** Events of sources that are not heard; one of them may turn out to be the peer. */
  readonly #unheard: { header: RtpHeader; datagram: Buffer; tick: number }[] = [];
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

  /**
   * Takes a datagram that came at `nowMs`; `accept` says whether its source is to be heard, once it is known as RTP.
   * Returns false for a packet that is not understood or not to be heard.
   */
  receive(datagram: Buffer, nowMs: number, accept: (header: RtpHeader) => boolean): boolean {
    const header = parseRtp(datagram);
    const decoder = header ? this.#payloads[header.payloadType] : undefined;
    if (!header || decoder === undefined) return false;
    const isEvent = decoder === null && this.#telephoneEventPayloadTypes.includes(header.payloadType);
    if (!accept(header)) {
      if (isEvent) this.#keep(header, datagram);
      return false;
    }
    if (this.#unheard.length > 0) this.#takeUnheard(header.ssrc);
    // Events may have a source of their own, beside which that of the audio goes on.
    const isBeside = isEvent && this.reception.ssrc !== null && this.reception.ssrc !== header.ssrc;
    if (isBeside) this.reception.packetsReceived++;
    else if (this.reception.count(header.ssrc, header.sequenceNumber, nowMs)) this.jitterBuffer.reset();
    if (isEvent) {
      this.#takeEvent(header, datagram);
      return true;
    }
    this.#telephoneEvents.note(header.ssrc, header.sequenceNumber);
    if (!decoder) return true;
    const { timestamp, payloadStart, payloadEnd } = header;
    this.reception.time(nowMs, (timestamp * 1000) / decoder.clockRateHz);
    this.jitterBuffer.put(timestamp, datagram, payloadStart, payloadEnd, decoder, nowMs);
    return true;
  }

  #keep(header: RtpHeader, datagram: Buffer): void {
    this.#unheard.push({ header, datagram, tick: this.#tick });
    if (this.#unheard.length > unheardMax) this.#unheard.shift();
  }

  /** Takes the events that a source sent before it was known to be the peer. */
  #takeUnheard(ssrc: number): void {
    for (const { header, datagram, tick } of this.#unheard.splice(0)) {
      if (header.ssrc === ssrc && this.#tick - tick < unheardTicks) this.#takeEvent(header, datagram);
    }
  }

  #takeEvent(header: RtpHeader, datagram: Buffer): void {
    this.#telephoneEvents.receive(header, datagram, header.payloadStart, header.payloadEnd, this.#tick);
    this.#hasEvents = true;
    this.#toneDigits = null;
  }

  /** Takes the next 20 ms of audio; returns the keys that were pressed, in their order. */
  take(frame: Int16Array): string {
    this.#tick++;
    this.jitterBuffer.take(frame);
    const keys = this.#withoutEcho(this.#telephoneEvents.take(this.#tick));
    const digit = this.#toneDigits?.push(frame) ?? null;
    if (digit === null) return keys;
    this.#toldByTones = { digit, tick: this.#tick };
    return keys + digit;
  }

  /** Leaves out the event of the key that was reported last by its tones. */
  #withoutEcho(keys: string): string {
    const told = this.#toldByTones;
    if (keys === '' || !told) return keys;
    const at = this.#tick - told.tick < echoTicks ? keys.indexOf(told.digit) : -1;
    if (at < 0) return keys;
    this.#toldByTones = null;
    return keys.slice(0, at) + keys.slice(at + 1);
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
