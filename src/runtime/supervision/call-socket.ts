import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { CallCommandInput, commandCall, type LiveCalls, reportCall } from '../../domains/calls/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  hashOfRequest,
  type IdempotentRequest,
  parseInput,
  parseJsonBody,
  ReplayedAnswer,
  type SocketConnection,
} from '../../platform/http/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import { acceptSocket } from './accept-socket.ts';

/** Events that the client has not read yet. Beyond them, it is disconnected. */
const unsentBytesMax = 4_000_000;
const messageBytesMax = 16_384;
/** Commands that are not answered yet. At this number, the client's further messages are not read. */
const unansweredMax = 20;
const checkPermissionEveryMs = 5000;
const closeCode = { normal: 1000, refused: 1008 };

const CommandMessage = z.strictObject({
  type: z.literal('command'),
  /** Names the command: it is repeated in the answer, and a command that is sent again is carried out once. */
  id: z.string().max(64).optional(),
  command: CallCommandInput,
});

interface CallSocketOptions {
  db: Database;
  notifier: Notifier;
  liveCalls: LiveCalls;
}

/**
 * A live call over a WebSocket, for those who build a screen of their own: the events of its stream out, commands in, one after the
 * other. A command is answered by `accepted` or `refused`; what became of it comes as an event.
 */
export class CallSocket implements AsyncDisposable {
  readonly #options: CallSocketOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
  });
  readonly #open = new Set<WebSocket>();

  constructor(options: CallSocketOptions) {
    this.#options = options;
  }

  async accept(connection: SocketConnection): Promise<void> {
    const { actor, params, log, isStillAllowed } = connection;
    const socket = await acceptSocket(this.#server, connection);
    this.#open.add(socket);
    const send = (message: object) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > unsentBytesMax) socket.terminate();
      else socket.send(JSON.stringify(message));
    };
    const refuse = (error: unknown, id?: string) => {
      if (!(error instanceof ApiError)) log.error({ err: error }, 'a command over a WebSocket failed');
      const { code, message } =
        error instanceof ApiError
          ? error
          : new ApiError(500, 'internal', 'Internal error. The service log has the details.');
      send({ type: 'refused', ...(id === undefined ? {} : { id }), code, error: message });
    };
    socket.on('error', () => socket.terminate());
    let taken = Promise.resolve();
    let unanswered = 0;
    socket.on('message', (data, isBinary) => {
      if (++unanswered >= unansweredMax) socket.pause();
      taken = taken.then(async () => {
        await this.#take(connection, data as Buffer, { isBinary, send, refuse });
        if (--unanswered < unansweredMax && socket.isPaused) socket.resume();
      });
    });
    const check = setInterval(() => {
      isStillAllowed().then(
        (isAllowed) => !isAllowed && socket.close(closeCode.refused),
        (error: unknown) => log.warn({ err: error }, 'cannot check the permission of a WebSocket'),
      );
    }, checkPermissionEveryMs);
    let leave = () => undefined as void;
    socket.on('close', () => {
      clearInterval(check);
      this.#open.delete(socket);
      leave();
    });
    try {
      const emit = (type: string, data: object) => send({ type, ...data });
      const end = () => socket.close(closeCode.normal);
      leave = await reportCall({ ...this.#options, actor, baseUrl: '' }, params.callId!, { emit, end });
      if (socket.readyState === socket.CLOSED) leave();
    } catch (error) {
      refuse(error);
      socket.close(closeCode.refused);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.close(closeCode.normal);
  }

  async #take(
    { actor, params }: SocketConnection,
    data: Buffer,
    {
      isBinary,
      send,
      refuse,
    }: {
      isBinary: boolean;
      send: (message: object) => void;
      refuse: (error: unknown, id?: string) => void;
    },
  ): Promise<void> {
    let id: string | undefined;
    const accept = ({ sequence }: { sequence: number }, repeated: { isRepeated?: true } = {}) =>
      send({ type: 'accepted', ...(id === undefined ? {} : { id }), sequence, ...repeated });
    try {
      if (isBinary) throw new ApiError(400, 'socket.binary', 'Send commands as text.');
      const message = parseInput(CommandMessage, parseJsonBody(data, 'message'), 'message');
      id = message.id;
      const { db, notifier } = this.#options;
      const scope = { db, notifier, actor, ...onceOnly(actor, params.callId!, message) };
      accept(await commandCall(scope, params.callId!, message.command));
    } catch (error) {
      if (error instanceof ReplayedAnswer) accept(JSON.parse(error.body), { isRepeated: true });
      else refuse(error, id);
    }
  }
}

/** Returns what lets a command with an id be carried out once. The spaces keep its key apart from those of requests. */
function onceOnly(
  { memberId }: SocketConnection['actor'],
  callId: string,
  { id, command }: z.output<typeof CommandMessage>,
): { idempotency?: IdempotentRequest } {
  if (id === undefined) return {};
  const hash = hashOfRequest('command', callId, Buffer.from(JSON.stringify(command)));
  const render = (result: unknown) => JSON.stringify(result);
  return { idempotency: { key: `socket ${memberId} ${callId} ${id}`, hash, status: 201, render } };
}
