import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { type OpenCodec, openCodec } from '../telephony/media/index.ts';
import type { NegotiatedAudio } from '../telephony/sip/index.ts';
import { codecOf } from './codec-of.ts';
import { HeardSpeech, speechDb } from './heard-speech.ts';
import { levelDb, rtpPayload, silenceDb } from './level.ts';
import { LineNoise } from './line-noise.ts';

/**
 * The line to a customer's media session: it stands where the other side sends its RTP to, passes every packet on
 * both ways, and measures what comes in, because a media session records but does not tell what is heard.
 */
export class Ear {
  readonly #host: string;
  readonly #socket: Socket;
  readonly #sessionPort: number;
  readonly #loudHandlers = new Set<() => void>();
  readonly #packetHandlers = new Set<() => void>();
  /** When the other side spoke. */
  readonly heard = new HeardSpeech();
  #noise: LineNoise | null = null;
  #audio: NegotiatedAudio | null = null;
  /** What comes in is decoded by one, what goes out with noise goes through the other; null while they are loaded. */
  #codecs: { ofOther: OpenCodec; ofCustomer: OpenCodec } | null = null;
  /** Resolves when those of what was agreed on last are loaded. */
  #loaded: Promise<void> = Promise.resolve();
  /** What came in while they were loaded. */
  #unmeasured: { datagram: Buffer; atEpochMs: number }[] = [];
  #levelDb = silenceDb;
  #isClosed = false;

  private constructor(host: string, socket: Socket, sessionPort: number) {
    this.#host = host;
    this.#socket = socket;
    this.#sessionPort = sessionPort;
    socket.on('message', (datagram, source) => this.#pass(datagram, source));
    // A port that is closed by now refuses a last packet; nobody misses it.
    socket.on('error', () => undefined);
  }

  /** Binds any free port of `host` for the session that has `sessionPort` there. */
  static async open(host: string, sessionPort: number): Promise<Ear> {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    socket.bind(0, host);
    await once(socket, 'listening');
    return new Ear(host, socket, sessionPort);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** How loud the last packet of the other side was, in decibels below full scale. */
  get levelDb(): number {
    return this.#levelDb;
  }

  /** Passes packets between the session and what was agreed on; resolves when what comes in is measured. */
  connect(audio: NegotiatedAudio): Promise<void> {
    const isSame = this.#audio?.codec === audio.codec;
    this.#audio = audio;
    if (!isSame) this.#loaded = this.#load(audio);
    return this.#loaded;
  }

  /** What the customer sends from now on has noise in it, so loud; null: none. */
  setNoise(levelDb: number | null): void {
    this.#noise = levelDb === null ? null : new LineNoise(levelDb);
  }

  /** Resolves as soon as a packet makes what was heard fit, or when `signal` aborts. */
  until(fits: (heard: HeardSpeech) => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!signal.aborted && !fits(this.heard)) return;
        this.#packetHandlers.delete(look);
        signal.removeEventListener('abort', look);
        resolve();
      };
      this.#packetHandlers.add(look);
      signal.addEventListener('abort', look);
      look();
    });
  }

  /** Resolves when the other side was not heard speaking for `ms` from now on, or when `signal` aborts. */
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

  /** Resolves when the other side is heard speaking, or when `signal` aborts. */
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
      this.#socket.send(this.#withNoise(datagram), remote.port, remote.address);
    } else if (source.port === remote.port && source.address === remote.address) {
      this.#measure(datagram, epochMs());
      this.#socket.send(datagram, this.#sessionPort, this.#host);
    }
  }

  #withNoise(datagram: Buffer): Buffer {
    const codec = this.#codecs?.ofCustomer;
    const packet = this.#noise && rtpPayload(datagram);
    if (!this.#noise || !codec || packet?.payloadType !== this.#audio?.payloadType) return datagram;
    const pcm = codec.decode(packet!.payload);
    this.#noise.addTo(pcm);
    const header = datagram.subarray(0, packet!.payload.byteOffset - datagram.byteOffset);
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
