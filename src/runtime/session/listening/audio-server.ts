import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { MediaSession } from '../../../telephony/media/index.ts';

/** The first line of a connection must come within this time, and be no longer than this. */
const requestMsMax = 5000;
const requestBytesMax = 1024;
/** Audio that a connection has not taken yet. Beyond it, frames are dropped: 2 s of wide-band audio. */
const unsentBytesMax = 128_000;
const connectionsMax = 500;

/** A live call whose audio may be listened to. */
interface AudibleCall {
  session: Pick<MediaSession, 'monitor' | 'sampleRateHz'>;
  /** Aborts when the call is over here. */
  gone: AbortSignal;
}

interface AudioServerOptions {
  /** The address of this machine at which the API reaches it. */
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Returns the answered call; `null` when this process does not carry it. */
  find: (organizationId: string, callId: string) => AudibleCall | null;
}

/** The connections that get the audio of one call. */
interface Listeners {
  sockets: Set<Socket>;
  stop: () => void;
}

/**
 * Gives the audio of live calls to the API, which passes it on to listeners: one connection for each call and API process. A
 * connection begins with a line of JSON in each direction: `{token, organizationId, callId}`, answered by `{sampleRateHz}`.
 * Then it gets 16-bit samples, the customer and the agent in turns, 20 ms at a time. It ends with the call. A call that has
 * no listener costs nothing.
 */
export class AudioServer implements AsyncDisposable {
  readonly token = randomBytes(32).toString('base64url');
  readonly #options: AudioServerOptions;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #listeners = new Map<string, Listeners>();

  constructor(options: AudioServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.maxConnections = connectionsMax;
    // Such as too many open files: the connection is lost, and the server goes on.
    this.#server.on('error', () => undefined);
  }

  /** Opens a port, and returns the address for the API. */
  async listen(): Promise<string> {
    const { host, port: wanted } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(wanted, host, resolve);
    });
    const { port } = this.#server.address() as { port: number };
    return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#connections) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket): void {
    this.#connections.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#connections.delete(socket));
    let text = '';
    const late = fairTimeout(requestMsMax, () => socket.destroy());
    socket.on('data', (bytes) => {
      text += bytes.toString();
      const end = text.indexOf('\n');
      if (end < 0 && text.length <= requestBytesMax) return;
      late();
      socket.removeAllListeners('data');
      socket.resume();
      const isBegun = end >= 0 && this.#begin(socket, text.slice(0, end));
      if (!isBegun) socket.destroy();
    });
    socket.on('close', late);
  }

  #begin(socket: Socket, line: string): boolean {
    const wanted = requestIn(line);
    if (!wanted || !this.#isToken(wanted.token)) return false;
    const { organizationId, callId } = wanted;
    const call = this.#options.find(organizationId, callId);
    if (!call || call.gone.aborted) return false;
    const listeners = this.#listeners.get(callId) ?? this.#listen(callId, call);
    socket.write(`${JSON.stringify({ sampleRateHz: call.session.sampleRateHz })}\n`);
    listeners.sockets.add(socket);
    socket.on('close', () => {
      listeners.sockets.delete(socket);
      if (listeners.sockets.size === 0) listeners.stop();
    });
    return true;
  }

  #listen(callId: string, { session, gone }: AudibleCall): Listeners {
    const sockets = new Set<Socket>();
    const end = () => {
      for (const socket of sockets) socket.end();
      stop();
    };
    const stop = () => {
      gone.removeEventListener('abort', end);
      if (this.#listeners.get(callId) !== listeners) return;
      this.#listeners.delete(callId);
      session.monitor(null);
    };
    const listeners: Listeners = { sockets, stop };
    this.#listeners.set(callId, listeners);
    gone.addEventListener('abort', end, { once: true });
    session.monitor((pcm) => {
      const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
      for (const socket of sockets) if (socket.writableLength < unsentBytesMax) socket.write(bytes);
    });
    return listeners;
  }

  #isToken(token: string): boolean {
    const [given, wanted] = [Buffer.from(token), Buffer.from(this.token)];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

function requestIn(line: string): { token: string; organizationId: string; callId: string } | null {
  try {
    const { token, organizationId, callId } = JSON.parse(line) as Record<string, unknown>;
    const isRight = [token, organizationId, callId].every((one) => typeof one === 'string');
    return isRight ? ({ token, organizationId, callId } as ReturnType<typeof requestIn>) : null;
  } catch {
    return null;
  }
}
