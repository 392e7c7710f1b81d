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
} from '../../platform/http/index.ts';
import { ApiError, randomHex, systemActor } from '../../platform/kernel/index.ts';
import {
  addAndFollow,
  addChatMessage,
  type ChatFeed,
  createChat,
  endChat,
  followChat,
  listMessages,
} from '../chats/index.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { ListVisitorMessages, VisitorMessage } from './schemas.ts';
import { SessionTokens, sessionMs, type VisitorSession } from './session.ts';
import { findOpenWidget } from './store.ts';

interface PublicRouteDependencies {
  db: Database;
  secret: SecretKey;
  chatFeed: ChatFeed;
  /** Answers with a stream of events. */
  sendStream: (reply: FastifyReply, body: StreamedBody) => FastifyReply;
}

const path = '/public/chats/:token';
/** Of a request's body: a message of 4,000 characters, however they are encoded. */
const bodyBytesMax = 32_768;
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': '600',
};

/** The addresses that visitors' browsers reach without a key: what a widget needs, and its own chat alone. */
export function addPublicChats(
  app: FastifyInstance,
  { db, secret, chatFeed: feed, sendStream }: PublicRouteDependencies,
): void {
  const sessions = new SessionTokens(secret);
  const doorkeeper = new Doorkeeper({ find: (token) => findOpenWidget(db, token) });
  const scopeOf = (session: VisitorSession, request: FastifyRequest) => ({
    db,
    feed,
    baseUrl: '',
    actor: systemActor(session.organizationId, request.id),
  });
  const shownSession = (session: Omit<VisitorSession, 'expiresAtMs'>) => {
    const expiresAtMs = Date.now() + sessionMs;
    const sessionToken = sessions.sign({ ...session, expiresAtMs });
    return { sessionToken, expiresAt: new Date(expiresAtMs).toISOString() };
  };
  /** The session of the request, which is one of this widget. */
  const sessionOf = (request: FastifyRequest): VisitorSession => {
    const token = /^bearer +(\S{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const session = sessions.read(token, Date.now());
    if (session?.widgetToken === tokenOf(request)) return session;
    throw new ApiError(401, 'session.invalid', 'The session is not valid, or over: begin another chat.');
  };

  for (const asked of [path, `${path}/*`]) {
    app.options(asked, async (request, reply) => {
      await doorkeeper.admit(tokenOf(request), request, reply);
      return reply.headers(preflight).code(204).send();
    });
  }

  app.post(path, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    const widget = await doorkeeper.admit(tokenOf(request), request, reply);
    takeNoParameters(request);
    takeNothing(request);
    doorkeeper.countChat(widget, request);
    const { organizationId, agentId, token: widgetToken } = widget;
    const actor = systemActor(organizationId, request.id);
    // Who is visiting is not for the visitor to say: others' chats would be told of.
    const input = { customerUniqueId: `visitor_${randomHex(12)}`, chatVariables: {} };
    const chat = await createChat({ db, actor }, agentId, input);
    const { chatId, status } = chat;
    const messages = chat.transcript.messages;
    return reply.code(201).send({
      chatId,
      status,
      messages,
      ...shownSession({ organizationId, chatId, widgetToken }),
    });
  });

  app.post(`${path}/session`, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    await doorkeeper.admit(tokenOf(request), request, reply);
    takeNoParameters(request);
    takeNothing(request);
    const { expiresAtMs: _over, ...session } = sessionOf(request);
    return reply.send(shownSession(session));
  });

  app.post(`${path}/messages`, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    const widget = await doorkeeper.admit(tokenOf(request), request, reply);
    takeNoParameters(request);
    const session = sessionOf(request);
    doorkeeper.countMessage(widget, request);
    const { body } = request;
    const given = Buffer.isBuffer(body) && !isEmptyBody(body) ? parseJsonBody(body) : undefined;
    const { content } = parseInput(VisitorMessage, given, 'body');
    const scope = scopeOf(session, request);
    const input = { role: 'user', content } as const;
    if (/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
      doorkeeper.openStream(widget, request, reply);
      return sendStream(reply, await addAndFollow(scope, session.chatId, input, { withTools: false }));
    }
    const { message, position } = await addChatMessage(scope, session.chatId, input);
    return reply.code(201).send({ position, role: message.role, content, createdAt: message.createdAt });
  });

  const listAll = async (request: FastifyRequest, reply: FastifyReply) => {
    await doorkeeper.admit(tokenOf(request), request, reply);
    const session = sessionOf(request);
    const { after = 0 } = readAfter(request.query as Record<string, unknown>) as ListVisitorMessages;
    const page = await listMessages(scopeOf(session, request), session.chatId, { after, pageSize: 200 });
    return reply.send({ messages: page.messages.filter(({ role }) => role !== 'tool') });
  };
  app.route({ method: ['GET', 'HEAD'], url: `${path}/messages`, handler: listAll });

  const follow = async (request: FastifyRequest, reply: FastifyReply) => {
    const widget = await doorkeeper.admit(tokenOf(request), request, reply);
    takeNoParameters(request);
    const session = sessionOf(request);
    doorkeeper.openStream(widget, request, reply);
    const lastEventId = request.headers['last-event-id'];
    const scope = { ...scopeOf(session, request), lastEventId: String(lastEventId ?? '') };
    return sendStream(reply, await followChat(scope, session.chatId, null, { withTools: false }));
  };
  app.route({ method: ['GET', 'HEAD'], url: `${path}/events`, handler: follow });

  app.post(`${path}/end`, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    await doorkeeper.admit(tokenOf(request), request, reply);
    takeNoParameters(request);
    takeNothing(request);
    const session = sessionOf(request);
    const { status } = await endChat(scopeOf(session, request), session.chatId);
    return reply.send({ status });
  });
}

const readAfter = queryReader({ query: ListVisitorMessages });
const readNoParameters = queryReader({});

function takeNoParameters({ query }: FastifyRequest): void {
  readNoParameters(query as Record<string, unknown>);
}

const Nothing = z.strictObject({});

/** Whoever sends something where nothing is taken is told so. */
function takeNothing({ body }: FastifyRequest): void {
  if (Buffer.isBuffer(body) && !isEmptyBody(body)) parseInput(Nothing, parseJsonBody(body), 'body');
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}
