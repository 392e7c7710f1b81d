import { randomInt } from 'node:crypto';
import { createEncoder } from '../codec/audio-codec.ts';
import { type AudioCodec, clockRateOf } from '../codec/codecs.ts';
import { type Encoder, payloadBytesMax } from '../codec/encoder.ts';
import { samplesPerTick, telephoneRateHz, tickMs } from '../codec/pcm.ts';
import {
  type DtmfJob,
  DtmfSender,
  type DtmfStep,
  sendsEvent,
  writeEvent,
  writeTones,
} from './dtmf-sender.ts';
import type { PacketSender } from './flood-guard.ts';
import { type FinishedPiece, PlayQueue } from './play-queue.ts';
import type { SenderInfo } from './rtcp-packet.ts';
import { rtpHeaderBytes, writeRtpHeader } from './rtp-packet.ts';
import type { RtpAddress } from './source-latch.ts';
import { type SrtpSender, srtpTrailerBytesMax } from './srtp-sender.ts';
import type { StreamParameters } from './stream-parameters.ts';

/** The number of packet buffers. A datagram must not change while it may still wait in the kernel. */
const packetRing = 8;
const packetBytes = rtpHeaderBytes + payloadBytesMax + srtpTrailerBytesMax;

/**
 * Sends the stream of a session: one packet of audio per tick, with the RTP timestamp of the tick. Without a
 * destination, ticks pass without packets and audio waits in the queue.
 */
export class OutgoingStream {
  packetsSent = 0;
  octetsSent = 0;
  socketErrors = 0;
  /** Protects the packets; `null` for plain RTP. */
  protection: SrtpSender | null = null;
  readonly ssrc = randomInt(2 ** 32);
  /** The audio of the last tick; silence when none was sent. */
  frame = new Int16Array(samplesPerTick(telephoneRateHz));
  #sampleRateHz = telephoneRateHz;
  #encoder: Encoder | null = null;
  #codec: AudioCodec | null = null;
  readonly #sender: PacketSender;
  readonly #finished: (piece: FinishedPiece) => void;
  readonly #queue = new PlayQueue();
  readonly #dtmf = new DtmfSender();
  #eventTimestamp = 0;
  /** The timestamp of tick 0 by the current clock, and the units of that clock in a tick. */
  #zeroTimestamp = randomInt(2 ** 32);
  #unitsPerTick = samplesPerTick(clockRateOf('pcmu'));
  #lastTick = 0;
  readonly #firstSequenceNumber = randomInt(2 ** 15);
  readonly #packets: Buffer[];
  readonly #datagrams: Buffer[] = [];
  /** Whether the previous tick sent a packet. The first packet after a pause is marked (RFC 3551 §4.1). */
  #sending = false;

