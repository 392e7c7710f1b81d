import { type WebSocket, WebSocketServer } from 'ws';
import { audioPlaceOf, isListeningAllowed, startListening } from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { SocketConnection } from '../../platform/http/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import { acceptSocket } from './accept-socket.ts';
import { Upstream } from './upstream.ts';

/** The most listeners of this process, and of one organization in it. */
const listenersMax = 200;
const listenersOfOrganizationMax = 50;
/** Audio that a listener has not taken yet. Beyond it, audio is dropped: a second of wide-band audio. */
const unsentBytesMax = 64_000;
const checkPermissionEveryMs = 5000;
const messageBytesMax = 1024;
const normalClose = 1000;

/** The listeners of live calls in this process, each over a WebSocket. The listeners of a call share its audio. */
export class CallListening implements AsyncDisposable {
  readonly #db: Database;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
  });
  /** By call. */
  readonly #upstreams = new Map<string, Upstream>();
  /** The open listeners, with their organization. */
  readonly #open = new Map<WebSocket, string>();

  constructor({ db }: { db: Database }) {
    this.#db = db;
  }

  /** Records the listener, completes the handshake, and sends the audio of the call until it is over. */
  async accept(connection: SocketConnection): Promise<void> {
    const { actor, params } = connection;
    const callId = params.callId!;
    this.#refuseTooMany(actor.organizationId);
    await startListening({ db: this.#db, actor }, callId);
    const socket = await acceptSocket(this.#server, connection);
    this.#open.set(socket, actor.organizationId);
    this.#send(connection, socket, callId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open.keys()) socket.close(normalClose);
    for (const upstream of this.#upstreams.values()) upstream.close();
  }

  #send({ actor, log, isStillAllowed }: SocketConnection, socket: WebSocket, callId: string): void {
    const { organizationId } = actor;
    const end = (reason: string) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'ended', reason }));
      socket.close(normalClose);
    };
    const leave = this.#upstreamOf(organizationId, callId, log).add({
      ready: (sampleRateHz) => socket.send(JSON.stringify({ type: 'ready', sampleRateHz, channels: 2 })),
      audio: (bytes) => {
        if (socket.bufferedAmount < unsentBytesMax) socket.send(bytes, { binary: true });
      },
      ended: () => end('The call is over, or its audio cannot be reached.'),
    });
    const check = async () => {
      const { isOn } = await isListeningAllowed(this.#db, actor, callId);
      if (!isOn || !(await isStillAllowed())) end('You may not listen any more.');
    };
    const checks = setInterval(() => {
      check().catch((error: unknown) =>
        log.warn({ err: error }, 'cannot check the permission of a listener'),
      );
    }, checkPermissionEveryMs);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(checks);
      this.#open.delete(socket);
      leave();
    });
  }

  #upstreamOf(organizationId: string, callId: string, log: SocketConnection['log']): Upstream {
    const key = `${organizationId} ${callId}`;
    const known = this.#upstreams.get(key);
    if (known) return known;
    const upstream: Upstream = new Upstream({
      ...{ organizationId, callId, log },
      findPlace: () => audioPlaceOf(this.#db, organizationId, callId),
      onOver: () => {
        if (this.#upstreams.get(key) === upstream) this.#upstreams.delete(key);
      },
    });
    this.#upstreams.set(key, upstream);
    return upstream;
  }

  #refuseTooMany(organizationId: string): void {
    const own = [...this.#open.values()].filter((one) => one === organizationId).length;
    if (own >= listenersOfOrganizationMax) {
      const message = `${listenersOfOrganizationMax} members of your organization are listening. Try again later.`;
      throw new ApiError(429, 'listening.too_many', message);
    }
    if (this.#open.size >= listenersMax)
      throw new ApiError(503, 'listening.busy', 'Too many members are listening. Try again later.');
  }
}
