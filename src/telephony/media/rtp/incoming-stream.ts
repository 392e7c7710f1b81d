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

/** The payload type of comfort noise (RFC 3389), which is accepted without negotiation. */
const comfortNoisePayloadType = 13;

/** An event within this time of its tones is the same key press. */
const echoTicks = 25;

/** The events that are kept of sources that are not heard yet: their number, and for how many ticks. */
const unheardMax = 16;
const unheardTicks = 150;

/** Turns the RTP packets of a session, from any source, into one stream of audio and key presses. */
export class IncomingStream {
  readonly reception = new Reception();
  jitterBuffer = new JitterBuffer(telephoneRateHz, clockRateOf('pcmu'));
  #sampleRateHz = telephoneRateHz;
  readonly #telephoneEvents = new TelephoneEventReceiver();
  readonly #telephoneEventPayloadTypes: (number | null)[] = [];
  /** Detects tones until the first telephone event, because a peer that negotiated events may send tones. */
  #toneDigits: ToneDigits | null = null;
  #hasEvents = false;
  /** The key that was last reported from its tones, and its tick. */
  #reportedByTones: { digit: string; tick: number } | null = null;
  #tick = 0;
  /** Events of sources that are not heard. One of the sources may turn out to be the peer. */
  readonly #unheard: { header: RtpHeader; datagram: Buffer; tick: number }[] = [];
  /** The decoders of all codecs negotiated so far. Waiting packets may still need one, and a codec may return. */
  readonly #decoders = new Map<AudioCodec, Decoder>();
  /** Decoders by payload type; `null` for types without audio, undefined for unknown types. */
  #payloads: (Decoder | null | undefined)[] = [];

  /** Takes the negotiated parameters. The sample rate must not change after the first call. */
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
    // The peer should send the types that we offered (RFC 3264 §5.1), and some peers send their own.
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
   * Takes a datagram that came at `nowMs`; `accept` decides by its RTP header whether its source is heard. Returns false
   * for a packet that is invalid or not heard.
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
    // Events may have a source of their own beside that of the audio.
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

  /** Takes the events that a source sent before it was accepted as the peer. */
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

  /** Takes the next 20 ms of audio. Returns the keys that were pressed, in order. */
  take(frame: Int16Array): string {
    this.#tick++;
    this.jitterBuffer.take(frame);
    const keys = this.#withoutEcho(this.#telephoneEvents.take(this.#tick));
    const digit = this.#toneDigits?.push(frame) ?? null;
    if (digit === null) return keys;
    this.#reportedByTones = { digit, tick: this.#tick };
    return keys + digit;
  }

  /** Leaves out the event of the key that was last reported from its tones. */
  #withoutEcho(keys: string): string {
    const reported = this.#reportedByTones;
    if (keys === '' || !reported) return keys;
    const at = this.#tick - reported.tick < echoTicks ? keys.indexOf(reported.digit) : -1;
    if (at < 0) return keys;
    this.#reportedByTones = null;
    return keys.slice(0, at) + keys.slice(at + 1);
  }

  skip(tickCount: number): void {
    this.#tick += tickCount;
    this.jitterBuffer.skip(tickCount);
  }

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
