import { randomInt } from 'node:crypto';
import type { RemoteInfo, Socket } from 'node:dgram';
import { encodeG711Into, type G711Codec, g711DecodingTable } from './g711.ts';
import { Hearing, type HearingEvents, type HearingOptions } from './hearing.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import { TickClock } from './pacing.ts';
import { samplesPerTick, telephoneRateHz, tickMs } from './pcm.ts';
import { type FinishedPiece, PlayQueue } from './play-queue.ts';
import { Reception } from './reception.ts';
import type { Recorder } from './recorder.ts';
import { parseRtp, rtpHeaderBytes, writeRtpHeader } from './rtp-packet.ts';
import { SourceLatch } from './source-latch.ts';
import { TelephoneEventReceiver } from './telephone-event.ts';

/** What the offer and answer have agreed on (RFC 3264), as this side sees it. */
export interface StreamParameters {
  /** An IP address; `0.0.0.0` and `::` mean that nothing is to be sent (hold as in RFC 2543). */
  remoteAddress: string;
  remotePort: number;
  codec: G711Codec;
  /** The payload type of `codec`, both ways. */
  payloadType: number;
  telephoneEventPayloadType: number | null;
  direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
}

/** What a session tells. Positions are milliseconds on its clock. */
export interface RtpSessionEvents extends HearingEvents {
  mediaStarted(atMs: number): void;
  digit(digit: string, atMs: number): void;
  inactive(atMs: number): void;
  finished(piece: FinishedPiece): void;
}

/** A datagram that is handed to the kernel must not change while it may still wait there. */
const packetRing = 8;
const packetBytes = rtpHeaderBytes + samplesPerTick;

/** Static payload types (RFC 3551 §6 table 4, RFC 3389) that are understood whatever was agreed on. */
const comfortNoisePayloadType = 13;

/**
 * The media of one call: a stream of one packet per 20 ms out, whatever comes in, and the recording of both.
 *
 * Until `connect` it is deaf and mute. From then on its clock runs: tick n stands for position n × 20 ms, RTP
 * timestamp base + n × 160 and frame n of the recording, so all three always agree. While its direction does not
 * allow sending, or there is nowhere to send to, ticks pass without packets and audio waits in the queue.
 */
export class RtpSession {
  packetsSent = 0;
  packetsIgnored = 0;
  socketErrors = 0;
  readonly reception = new Reception();
  readonly #socket: Socket;
  readonly #recorder: Recorder | null;
  readonly #events: RtpSessionEvents;
  readonly #inactivityTicks: number;
  readonly #latch = new SourceLatch();
  readonly #jitterBuffer = new JitterBuffer();
  readonly #telephoneEvents = new TelephoneEventReceiver();
  readonly #queue = new PlayQueue();
  readonly #hearing: Hearing;
  readonly #ssrc = randomInt(2 ** 32);
  readonly #firstTimestamp = randomInt(2 ** 32);
  readonly #firstSequenceNumber = randomInt(2 ** 16);
  readonly #packets: Buffer[];
  readonly #received = new Int16Array(samplesPerTick);
  readonly #sent = new Int16Array(samplesPerTick);
  /** The decoding table by payload type; null for what carries no audio, undefined for what is not understood. */
  #payloads: (Int16Array | null | undefined)[] = [];
  #parameters: StreamParameters | null = null;
  #clock: TickClock | null = null;
  #mediaStarted = false;
  /** Whether the tick before this one sent a packet: the first packet after a pause is marked (RFC 3551 §4.1). */
  #sending = false;
  #lastHeardTick = 0;
  #inactive = false;

  constructor(
    socket: Socket,
    recorder: Recorder | null,
    inactivityTimeoutMs: number,
    events: RtpSessionEvents,
  ) {
    this.#socket = socket;
    this.#recorder = recorder;
    this.#inactivityTicks = Math.ceil(inactivityTimeoutMs / tickMs);
    this.#events = events;
    this.#hearing = new Hearing(telephoneRateHz, events);
    const memory = Buffer.alloc(packetRing * packetBytes);
    this.#packets = Array.from({ length: packetRing }, (_, i) =>
      memory.subarray(i * packetBytes, (i + 1) * packetBytes),
    );
    socket.on('message', (datagram, source) => this.#receive(datagram, source));
    socket.on('error', () => this.socketErrors++);
  }

  /** Starts the clock at `zeroMs`, or when it already runs, changes where to and how is sent (re-INVITE). */
  connect(parameters: StreamParameters, zeroMs: number): void {
    this.#parameters = parameters;
    this.#latch.signal({ address: parameters.remoteAddress, port: parameters.remotePort });
    const payloads: (Int16Array | null | undefined)[] = [];
    payloads[0] = g711DecodingTable('pcmu');
    payloads[8] = g711DecodingTable('pcma');
    payloads[comfortNoisePayloadType] = null;
    payloads[parameters.payloadType] = g711DecodingTable(parameters.codec);
    if (parameters.telephoneEventPayloadType !== null) payloads[parameters.telephoneEventPayloadType] = null;
    this.#payloads = payloads;
    this.#clock ??= new TickClock(zeroMs);
  }

