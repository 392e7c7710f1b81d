import {
  Application,
  Bandwidth,
  createDecoder,
  createEncoder,
  loadLibopus,
  type OpusDecoderHandle,
  type OpusEncoderHandle,
  Signal,
} from 'libopus-wasm';
import type { Concealment, Decoder, Payload } from './decoder.ts';
import type { Encoder } from './encoder.ts';
import { opusClockRateHz, opusDuration, repeatsFormer } from './opus-packet.ts';

/** The rates of audio that sessions have; Opus is at home in both. */
export type OpusSampleRate = 8_000 | 16_000;

/**
 * How voice is sent: wide-band, and with the packet before in each packet, as much of it as pays at a loss of a tenth.
 * The effort (0 to 10) is the highest before the search begins that makes a packet cost three times as much.
 */
const voice = {
  channels: 1,
  application: Application.Voip,
  signal: Signal.Voice,
  maxBandwidth: Bandwidth.Wideband,
  bitrate: 24_000,
  complexity: 1,
  fec: true,
  packetLossPercent: 10,
} as const;

/** Octets that a packet of ours has at most, about three times the mean. */
export const opusPayloadBytesMax = 160;

/** Has the library ready in this thread. What is made after that is usable before the next event of the thread. */
export async function loadOpus(): Promise<void> {
  await loadLibopus();
}

/** Hands over what was made. Where there is no memory for it, that is one silent call, and not the end of the thread. */
function held<T>(made: Promise<T>, take: (handle: T) => void): void {
  made.then(take, () => undefined);
}

/** An encoder of Opus (RFC 6716) for frames of 20 ms, mono. Before it is ready, and where it fails, its payloads are empty. */
export class OpusEncoder implements Encoder {
  readonly #options = { maxPacketBytes: opusPayloadBytesMax };
  #handle: OpusEncoderHandle | null = null;
  #isFreed = false;

  constructor(sampleRateHz: OpusSampleRate) {
    held(createEncoder({ ...voice, sampleRate: sampleRateHz }), (handle) => {
      if (this.#isFreed) handle.free();
      else this.#handle = handle;
    });
  }

  encode(frame: Int16Array, octets: Uint8Array, start: number): number {
    if (!this.#handle) return 0;
    try {
      const payload = this.#handle.encode(frame, this.#options);
      octets.set(payload, start);
      return payload.length;
    } catch {
      return 0;
    }
  }

  free(): void {
    this.#isFreed = true;
    this.#handle?.free();
    this.#handle = null;
  }
}

/**
 * A decoder of Opus (RFC 6716) into mono, whatever the packets hold. Octets that are no Opus never throw: they are
 * concealed like a packet that is missing. It is silent before it is ready.
 */
export class OpusDecoder implements Decoder {
  readonly clockRateHz = opusClockRateHz;
  readonly #unitsPerSample: number;
  /** Gaps can be filled in steps of 2.5 ms. */
  readonly #gapStep: number;
  #handle: OpusDecoderHandle | null = null;
  #isFreed = false;

  constructor(sampleRateHz: OpusSampleRate) {
    this.#unitsPerSample = opusClockRateHz / sampleRateHz;
    this.#gapStep = sampleRateHz / 400;
    held(createDecoder({ channels: 1, sampleRate: sampleRateHz }), (handle) => {
      if (this.#isFreed) handle.free();
      else this.#handle = handle;
    });
  }

  duration(octets: Uint8Array, start: number, end: number): number {
    return opusDuration(octets, start, end);
  }

  decode(octets: Uint8Array, start: number, end: number, pcm: Int16Array): number {
    const count = opusDuration(octets, start, end) / this.#unitsPerSample;
    if (this.#into(pcm, count, octets.subarray(start, end), {})) return count;
    if (!this.#into(pcm, count, null, { frameSize: count })) pcm.fill(0, 0, count);
    return count;
  }

  conceal(pcm: Int16Array, count: number, next: Payload | null): Concealment {
    if (count % this.#gapStep !== 0) return 'none';
    const options = { frameSize: count, decodeFec: true };
    if (next && repeatsFormer(next.octets, next.start, next.end)) {
      const packet = next.octets.subarray(next.start, next.end);
      if (this.#into(pcm, count, packet, options)) return 'recovered';
    }
    return this.#into(pcm, count, null, { frameSize: count }) ? 'invented' : 'none';
  }

  free(): void {
    this.#isFreed = true;
    this.#handle?.free();
    this.#handle = null;
  }

  /** Whether the library made `count` samples of the packet, or of a missing one (null). */
  #into(
    pcm: Int16Array,
    count: number,
    packet: Uint8Array | null,
    options: { frameSize?: number; decodeFec?: boolean },
  ): boolean {
    if (!this.#handle) return false;
    try {
      const decoded = this.#handle.decode(packet, options);
      if (decoded.length !== count) return false;
      pcm.set(decoded);
      return true;
    } catch {
      // Whatever a peer sends is its own affair: the thread carries other calls.
      return false;
    }
  }
}
