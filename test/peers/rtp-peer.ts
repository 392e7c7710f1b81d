import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { compress, expand, type PeerCodec } from './g711-reference.ts';

/** A received packet, with its audio decoded. */
export interface ReceivedPacket {
  /** Milliseconds of `performance.now()`. */
  arrivedAtMs: number;
  fromAddress: string;
  fromPort: number;
  payloadType: number;
  marker: boolean;
  sequenceNumber: number;
  timestamp: number;
  ssrc: number;
  payload: Buffer;
}

export interface RtpPeerOptions {
  host?: string;
  port?: number;
  codec?: PeerCodec;
  payloadType?: number;
  telephoneEventPayloadType?: number;
}

/** Decides what happens to a sent packet, by its index from 0. */
export type Impairment = (index: number) => 'send' | 'lose' | 'duplicate' | 'hold-one';

/**
 * An RTP endpoint for tests. It sends audio as G.711, one packet per 20 ms, and keeps all that it receives. It shares
 * no code with the program that it tests.
 */
export class RtpPeer implements AsyncDisposable {
  readonly host: string;
  readonly port: number;
  readonly received: ReceivedPacket[] = [];
  readonly #socket: ReturnType<typeof createSocket>;
  readonly #codec: PeerCodec;
  readonly #payloadType: number;
  readonly #telephoneEventPayloadType: number;
  #remote: { host: string; port: number } | null = null;
  ssrc = Math.floor(Math.random() * 2 ** 32);
  sequenceNumber = Math.floor(Math.random() * 2 ** 16);
  timestamp = Math.floor(Math.random() * 2 ** 32);
  #watchers: (() => void)[] = [];

  private constructor(socket: ReturnType<typeof createSocket>, options: RtpPeerOptions) {
    this.#socket = socket;
    this.host = socket.address().address;
    this.port = socket.address().port;
    this.#codec = options.codec ?? 'pcmu';
    this.#payloadType = options.payloadType ?? (this.#codec === 'pcmu' ? 0 : 8);
    this.#telephoneEventPayloadType = options.telephoneEventPayloadType ?? 101;
    socket.on('message', (datagram, source) => this.#keep(datagram, source.address, source.port));
  }

  /** Binds a peer, by default on the loopback address and a port of the system's choice. */
  static async open(options: RtpPeerOptions = {}): Promise<RtpPeer> {
    const socket = createSocket(isIPv6(options.host ?? '') ? 'udp6' : 'udp4');
    socket.bind(options.port ?? 0, options.host ?? '127.0.0.1');
    await once(socket, 'listening');
    return new RtpPeer(socket, options);
  }

  /** Sets the destination of packets. */
  setRemote(host: string, port: number): void {
    this.#remote = { host, port };
  }

  /** Sends one datagram unchanged. */
  sendRaw(datagram: Uint8Array): void {
    if (!this.#remote) throw new Error('the RTP peer has no remote yet');
    this.#socket.send(datagram, this.#remote.port, this.#remote.host);
  }

  /** Returns the next packet of this stream. The sequence number increases; the caller sets the timestamp. */
  nextPacket(payloadType: number, marker: boolean, timestamp: number, payload: Uint8Array): Buffer {
    const packet = Buffer.alloc(12 + payload.length);
    packet.writeUInt16BE(0x8000 | (marker ? 0x80 : 0) | payloadType, 0);
    packet.writeUInt16BE(this.sequenceNumber, 2);
    packet.writeUInt32BE(timestamp % 2 ** 32, 4);
    packet.writeUInt32BE(this.ssrc, 8);
    packet.set(payload, 12);
    this.sequenceNumber = (this.sequenceNumber + 1) % 2 ** 16;
    return packet;
  }

  /** Sends 8 kHz audio, one packet per 20 ms. Resolves after the last packet. */
  async sendPcm(pcm: Int16Array, options: { impair?: Impairment; signal?: AbortSignal } = {}): Promise<void> {
    const startMs = performance.now();
    let held: Buffer | null = null;
    for (let index = 0; index * 160 < pcm.length && !options.signal?.aborted; index++) {
      await untilMs(startMs + index * 20);
      const samples = pcm.subarray(index * 160, (index + 1) * 160);
      const payload = Uint8Array.from(samples, (sample) => compress(this.#codec, sample));
      const packet = this.nextPacket(this.#payloadType, index === 0, this.timestamp, payload);
      this.timestamp = (this.timestamp + 160) % 2 ** 32;
      const fate = options.impair?.(index) ?? 'send';
      if (fate === 'hold-one') {
        held = packet;
        continue;
      }
      if (fate !== 'lose') this.sendRaw(packet);
      if (fate === 'duplicate') this.sendRaw(packet);
      if (held) this.sendRaw(held);
      held = null;
    }
  }

  /** Sends a packet that states the level of silence (RFC 3389). It changes nothing audible. */
  sendComfortNoise(): void {
    this.sendRaw(this.nextPacket(13, false, this.timestamp, Uint8Array.of(127)));
  }

  /**
   * Sends key presses of 60 ms as RFC 4733 telephone events: three updates and three end packets each. `lose` drops
   * packets by their index from 0 to 5.
   */
  async sendDigits(
    digits: string,
    options: { lose?: (packetOfEvent: number) => boolean } = {},
  ): Promise<void> {
    for (const digit of digits) {
      const event = '0123456789*#ABCD'.indexOf(digit);
      for (let i = 0; i < 6; i++) {
        const duration = Math.min(i + 1, 3) * 160;
        const payload = Uint8Array.of(event, (i >= 3 ? 0x80 : 0) | 10, duration >> 8, duration & 0xff);
        const packet = this.nextPacket(this.#telephoneEventPayloadType, i === 0, this.timestamp, payload);
        if (!options.lose?.(i)) this.sendRaw(packet);
        if (i < 3) await untilMs(performance.now() + 20);
      }
      this.timestamp = (this.timestamp + 1_600) % 2 ** 32;
    }
  }

  /** Resolves when `condition` holds. It is checked after each received packet. */
  async until(condition: (received: ReceivedPacket[]) => boolean): Promise<void> {
    while (!condition(this.received)) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  /** Returns the received audio, placed by RTP timestamp from the first packet. Gaps are silent. */
  receivedPcm(): Int16Array {
    const audio = this.received.filter((packet) => packet.payloadType === this.#payloadType);
    const first = audio[0];
    if (!first) return new Int16Array(0);
    const places = audio.map((packet) => (packet.timestamp - first.timestamp) | 0);
    const pcm = new Int16Array(Math.max(...audio.map((packet, i) => places[i]! + packet.payload.length)));
    audio.forEach(({ payload }, i) => {
      const place = places[i]!;
      if (place < 0) return;
      for (let n = 0; n < payload.length; n++) pcm[place + n] = expand(this.#codec, payload[n]!);
    });
    return pcm;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #keep(datagram: Buffer, fromAddress: string, fromPort: number): void {
    if (datagram.length < 12) return;
    this.received.push({
      arrivedAtMs: performance.now(),
      fromAddress,
      fromPort,
      payloadType: datagram[1]! & 127,
      marker: datagram[1]! > 127,
      sequenceNumber: datagram.readUInt16BE(2),
      timestamp: datagram.readUInt32BE(4),
      ssrc: datagram.readUInt32BE(8),
      payload: Buffer.from(datagram.subarray(12)),
    });
    for (const watcher of this.#watchers.splice(0)) watcher();
  }
}

function untilMs(atMs: number): Promise<void> {
  const waitMs = atMs - performance.now();
  return waitMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, waitMs));
}