  get isConnected(): boolean {
    return this.#clock !== null;
  }

  /** The position of the tick that comes next. */
  get positionMs(): number {
    return (this.#clock?.tick ?? 0) * tickMs;
  }

  /** Changes what is told of the received audio. */
  listen(options: HearingOptions): void {
    this.#hearing.listen(options);
  }

  /** Appends audio to what is to be sent. */
  play(id: number, pcm: Int16Array): void {
    this.#queue.push(id, pcm);
  }

  /** Drops all audio that was not sent yet. */
  stopPlaying(): void {
    for (const piece of this.#queue.clear(this.positionMs)) this.#events.finished(piece);
  }

  /** Does the tick that is due, if one is: one packet at most. Returns its lateness, or −1 if none was due. */
  tick(nowMs: number): number {
    const clock = this.#clock;
    const parameters = this.#parameters;
    if (!clock || !parameters) return -1;
    const latenessMs = clock.latenessMs(nowMs);
    if (latenessMs < 0) return -1;
    const skipped = clock.ticksToSkip(nowMs);
    if (skipped > 0) this.#skip(clock, skipped);
    this.#send(parameters, clock.tick);
    this.#jitterBuffer.take(this.#received);
    this.#recorder?.write(this.#received, this.#sent);
    this.#hearing.hear(this.#received, clock.tick * tickMs);
    this.#watchActivity(parameters, clock.tick);
    clock.tick++;
    return latenessMs;
  }

  #skip(clock: TickClock, tickCount: number): void {
    clock.tick += tickCount;
    this.#jitterBuffer.skip(tickCount);
    this.#recorder?.skip(tickCount);
    this.#sending = false;
    // What arrived during the stall is still in the socket, so the silence was ours.
    this.#lastHeardTick += tickCount;
  }

  #send(parameters: StreamParameters, tick: number): void {
    const destination = this.#latch.destination;
    const maySend = parameters.direction === 'sendrecv' || parameters.direction === 'sendonly';
    if (!maySend || isHeld(parameters) || destination === null) {
      this.#sending = false;
      this.#sent.fill(0);
      return;
    }
    const finished = this.#queue.take(this.#sent, tick * tickMs);
    const packet = this.#packets[this.packetsSent % packetRing]!;
    writeRtpHeader(
      packet,
      parameters.payloadType,
      !this.#sending,
      this.#firstSequenceNumber + this.packetsSent,
      this.#firstTimestamp + tick * samplesPerTick,
      this.#ssrc,
    );
    encodeG711Into(parameters.codec, this.#sent, 0, samplesPerTick, packet, rtpHeaderBytes);
    this.#sending = true;
    this.packetsSent++;
    if (finished.length === 0) {
      this.#socket.send(packet, destination.port, destination.address);
      return;
    }
    this.#socket.send(packet, destination.port, destination.address, (error) => {
      if (error) this.socketErrors++;
      for (const piece of finished) this.#events.finished(piece);
    });
  }

  #receive(datagram: Buffer, source: RemoteInfo): void {
    const header = this.#clock ? parseRtp(datagram) : null;
    const table = header ? this.#payloads[header.payloadType] : undefined;
    if (!header || table === undefined || !this.#latch.accept(source.address, source.port)) {
      this.packetsIgnored++;
      return;
    }
    if (this.reception.count(header.ssrc, header.sequenceNumber)) {
      this.#jitterBuffer.reset();
      this.#telephoneEvents.reset();
    }
    this.#lastHeardTick = this.#clock?.tick ?? 0;
    this.#inactive = false;
    if (!this.#mediaStarted) {
      this.#mediaStarted = true;
      this.#events.mediaStarted(this.positionMs);
    }
    const { timestamp, payloadStart, payloadEnd } = header;
    if (table) {
      this.#jitterBuffer.put(timestamp, datagram, payloadStart, payloadEnd, table);
    } else if (header.payloadType === this.#parameters?.telephoneEventPayloadType) {
      const digit = this.#telephoneEvents.receive(timestamp, datagram, payloadStart, payloadEnd);
      if (digit) this.#events.digit(digit, this.positionMs);
    }
  }

  /** Tells once that nothing has come for too long, while something is to be expected. */
  #watchActivity(parameters: StreamParameters, tick: number): void {
    const expectsMedia = parameters.direction === 'sendrecv' || parameters.direction === 'recvonly';
    if (!expectsMedia || isHeld(parameters)) this.#lastHeardTick = tick;
    if (this.#inactive || tick - this.#lastHeardTick < this.#inactivityTicks) return;
    this.#inactive = true;
    this.#events.inactive(tick * tickMs);
  }
}

function isHeld(parameters: StreamParameters): boolean {
  const { remoteAddress, remotePort } = parameters;
  return remotePort === 0 || remoteAddress === '0.0.0.0' || remoteAddress === '::';
}
