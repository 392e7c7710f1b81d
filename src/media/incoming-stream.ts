import { createDecoder } from './audio-codec.ts';
import { type AudioCodec, clockRateOf } from './codecs.ts';
import type { Decoder } from './decoder.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import { telephoneRateHz } from './pcm.ts';
import { Reception } from './reception.ts';
import { parseRtp } from './rtp-packet.ts';
import type { StreamParameters } from './stream-parameters.ts';
import { TelephoneEventReceiver } from './telephone-event.ts';
import { ToneDigits } from './tone-digits.ts';

/** Static payload types (RFC 3551 §6 table 4, RFC 3389) that are understood whatever was agreed on. */
const comfortNoisePayloadType = 13;

/** What a packet was: not understood, understood, or the beginning of a key press. */
export type Taken = 'ignored' | 'taken' | { digit: string };

/** What a session receives: RTP packets, of whatever source, made into one stream of audio and key presses. */
export class IncomingStream {
  readonly reception = new Reception();
  jitterBuffer = new JitterBuffer(telephoneRateHz, clockRateOf('pcmu'));
  #sampleRateHz = telephoneRateHz;
  readonly #telephoneEvents = new TelephoneEventReceiver();
  #telephoneEventPayloadType: number | null = null;
  /** Only where no telephone events were agreed on, so that no key is heard both ways. */
  #toneDigits: ToneDigits | null = null;
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
    payloads[parameters.payloadType] = this.#decoder(parameters.codec);
    this.#telephoneEventPayloadType = parameters.telephoneEventPayloadType;
    if (this.#telephoneEventPayloadType === null) this.#toneDigits ??= new ToneDigits(sampleRateHz);
    else this.#toneDigits = null;
    if (this.#telephoneEventPayloadType !== null) payloads[this.#telephoneEventPayloadType] = null;
    this.#payloads = payloads;
  }

  /** Takes a datagram that came at `nowMs`; `accept` says whether its source is to be heard, once it is known as RTP. */
  receive(datagram: Buffer, nowMs: number, accept: () => boolean): Taken {
    const header = parseRtp(datagram);
    const decoder = header ? this.#payloads[header.payloadType] : undefined;
    if (!header || decoder === undefined || !accept()) return 'ignored';
    if (this.reception.count(header.ssrc, header.sequenceNumber)) {
      this.jitterBuffer.reset();
      this.#telephoneEvents.reset();
    }
    const { timestamp, payloadStart, payloadEnd } = header;
    if (decoder) {
      this.reception.time(nowMs, (timestamp * 1000) / decoder.clockRateHz);
      this.jitterBuffer.put(timestamp, datagram, payloadStart, payloadEnd, decoder, nowMs);
    } else if (header.payloadType === this.#telephoneEventPayloadType) {
      const digit = this.#telephoneEvents.receive(timestamp, datagram, payloadStart, payloadEnd);
      if (digit) return { digit };
    }
    return 'taken';
  }

  /** Takes the next 20 ms of audio; the key whose tones were complete with it, or null. */
  take(frame: Int16Array): string | null {
    this.jitterBuffer.take(frame);
    return this.#toneDigits?.push(frame) ?? null;
  }

  /** Passes over so many ticks. */
  skip(tickCount: number): void {
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
