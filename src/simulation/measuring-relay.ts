import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { type OpenCodec, openCodec } from '../telephony/media/index.ts';
import type { NegotiatedAudio } from '../telephony/sip/index.ts';
import { codecOf } from './codec-of.ts';
import { HeardSpeech, speechDb } from './heard-speech.ts';
import { levelDb, rtpPayload, silenceDb } from './level.ts';
import { Room, type RoomSounds } from './room.ts';

/**
 * An RTP relay in front of a customer's media session. It passes packets in both directions and measures the incoming
 * audio, because a media session records audio but does not report it.
 */
export class MeasuringRelay {
  readonly #host: string;
  readonly #socket: Socket;
  readonly #sessionPort: number;
  readonly #loudHandlers = new Set<() => void>();
  readonly #packetHandlers = new Set<() => void>();
  /** The speech of the other side. */
  readonly heard = new HeardSpeech();
  readonly #room = new Room();
  #audio: NegotiatedAudio | null = null;
  /** The decoder of incoming audio and the codec of the customer's audio; `null` while they load. */
  #codecs: { ofOther: OpenCodec; ofCustomer: OpenCodec } | null = null;
  /** Resolves when the codecs of the latest negotiation are loaded. */
  #loaded: Promise<void> = Promise.resolve();
  /** Packets that arrived while the codecs loaded. */
  #unmeasured: { datagram: Buffer; atEpochMs: number }[] = [];
  #levelDb = silenceDb;
  #isClosed = false;

  private constructor(host: string, socket: Socket, sessionPort: number) {
    this.#host = host;
    this.#socket = socket;
    this.#sessionPort = sessionPort;
    socket.on('message', (datagram, source) => this.#pass(datagram, source));
    // The last packet may reach a closed port, which answers with an ICMP error.
    socket.on('error', () => undefined);
  }

  /** Binds a free port of `host` for the session at `sessionPort`. */
  static async open(host: string, sessionPort: number): Promise<MeasuringRelay> {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    socket.bind(0, host);
    await once(socket, 'listening');
    return new MeasuringRelay(host, socket, sessionPort);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** The level of the last incoming packet, in dB relative to full scale. */
  get levelDb(): number {
    return this.#levelDb;
  }

  /** Connects the session with the negotiated peer. Resolves when the relay measures incoming audio. */
  connect(audio: NegotiatedAudio): Promise<void> {
    const isSame = this.#audio?.codec === audio.codec;
    this.#audio = audio;
    if (!isSame) this.#loaded = this.#load(audio);
    return this.#loaded;
  }

  /** Changes the sounds that are added to the customer's audio. */
  setRoom(sounds: RoomSounds): void {
    this.#room.set(sounds);
  }

  /** Resolves as soon as a packet makes `fits` true, or when `signal` aborts. */
  until(fits: (heard: HeardSpeech) => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!signal.aborted && !fits(this.heard)) return;
        this.#packetHandlers.delete(check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      this.#packetHandlers.add(check);
      signal.addEventListener('abort', check);
      check();
    });
  }

  /** Resolves after `ms` without speech of the other side, or when `signal` aborts. */
  silence(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#loudHandlers.delete(restart);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      const restart = () => void timer.refresh();
      this.#loudHandlers.add(restart);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }

  /** Resolves when the other side speaks, or when `signal` aborts. */
  speech(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#loudHandlers.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#loudHandlers.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.close();
    this.#freeCodecs();
  }

  async #load(audio: NegotiatedAudio): Promise<void> {
    this.#freeCodecs();
    const codec = codecOf(audio);
    const [ofOther, ofCustomer] = await Promise.all([openCodec(codec), openCodec(codec)]);
    const isWanted = this.#audio?.codec === audio.codec && this.#codecs === null && !this.#isClosed;
    if (isWanted) this.#codecs = { ofOther, ofCustomer };
    else for (const unused of [ofOther, ofCustomer]) unused.free();
    for (const { datagram, atEpochMs } of this.#unmeasured.splice(0)) this.#measure(datagram, atEpochMs);
  }

  #freeCodecs(): void {
    this.#codecs?.ofOther.free();
    this.#codecs?.ofCustomer.free();
    this.#codecs = null;
  }

  #pass(datagram: Buffer, source: RemoteInfo): void {
    const remote = this.#audio?.remote;
    if (!remote) return;
    if (source.port === this.#sessionPort && source.address === this.#host) {
      this.#socket.send(this.#withRoom(datagram), remote.port, remote.address);
    } else if (source.port === remote.port && source.address === remote.address) {
      this.#measure(datagram, epochMs());
      this.#socket.send(datagram, this.#sessionPort, this.#host);
    }
  }

  #withRoom(datagram: Buffer): Buffer {
    const codec = this.#codecs?.ofCustomer;
    const packet = this.#room.isQuiet ? null : rtpPayload(datagram);
    if (!packet || !codec || packet.payloadType !== this.#audio?.payloadType) return datagram;
    const pcm = codec.decode(packet.payload);
    this.#room.addTo(pcm, codec.sampleRateHz);
    const header = datagram.subarray(0, packet.payload.byteOffset - datagram.byteOffset);
    return Buffer.concat([header, codec.encode(pcm)]);
  }

  #measure(datagram: Buffer, atEpochMs: number): void {
    const packet = rtpPayload(datagram);
    const codec = this.#codecs?.ofOther;
    if (!codec) {
      if (!this.#isClosed) this.#unmeasured.push({ datagram, atEpochMs });
      return;
    }
    if (packet?.payloadType !== this.#audio?.payloadType) return;
    const { timestamp, payload } = packet!;
    const { clockRateHz, sampleRateHz } = codec;
    const pcm = codec.decode(payload);
    this.#levelDb = levelDb(pcm);
    this.#room.hear(pcm, sampleRateHz);
    this.heard.packet(
      timestamp,
      (pcm.length * clockRateHz) / sampleRateHz,
      this.#levelDb,
      atEpochMs,
      clockRateHz,
    );
    if (this.#levelDb > speechDb) for (const handler of [...this.#loudHandlers]) handler();
    for (const handler of [...this.#packetHandlers]) handler();
  }
}

function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
