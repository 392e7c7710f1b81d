import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  isEmptyBody,
  parseInput,
  parseJsonBody,
  queryReader,
  type StreamedBody,
  systemActor,
} from '../../platform/http/index.ts';
import { ApiError, randomHex } from '../../platform/kernel/index.ts';
import {
  addAndFollow,
  addChatMessage,
  type ChatFeed,
  createChat,
  endChat,
  followChat,
  listMessages,
} from '../chats/index.ts';
import { WidgetGuard } from './guard.ts';
import { AddVisitorMessage, ListVisitorMessages } from './schemas.ts';
import { SessionTokens, sessionMs, type VisitorSession } from './session.ts';
import { findOpenWidget } from './store.ts';

interface PublicRouteDependencies {
  db: Database;
  secret: SecretKey;
  chatFeed: ChatFeed;
  /** Sends an event stream as the response. */
  sendStream: (reply: FastifyReply, body: StreamedBody) => FastifyReply;
}

const path = '/public/chats/:token';
/** Fits a message of 4,000 characters in any encoding. */
const bodyBytesMax = 32_768;
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': '600',
};

/** Adds the routes that visitors' browsers use without a key. A visitor can reach only its own chat. */
export function addPublicChats(app: FastifyInstance, dependencies: PublicRouteDependencies): void {
  const chats = new PublicChats(dependencies);
  const limited = { bodyLimit: bodyBytesMax };
  app.options(path, chats.preflight);
  app.options(`${path}/*`, chats.preflight);
  app.post(path, limited, chats.begin);
  app.post(`${path}/session`, limited, chats.renewSession);
  app.post(`${path}/messages`, limited, chats.addMessage);
  app.route({ method: ['GET', 'HEAD'], url: `${path}/messages`, handler: chats.listMessages });
  app.route({ method: ['GET', 'HEAD'], url: `${path}/events`, handler: chats.follow });
  app.post(`${path}/end`, limited, chats.end);
}

/** The handlers of the routes, bound to their dependencies. */
class PublicChats {
  readonly #dependencies: PublicRouteDependencies;
  readonly #sessions: SessionTokens;
  readonly #guard: WidgetGuard;

  constructor(dependencies: PublicRouteDependencies) {
    this.#dependencies = dependencies;
    this.#sessions = new SessionTokens(dependencies.secret);
    this.#guard = new WidgetGuard({ find: (token) => findOpenWidget(dependencies.db, token) });
  }

  readonly preflight = async (request: FastifyRequest, reply: FastifyReply) => {
    await this.#admit(request, reply);
    return reply.headers(preflight).code(204).send();
  };

  readonly begin = async (request: FastifyRequest, reply: FastifyReply) => {
    const widget = await this.#admit(request, reply);
    takeNoParameters(request);
    takeNothing(request);
    this.#guard.countChat(widget, request);
    const { organizationId, agentId, token: widgetToken } = widget;
    const scope = { db: this.#dependencies.db, actor: systemActor(organizationId, request.id) };
    // The visitor must not choose the customer id: the agent would reveal that customer's chats.
    const input = {
      customerUniqueId: `visitor_${randomHex(12)}`,
      chatVariables: {},
      draft: false,
      flow: null,
      agentBegins: true,
    };
    const { chatId, status, transcript } = await createChat(scope, agentId, input);
    const session = this.#sign({ organizationId, chatId, widgetToken });
    return reply.code(201).send({ chatId, status, messages: transcript.messages, ...session });
  };

  readonly renewSession = async (request: FastifyRequest, reply: FastifyReply) => {
    await this.#admit(request, reply);
    takeNoParameters(request);
    takeNothing(request);
    const { expiresAtMs: _old, ...session } = this.#sessionOf(request);
    return reply.send(this.#sign(session));
  };

  readonly addMessage = async (request: FastifyRequest, reply: FastifyReply) => {
    const widget = await this.#admit(request, reply);
    takeNoParameters(request);
    const session = this.#sessionOf(request);
    this.#guard.countMessage(widget, request);
    const { body } = request;
    const given = Buffer.isBuffer(body) && !isEmptyBody(body) ? parseJsonBody(body) : undefined;
    const { content } = parseInput(AddVisitorMessage, given, 'body');
    const scope = this.#scopeOf(session, request);
    const input = { role: 'user', content } as const;
    if (/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
      this.#guard.openStream(widget, request, reply);
      const events = await addAndFollow(scope, session.chatId, input, { withTools: false });
      return this.#dependencies.sendStream(reply, events);
    }
    const { message, position } = await addChatMessage(scope, session.chatId, input);
    return reply.code(201).send({ position, role: message.role, content, createdAt: message.createdAt });
  };

  readonly listMessages = async (request: FastifyRequest, reply: FastifyReply) => {
    await this.#admit(request, reply);
    const session = this.#sessionOf(request);
    const { after = 0 } = readAfter(request.query as Record<string, unknown>) as ListVisitorMessages;
    const scope = this.#scopeOf(session, request);
    const { messages } = await listMessages(scope, session.chatId, { after, pageSize: 200 });
    return reply.send({ messages: messages.filter(({ role }) => role !== 'tool') });
  };

  readonly follow = async (request: FastifyRequest, reply: FastifyReply) => {
    const widget = await this.#admit(request, reply);
    takeNoParameters(request);
    const session = this.#sessionOf(request);
    this.#guard.openStream(widget, request, reply);
    const lastEventId = String(request.headers['last-event-id'] ?? '');
    const scope = { ...this.#scopeOf(session, request), lastEventId };
    const events = await followChat(scope, session.chatId, null, { withTools: false });
    return this.#dependencies.sendStream(reply, events);
  };

  readonly end = async (request: FastifyRequest, reply: FastifyReply) => {
    await this.#admit(request, reply);
    takeNoParameters(request);
    takeNothing(request);
    const session = this.#sessionOf(request);
    const { status } = await endChat(this.#scopeOf(session, request), session.chatId);
    return reply.send({ status });
  };

  #admit(request: FastifyRequest, reply: FastifyReply) {
    return this.#guard.admit(tokenOf(request), request, reply);
  }

  /** Returns the request's session if it belongs to this widget. */
  #sessionOf(request: FastifyRequest): VisitorSession {
    const token = /^bearer +(\S{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const session = this.#sessions.read(token, Date.now());
    if (session?.widgetToken === tokenOf(request)) return session;
    throw new ApiError(401, 'session.invalid', 'The session is invalid or has expired. Start another chat.');
  }

  #sign(session: Omit<VisitorSession, 'expiresAtMs'>) {
    const expiresAtMs = Date.now() + sessionMs;
    const sessionToken = this.#sessions.sign({ ...session, expiresAtMs });
    return { sessionToken, expiresAt: new Date(expiresAtMs).toISOString() };
  }

  #scopeOf({ organizationId }: VisitorSession, { id }: FastifyRequest) {
    const { db, chatFeed: feed } = this.#dependencies;
    return { db, feed, baseUrl: '', actor: systemActor(organizationId, id) };
  }
}

const readAfter = queryReader({ query: ListVisitorMessages });
const readNoParameters = queryReader({});

function takeNoParameters({ query }: FastifyRequest): void {
  readNoParameters(query as Record<string, unknown>);
}

const Nothing = z.strictObject({});

/** Rejects a body where none is expected. */
function takeNothing({ body }: FastifyRequest): void {
  if (Buffer.isBuffer(body) && !isEmptyBody(body)) parseInput(Nothing, parseJsonBody(body), 'body');
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}