  constructor(sender: PacketSender, finished: (piece: FinishedPiece) => void) {
    this.#sender = sender;
    this.#finished = finished;
    const memory = Buffer.alloc(packetRing * packetBytes);
    this.#packets = Array.from({ length: packetRing }, (_, i) =>
      memory.subarray(i * packetBytes, (i + 1) * packetBytes),
    );
  }

  /** Takes the negotiated codec and the rate of the played audio. The rate must not change after the first call. */
  configure(codec: AudioCodec, sampleRateHz: number): void {
    if (codec === this.#codec) return;
    this.#codec = codec;
    if (sampleRateHz !== this.#sampleRateHz) {
      this.#sampleRateHz = sampleRateHz;
      this.frame = new Int16Array(samplesPerTick(sampleRateHz));
    }
    this.#encoder?.free?.();
    this.#encoder = createEncoder(codec, sampleRateHz);
    const unitsPerTick = samplesPerTick(clockRateOf(codec));
    // The last packet has the same timestamp by both clocks, so that timestamps continue (RFC 7160 §4.1).
    this.#zeroTimestamp += this.#lastTick * (this.#unitsPerTick - unitsPerTick);
    this.#unitsPerTick = unitsPerTick;
  }

  /** Continues timestamps after `tickCount` early ticks; the next tick is tick 0. */
  skip(tickCount: number): void {
    this.#zeroTimestamp += tickCount * this.#unitsPerTick;
    this.#lastTick = 0;
  }

  /** Releases the memory of the encoder. Nothing is sent afterwards. */
  close(): void {
    this.#encoder?.free?.();
    this.#encoder = null;
  }

  play(id: number, pcm: Int16Array): void {
    this.#queue.push(id, pcm);
  }

  get isPlaying(): boolean {
    return !this.#queue.isEmpty;
  }

  /** Presses keys after the audio that waits now. Later audio waits for the keys. */
  sendDtmf(job: DtmfJob): void {
    this.#dtmf.push(job);
  }

  stopDtmf(positionMs: number): void {
    for (const id of this.#dtmf.clear()) this.#finished(pressed(id, positionMs, false));
  }

  /** Drops all audio that was not sent before the tick at `positionMs`. */
  stopPlaying(positionMs: number): void {
    for (const piece of this.#queue.clear(positionMs)) this.#finished(piece);
  }

  /** Ends a tick without a packet. */
  pause(): void {
    this.#sending = false;
    this.frame.fill(0);
  }

  /** Sends the packet of a tick: a key when one is next, else audio. While `isYielding`, audio waits in silence. */
  send(parameters: StreamParameters, tick: number, destination: RtpAddress, isYielding: boolean): void {
    this.#lastTick = tick;
    const keysId = this.#dtmf.nextId;
    if (keysId !== null && this.#queue.isPast(keysId)) {
      this.#sendKeys(parameters, tick, destination);
      return;
    }
    if (isYielding) this.frame.fill(0);
    const finished = isYielding ? [] : this.#queue.take(this.frame, tick * tickMs, keysId ?? undefined);
    this.#sendAudio(parameters, tick, destination, finished);
  }

  #sendKeys(parameters: StreamParameters, tick: number, destination: RtpAddress): void {
    const step = this.#dtmf.step();
    const { finishedId } = step;
    const finished = finishedId === null ? [] : [pressed(finishedId, (tick + 1) * tickMs, true)];
    if (parameters.telephoneEventPayloadType === null) {
      writeTones(step, this.frame);
      this.#sendAudio(parameters, tick, destination, finished);
      return;
    }
    this.frame.fill(0);
    if (sendsEvent(step)) this.#sendEvent(parameters.telephoneEventPayloadType, step, tick, destination);
    else this.#sendAudio(parameters, tick, destination, finished);
  }

  /** Sends a packet of a telephone event. All its packets carry the timestamp of its beginning (RFC 4733 §2.5.1.1). */
  #sendEvent(payloadType: number, step: DtmfStep, tick: number, destination: RtpAddress): void {
    if (step.at === 0) this.#eventTimestamp = this.#timestamp(tick);
    const packet = this.#begin(payloadType, step.at === 0, this.#eventTimestamp);
    writeEvent(step, packet, rtpHeaderBytes, this.#unitsPerTick);
    this.#transmit(packet, rtpHeaderBytes + 4, destination, []);
  }

  #sendAudio(
    parameters: StreamParameters,
    tick: number,
    destination: RtpAddress,
    finished: readonly FinishedPiece[],
  ): void {
    const packet = this.#begin(parameters.payloadType, !this.#sending, this.#timestamp(tick));
    const bytes = this.#encoder?.encode(this.frame, packet, rtpHeaderBytes) ?? 0;
    this.#transmit(packet, rtpHeaderBytes + bytes, destination, finished);
  }

  #timestamp(tick: number): number {
    return this.#zeroTimestamp + tick * this.#unitsPerTick;
  }

  #begin(payloadType: number, marker: boolean, timestamp: number): Buffer {
    const packet = this.#packets[this.packetsSent % packetRing]!;
    const sequenceNumber = this.#firstSequenceNumber + this.packetsSent;
    writeRtpHeader(packet, payloadType, marker, sequenceNumber, timestamp, this.ssrc);
    return packet;
  }

  #transmit(packet: Buffer, plainBytes: number, to: RtpAddress, finished: readonly FinishedPiece[]): void {
    this.#sending = true;
    this.packetsSent++;
    this.octetsSent += plainBytes - rtpHeaderBytes;
    const bytes = this.protection?.protect(packet, rtpHeaderBytes, plainBytes) ?? plainBytes;
    const datagram = this.#datagram(packet, bytes);
    if (finished.length === 0) {
      this.#sender.send(datagram, to.port, to.address);
      return;
    }
    this.#sender.send(datagram, to.port, to.address, (error) => {
      if (error) this.socketErrors++;
      for (const piece of finished) this.#finished(piece);
    });
  }

  /** Returns the first octets of a packet of the ring. The view is kept, as the length rarely changes. */
  #datagram(packet: Buffer, bytes: number): Buffer {
    const at = (this.packetsSent - 1) % packetRing;
    const before = this.#datagrams[at];
    if (before?.length === bytes) return before;
    const datagram = packet.subarray(0, bytes);
    this.#datagrams[at] = datagram;
    return datagram;
  }

  /** Returns the sender information for an instant: `sinceZeroMs` on the session's clock, `epochMs` on the wall clock. */
  senderInfo(epochMs: number, sinceZeroMs: number): SenderInfo {
    const rtpTimestamp = this.#zeroTimestamp + Math.round((sinceZeroMs * this.#unitsPerTick) / tickMs);
    return { epochMs, rtpTimestamp, packetCount: this.packetsSent, octetCount: this.octetsSent };
  }
}

function pressed(id: number, atMs: number, completed: boolean): FinishedPiece {
  return { id, playback: { startMs: atMs, endMs: atMs, playedMs: 0, completed } };
}
