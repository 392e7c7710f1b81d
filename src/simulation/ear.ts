import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { decodeG711 } from '../media/index.ts';
import type { NegotiatedAudio } from '../sip/index.ts';
import { levelDb, rtpPayload, silenceDb } from './level.ts';

/** Louder than this is somebody speaking; comfort noise and rounding lie far below. */
const speechDb = -50;

/**
 * The line to a customer's media session: it stands where the other side sends its RTP to, passes every packet on
 * both ways, and measures what comes in, because a media session records but does not tell what is heard.
 */
export class Ear {
  readonly #host: string;
  readonly #socket: Socket;
  readonly #sessionPort: number;
  readonly #loudHandlers = new Set<() => void>();
  #audio: NegotiatedAudio | null = null;
  #levelDb = silenceDb;

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

  /** Passes packets between the session and what was agreed on. */
  connect(audio: NegotiatedAudio): void {
    this.#audio = audio;
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
    this.#socket.close();
  }

  #pass(datagram: Buffer, source: RemoteInfo): void {
    const remote = this.#audio?.remote;
    if (!remote) return;
    if (source.port === this.#sessionPort && source.address === this.#host) {
      this.#socket.send(datagram, remote.port, remote.address);
    } else if (source.port === remote.port && source.address === remote.address) {
      this.#measure(datagram);
      this.#socket.send(datagram, this.#sessionPort, this.#host);
    }
  }

  #measure(datagram: Buffer): void {
    const packet = rtpPayload(datagram);
    if (!packet || packet.payloadType !== this.#audio?.payloadType) return;
    const codec = this.#audio.codec === 'PCMU' ? 'pcmu' : 'pcma';
    this.#levelDb = levelDb(decodeG711(codec, packet.payload));
    if (this.#levelDb > speechDb) for (const handler of [...this.#loudHandlers]) handler();
  }
}
