import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  isEmptyBody,
  networkOf,
  parseInput,
  parseJsonBody,
  queryReader,
  type StreamedBody,
} from '../../platform/http/index.ts';
import { ApiError, invalid, type Log } from '../../platform/kernel/index.ts';
import { readWebOffer } from '../../telephony/webrtc/web-offer.ts';
import { WebDescriptionError } from '../../telephony/webrtc/web-section.ts';
import { LiveCalls } from '../calls/index.ts';
import { findOpenWidget, type OpenWidget, SessionTokens, WidgetGuard } from '../widgets/index.ts';
import { followAsVisitor } from './follow-as-visitor.ts';
import { iceServers, type TurnOptions } from './ice-servers.ts';
import { placeWebCall } from './place.ts';
import { PlaceWebCall } from './schemas.ts';
import { hangUpWebCall } from './store.ts';
import { voiceWidget } from './widget/voice-widget.ts';

interface PublicCallDependencies {
  db: Database;
  secret: SecretKey;
  log: Log;
  /** Default: none. */
  turn?: TurnOptions | undefined;
  /** Sends an event stream as the response. */
  sendStream: (reply: FastifyReply, body: StreamedBody) => FastifyReply;
}

/** A visitor's session: one call through one widget. */
interface CallSession {
  organizationId: string;
  callId: string;
  widgetToken: string;
  expiresAtMs: number;
}

const path = '/public/calls/:token';
const voiceWidgetPath = '/public/voice-widget.js';
/** Fits an offer of 20,000 characters. */
const bodyBytesMax = 65_536;
/** Longer than any call. */
const sessionMs = 12 * 3_600_000;
/** The streams of visitors of one organization in a process. */
const followersOfOrganizationMax = 500;
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
};

/** Adds the routes with which visitors' browsers call agents, and the script of the voice widget. */
export function addPublicCalls(app: FastifyInstance, dependencies: PublicCallDependencies): void {
  const calls = new PublicCalls(dependencies);
  const limited = { bodyLimit: bodyBytesMax };
  app.options(path, calls.preflight);
  app.options(`${path}/*`, calls.preflight);
  app.route({ method: ['GET', 'HEAD'], url: path, handler: calls.settings });
  app.post(path, limited, calls.place);
  app.route({ method: ['GET', 'HEAD'], url: `${path}/events`, handler: calls.follow });
  app.post(`${path}/end`, limited, calls.end);
  app.route({ method: ['GET', 'HEAD'], url: voiceWidgetPath, handler: sendWidget });
  // Open streams would keep the server from closing.
  app.addHook('preClose', () => calls.close());
}

/** The handlers of the routes, bound to their dependencies. */
class PublicCalls {
  readonly #dependencies: PublicCallDependencies;
  readonly #sessions: SessionTokens<CallSession>;
  readonly #guard: WidgetGuard;
  readonly #liveCalls: LiveCalls;

  constructor(dependencies: PublicCallDependencies) {
    this.#dependencies = dependencies;
    const { db, log, secret } = dependencies;
    this.#sessions = new SessionTokens<CallSession>(secret, 'web-call-sessions');
    this.#guard = new WidgetGuard({ find: (token) => findOpenWidget(db, token) });
    this.#liveCalls = new LiveCalls(db, log, { ofOrganizationMax: followersOfOrganizationMax });
  }

  /** Ends the streams, so that the server can stop. */
  close(): Promise<void> {
    return this.#liveCalls.close();
  }

  readonly preflight = async (request: FastifyRequest, reply: FastifyReply) => {
    await this.#guard.admit(tokenOf(request), request, reply);
    return reply.headers(preflight).code(204).send();
  };

  readonly settings = async (request: FastifyRequest, reply: FastifyReply) => {
    await this.#admit(request, reply);
    takeNoParameters(request);
    return reply.send({ iceServers: iceServers(this.#dependencies.turn ?? noTurn, Date.now()) });
  };

  readonly place = async (request: FastifyRequest, reply: FastifyReply) => {
    const { organizationId, agentId, token: widgetToken } = await this.#admitCaller(request, reply);
    takeNoParameters(request);
    const { body } = request;
    const given = Buffer.isBuffer(body) && !isEmptyBody(body) ? parseJsonBody(body) : undefined;
    const { offer } = parseInput(PlaceWebCall, given, 'body');
    requireUsable(offer);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const visitor = this.#visitorOf(request);
    const { origin = '' } = request.headers;
    const placed = { organizationId, agentId, visitor, origin, offer };
    const { callId, answer } = await placeWebCall(this.#dependencies.db, placed, gone.signal);
    const expiresAtMs = Date.now() + sessionMs;
    const sessionToken = this.#sessions.sign({ organizationId, callId, widgetToken, expiresAtMs });
    const expiresAt = new Date(expiresAtMs).toISOString();
    return reply.code(201).send({ callId, answer, sessionToken, expiresAt });
  };

  readonly follow = async (request: FastifyRequest, reply: FastifyReply) => {
    const widget = await this.#admit(request, reply);
    takeNoParameters(request);
    const session = this.#sessionOf(request);
    this.#guard.openStream(widget, request, reply);
    return this.#dependencies.sendStream(reply, followAsVisitor(this.#liveCalls, session));
  };

  readonly end = async (request: FastifyRequest, reply: FastifyReply) => {
    // A visitor may hang up after voice was switched off.
    await this.#guard.admit(tokenOf(request), request, reply);
    takeNoParameters(request);
    takeNothing(request);
    const session = this.#sessionOf(request);
    await hangUpWebCall(this.#dependencies.db, session);
    return reply.send({ callId: session.callId });
  };

  /** Admits a request to a widget with voice. */
  async #admit(request: FastifyRequest, reply: FastifyReply): Promise<OpenWidget> {
    const widget = await this.#guard.admit(tokenOf(request), request, reply);
    if (widget.voice) return widget;
    throw new ApiError(403, 'voice.off', 'Calls are switched off for this widget.');
  }

  async #admitCaller(request: FastifyRequest, reply: FastifyReply): Promise<OpenWidget> {
    const widget = await this.#admit(request, reply);
    this.#guard.countCall(widget, request);
    return widget;
  }

  /** Returns what identifies the visitor's network in the database, where its address is not stored. */
  #visitorOf({ ip }: FastifyRequest): string {
    const key = this.#dependencies.secret.derive('web-call-visitors');
    return createHmac('sha256', key).update(networkOf(ip)).digest('hex').slice(0, 32);
  }

  /** Returns the request's session if it belongs to this widget. */
  #sessionOf(request: FastifyRequest): CallSession {
    const token = /^bearer +(\S{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const session = this.#sessions.read(token, Date.now());
    if (session?.widgetToken === tokenOf(request)) return session;
    throw new ApiError(401, 'session.invalid', 'The session is invalid or has expired. Begin another call.');
  }
}

const noTurn: TurnOptions = { urls: [], secret: null };

/** Throws a 400 for an offer that no call can use. */
function requireUsable(offer: string): void {
  try {
    readWebOffer(offer);
  } catch (error) {
    if (!(error instanceof WebDescriptionError)) throw error;
    throw invalid([{ field: 'offer', message: `cannot be used: ${error.message}` }]);
  }
}

let widgetScript: Promise<string> | null = null;

/** Sends the script of the voice widget, which pages of any origin may load. */
async function sendWidget(request: FastifyRequest, reply: FastifyReply) {
  takeNoParameters(request);
  widgetScript ??= voiceWidget();
  return reply
    .header('cache-control', 'public, max-age=300')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .type('text/javascript; charset=utf-8')
    .send(await widgetScript);
}

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
