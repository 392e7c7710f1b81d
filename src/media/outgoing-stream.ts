import { randomInt } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { encodeG711Into } from './g711.ts';
import { samplesPerTick, tickMs } from './pcm.ts';
import { type FinishedPiece, PlayQueue } from './play-queue.ts';
import type { SenderInfo } from './rtcp-packet.ts';
import { rtpHeaderBytes, writeRtpHeader } from './rtp-packet.ts';
import type { RtpAddress } from './source-latch.ts';
import type { StreamParameters } from './stream-parameters.ts';

/** A datagram that is handed to the kernel must not change while it may still wait there. */
const packetRing = 8;
const packetBytes = rtpHeaderBytes + samplesPerTick;

/**
 * What a session sends: one packet of audio per tick, with the RTP timestamp of the tick. While there is nowhere to
 * send to, ticks pass without packets and audio waits in the queue.
 */
export class OutgoingStream {
  packetsSent = 0;
  octetsSent = 0;
  socketErrors = 0;
  readonly ssrc = randomInt(2 ** 32);
  /** The audio of the tick that was last sent, silent where none was. */
  readonly frame = new Int16Array(samplesPerTick);
  readonly #socket: Socket;
  readonly #finished: (piece: FinishedPiece) => void;
  readonly #queue = new PlayQueue();
  readonly #firstTimestamp = randomInt(2 ** 32);
  readonly #firstSequenceNumber = randomInt(2 ** 16);
  readonly #packets: Buffer[];
  /** Whether the tick before this one sent a packet: the first packet after a pause is marked (RFC 3551 §4.1). */
  #sending = false;

  constructor(socket: Socket, finished: (piece: FinishedPiece) => void) {
    this.#socket = socket;
    this.#finished = finished;
    const memory = Buffer.alloc(packetRing * packetBytes);
    this.#packets = Array.from({ length: packetRing }, (_, i) =>
      memory.subarray(i * packetBytes, (i + 1) * packetBytes),
    );
  }

  /** Appends audio to what is to be sent. */
  play(id: number, pcm: Int16Array): void {
    this.#queue.push(id, pcm);
  }

  /** Drops all audio that was not sent before the tick at `positionMs`. */
  stopPlaying(positionMs: number): void {
    for (const piece of this.#queue.clear(positionMs)) this.#finished(piece);
  }

  /** Passes over ticks or a tick without sending. */
  pause(): void {
    this.#sending = false;
    this.frame.fill(0);
  }

  /** Sends the packet of a tick. */
  send(parameters: StreamParameters, tick: number, destination: RtpAddress): void {
    const finished = this.#queue.take(this.frame, tick * tickMs);
    const packet = this.#packets[this.packetsSent % packetRing]!;
    writeRtpHeader(
      packet,
      parameters.payloadType,
      !this.#sending,
      this.#firstSequenceNumber + this.packetsSent,
      this.#firstTimestamp + tick * samplesPerTick,
      this.ssrc,
    );
    encodeG711Into(parameters.codec, this.frame, 0, samplesPerTick, packet, rtpHeaderBytes);
    this.#sending = true;
    this.packetsSent++;
    this.octetsSent += samplesPerTick;
    if (finished.length === 0) {
      this.#socket.send(packet, destination.port, destination.address);
      return;
    }
    this.#socket.send(packet, destination.port, destination.address, (error) => {
      if (error) this.socketErrors++;
      for (const piece of finished) this.#finished(piece);
    });
  }

  /** What a sender report says, for the instant that `sinceZeroMs` on the session's clock and `epochMs` both name. */
  senderInfo(epochMs: number, sinceZeroMs: number): SenderInfo {
    const rtpTimestamp = this.#firstTimestamp + Math.round((sinceZeroMs * samplesPerTick) / tickMs);
    return { epochMs, rtpTimestamp, packetCount: this.packetsSent, octetCount: this.octetsSent };
  }
}
