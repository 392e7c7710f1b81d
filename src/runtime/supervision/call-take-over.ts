import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { audioPlaceOf, isListeningAllowed, startTakeOver } from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { parseInput, parseJsonBody, type SocketConnection } from '../../platform/http/index.ts';
import { ApiError, conflict, fairTimeout } from '../../platform/kernel/index.ts';
import {
  FrameReader,
  frame,
  frameKind,
  LinkVersionError,
  openAudioLink,
} from '../../platform/nodes/index.ts';
import { acceptSocket } from './accept-socket.ts';

/** The most members of one process who speak with customers. */
const membersMax = 200;
/** Audio that the member's browser has not taken yet. Beyond it, audio is dropped: a second of wide-band audio. */
const unsentBytesMax = 64_000;
/** Audio comes every 20 ms. After this time without any, the process that carries the call cannot be reached. */
const silentMsMax = 3000;
/** How often a browser is asked whether it is there, while it sends no audio. */
const pingEveryMs = 400;
/** A page that stands still sends no audio in Firefox and Safari, which answer pings meanwhile. The call waits for it so long. */
const stillMsMax = 5000;
const checkPermissionEveryMs = 5000;
const messageBytesMax = 16_384;
const normalClose = 1000;

const MemberMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hold'), isHolding: z.boolean() }),
  z.strictObject({ type: z.literal('suggest'), isOn: z.boolean() }),
  z.strictObject({
    type: z.literal('handBack'),
    note: z.string().trim().max(2_000).nullable().default(null),
  }),
]);

type Link = Awaited<ReturnType<typeof openAudioLink>>;

/** The members who speak with customers in place of the agents, each over a WebSocket. */
export class CallTakeOver implements AsyncDisposable {
  readonly #db: Database;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
  });
  readonly #open = new Set<WebSocket>();

  constructor({ db }: { db: Database }) {
    this.#db = db;
  }

  /**
   * Records who wants the call, connects to the process that carries it, and completes the handshake. Then the member gets both
   * sides, and the customer hears the member.
   */
  async accept(connection: SocketConnection): Promise<void> {
    const { actor, params } = connection;
    const { organizationId, memberId } = actor;
    const callId = params.callId!;
    if (this.#open.size >= membersMax)
      throw new ApiError(503, 'takeover.busy', 'Too many members speak with customers. Try again later.');
    const memberName = await startTakeOver({ db: this.#db, actor }, callId);
    const place = await audioPlaceOf(this.#db, organizationId, callId);
    if (!place) throw conflict('call.not_live', 'The call is not answered, or over.');
    const gone = new AbortController();
    const wanted = { organizationId, callId, member: { memberId, memberName } };
    const link = await openAudioLink(place, wanted, gone.signal).catch((error: unknown) => {
      const lost = 'The process that carries the call cannot be reached. Try again.';
      throw conflict('call.not_reachable', error instanceof LinkVersionError ? error.message : lost);
    });
    const socket = await acceptSocket(this.#server, connection).catch((error: unknown) => {
      gone.abort();
      throw error;
    });
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      gone.abort();
    });
    this.#carry(connection, socket, link);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.close(normalClose);
  }

  #carry(connection: SocketConnection, socket: WebSocket, { socket: link, sampleRateHz, rest }: Link): void {
    const send = (message: object) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    };
    let isEnded = false;
    const end = (message: object) => {
      if (isEnded) return;
      isEnded = true;
      send(message);
      socket.close(normalClose);
    };
    const frames = new FrameReader();
    let notSilent = () => undefined as void;
    const receive = (bytes: Buffer) => {
      notSilent();
      notSilent = fairTimeout(silentMsMax, () => link.destroy());
      for (const { kind, contents } of frames.push(bytes)) {
        if (kind === frameKind.text) {
          const message = JSON.parse(contents.toString()) as { type: string };
          if (message.type === 'speaking' || message.type === 'suggested') send(message);
          else end(message);
        } else if (socket.bufferedAmount < unsentBytesMax) socket.send(contents, { binary: true });
      }
    };
    send({ type: 'ready', sampleRateHz, channels: 2 });
    receive(rest);
    link.on('data', receive);
    link.resume();
    link.on('close', () => {
      notSilent();
      end({ type: 'ended', reason: 'connection-lost' });
    });
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => {
      if (link.destroyed) return;
      if (isBinary) link.write(frame(frameKind.audio, data as Buffer));
      else take(connection, data, { pass: (text) => link.write(frame(frameKind.text, text)), send });
    });
    keepWhileStill(socket, () => link.write(frame(frameKind.text, Buffer.from('{"type":"alive"}'))));
    this.#checkPermission(connection, socket, end);
  }

  #checkPermission(
    { actor, params, log, isStillAllowed }: SocketConnection,
    socket: WebSocket,
    end: (message: object) => void,
  ): void {
    const check = async () => {
      const { isOn } = await isListeningAllowed(this.#db, actor, params.callId!);
      if (!isOn || !(await isStillAllowed())) end({ type: 'ended', reason: 'not-allowed' });
    };
    const checks = setInterval(() => {
      check().catch((error: unknown) => log.warn({ err: error }, 'cannot check the permission of a member'));
    }, checkPermissionEveryMs);
    socket.once('close', () => clearInterval(checks));
  }
}

/** Calls `alive` when a browser that sends no audio answers a ping, until `stillMsMax` is over. */
function keepWhileStill(socket: WebSocket, alive: () => void): void {
  let spokeAtMs = performance.now();
  const stillMs = () => performance.now() - spokeAtMs;
  const pings = setInterval(() => {
    if (stillMs() >= pingEveryMs) socket.ping();
  }, pingEveryMs);
  socket.on('message', (_, isBinary) => {
    if (isBinary) spokeAtMs = performance.now();
  });
  socket.on('pong', () => {
    if (stillMs() < stillMsMax) alive();
  });
  socket.once('close', () => clearInterval(pings));
}

/** Passes a message of the member on, or answers with what is wrong with it. */
function take(
  { log }: SocketConnection,
  data: RawData,
  { pass, send }: { pass: (text: Buffer) => void; send: (message: object) => void },
): void {
  try {
    const message = parseInput(MemberMessage, parseJsonBody(data as Buffer, 'message'), 'message');
    pass(Buffer.from(JSON.stringify(message)));
  } catch (error) {
    if (!(error instanceof ApiError)) log.error({ err: error }, 'a message over a WebSocket failed');
    const { code, message } =
      error instanceof ApiError
        ? error
        : new ApiError(500, 'internal', 'Internal error. The service log has the details.');
    send({ type: 'problem', code, error: message });
  }
}
