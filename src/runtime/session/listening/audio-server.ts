import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { linkVersion, versionRefusal } from '../../../platform/nodes/index.ts';
import type { MediaSession } from '../../../telephony/media/index.ts';
import type { CallingMember, TakesMembers } from './member-channel.ts';
import { MemberConnection } from './member-connection.ts';

/** The first line of a connection must come within this time, and be no longer than this. */
const requestMsMax = 5000;
const requestBytesMax = 1024;
/** Audio that a connection has not taken yet. Beyond it, frames are dropped: 2 s of wide-band audio. */
const unsentBytesMax = 128_000;
const connectionsMax = 500;

/** A live call that members may listen to and take over. */
interface AudibleCall {
  session: Pick<MediaSession, 'monitor' | 'sampleRateHz' | 'recordingState'>;
  takeOver: TakesMembers;
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
  /** Takes the connection when it is that of a browser call which this process carries. Default: it carries none. */
  join?: (organizationId: string, callId: string, socket: Socket) => boolean;
}

/** The connections that get the audio of one call. */
interface Listeners {
  sockets: Set<Socket>;
  members: Map<Socket, MemberConnection>;
  /** Reports all audio while a member speaks with the customer, and otherwise that of the recording. */
  choose: () => void;
  stop: () => void;
}

/** The first line of a connection. */
interface Request {
  version: unknown;
  token: string;
  organizationId: string;
  callId: string;
  /** The member who takes the call over; `null` for listeners. */
  member: CallingMember | null;
}

/**
 * Gives the audio of live calls to the API, which passes it on to listeners: one connection for each call and API process. A
 * connection begins with a line of JSON in each direction: `{version, token, organizationId, callId}`, answered by `{sampleRateHz}`, or by
 * `{error: 'version', version}` to a process of another version.
 * Then it gets 16-bit samples, the customer and the agent in turns, 20 ms at a time. It ends with the call. A call that has
 * no listener costs nothing. With `member` in the first line, it is the connection of a member who takes the call over
 * (`member-connection.ts`). The API reaches browser calls over the same port (`join`).
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
    if (wanted.version !== linkVersion) {
      socket.end(versionRefusal());
      return true;
    }
    const { organizationId, callId, member } = wanted;
    if (this.#options.join?.(organizationId, callId, socket)) return true;
    const call = this.#options.find(organizationId, callId);
    if (!call || call.gone.aborted) return false;
    const listeners = this.#listeners.get(callId) ?? this.#listen(callId, call);
    socket.write(`${JSON.stringify({ sampleRateHz: call.session.sampleRateHz })}\n`);
    if (member) this.#connectMember(socket, listeners, member, call.takeOver);
    else listeners.sockets.add(socket);
    socket.on('close', () => {
      listeners.sockets.delete(socket);
      if (listeners.members.delete(socket)) listeners.choose();
      if (listeners.sockets.size === 0 && listeners.members.size === 0) listeners.stop();
    });
    return true;
  }

  #connectMember(socket: Socket, listeners: Listeners, member: CallingMember, takeOver: TakesMembers): void {
    const connection = new MemberConnection(socket);
    listeners.members.set(socket, connection);
    listeners.choose();
    connection.serve(member, takeOver).catch(() => socket.destroy());
  }

  #listen(callId: string, { session, gone }: AudibleCall): Listeners {
    const sockets = new Set<Socket>();
    const members: Listeners['members'] = new Map();
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
    const report = (pcm: Int16Array) => {
      for (const connection of members.values()) connection.audio(pcm);
      if (sockets.size === 0) return;
      const heard = members.size === 0 ? pcm : asRecorded(pcm, session.recordingState);
      const bytes = new Uint8Array(heard.buffer, heard.byteOffset, heard.byteLength);
      for (const socket of sockets) if (socket.writableLength < unsentBytesMax) socket.write(bytes);
    };
    const choose = () => session.monitor(report, members.size > 0 ? 'whole' : 'recorded');
    const listeners: Listeners = { sockets, members, choose, stop };
    this.#listeners.set(callId, listeners);
    gone.addEventListener('abort', end, { once: true });
    choose();
    return listeners;
  }

  #isToken(token: string): boolean {
    const [given, wanted] = [Buffer.from(token), Buffer.from(this.token)];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

/** Returns the audio as the recording has it: silent while it is paused, and the customer's where it is not recorded. */
function asRecorded(pcm: Int16Array, { isPaused, hasPeer }: MediaSession['recordingState']): Int16Array {
  if (!isPaused && hasPeer) return pcm;
  return pcm.map((sample, at) => (isPaused || at % 2 === 0 ? 0 : sample));
}

function requestIn(line: string): Request | null {
  try {
    const read = JSON.parse(line) as Record<string, unknown>;
    const { version = 1, token, organizationId, callId, member } = read;
    if (typeof token !== 'string') return null;
    // Another version may write the rest in another way.
    if (version !== linkVersion) return { version, token, organizationId: '', callId: '', member: null };
    if (typeof organizationId !== 'string' || typeof callId !== 'string') return null;
    if (member === undefined) return { version, token, organizationId, callId, member: null };
    const { memberId, memberName } = member as Record<string, unknown>;
    if (typeof memberId !== 'string' || typeof memberName !== 'string') return null;
    return { version, token, organizationId, callId, member: { memberId, memberName } };
  } catch {
    return null;
  }
}
