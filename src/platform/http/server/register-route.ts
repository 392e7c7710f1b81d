import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preParsingHookHandler,
} from 'fastify';
import { type Actor, ApiError, boundResults, forbidden, LargeResultError } from '../../kernel/index.ts';
import { type Authenticator, type Caller, CredentialError } from '../authentication.ts';
import { hashOfRequest, idempotencyKeyOf, ReplayedAnswer } from '../idempotency.ts';
import { checkText, isEmptyBody, parseJsonBody } from '../json-body.ts';
import { bodyBytesMax, wantsLargePage } from '../limits.ts';
import { queryReader } from '../query.ts';
import { AnswerWithHeaders, type RequestContext, type Route, StreamedBody } from '../route.ts';
import { parseInput } from '../validation.ts';
import { baseUrlOf } from './base-url.ts';
import { refuseOtherSites, requireCsrfToken } from './cross-site.ts';
import { IncomingUpload } from './incoming-upload.ts';
import type { LargeAnswers } from './large-answers.ts';
import { getAndHead } from './methods.ts';
import type { RequestThread } from './request-thread.ts';
import { sendReadable } from './send-stream.ts';
import type { Answer, ServedRequest } from './served-request.ts';
import { pauseBodyTime } from './slow-body.ts';
import { answerOf, type Pace } from './streamed-answer.ts';
import type { WorkShare } from './work-share.ts';

/** How long a file may take to arrive. */
const uploadMs = 900_000;

/** What an operation is answered with, wherever that happens. */
interface AnswerEnvironment {
  authenticator: Authenticator;
  publicUrl: string | null;
  isDraining: () => boolean;
  /** Waits until the organization may go on. */
  turn: (organizationId: string) => Promise<void> | undefined;
  /** Requests that are carried out; null: nothing bounds them here. */
  requests: WorkShare | null;
  /** Chunks of long answers that are made. */
  chunks: WorkShare;
}

interface RouteEnvironment extends AnswerEnvironment {
  rateLimit: onRequestAsyncHookHandler;
  /** How long a client may take nothing of a streamed answer. */
  stalledMs: number;
  /** Answers expensive requests; null: they are answered here. */
  requestThread: RequestThread | null;
  /** Expensive requests that are read and answered. */
  expensiveRequests: WorkShare;
  /** Long answers that are written. */
  longAnswers: WorkShare;
  largeAnswers: LargeAnswers;
}

/** Adds one declared operation to the server: credential, rate limit, scope, input, handler, answer. */
export function registerRoute(app: FastifyInstance, route: Route, environment: RouteEnvironment): void {
  const { requestThread, longAnswers, largeAnswers, stalledMs } = environment;
  app.route({
    method: route.method === 'GET' ? getAndHead : route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyBytesMax ?? bodyBytesMax,
    onRequest: hooksOf(route, environment),
    preParsing: shareHook(route, environment),
    config: route.bodyKind === 'csv' ? { bodyMs: uploadMs } : {},
    handler: async (request, reply) => {
      if (route.expensive === 'streams') await enter(longAnswers, request, reply);
      const answer =
        requestThread && isExpensive(route, request, largeAnswers)
          ? await requestThread.answer(route, request, baseUrlOf(request, environment.publicUrl))
          : await answerHere(route, request, reply, environment);
      largeAnswers.look(request.caller?.organizationId, route, answer.body);
      reply.code(answer.status).headers(answer.headers);
      const { body } = answer;
      return body instanceof Readable ? sendReadable(reply, body, stalledMs) : reply.send(body);
    },
  });
}

/** A read that brings more characters than this to the main thread is read again by the request thread. */
const resultCharactersMax = 1_000_000;

/** Answers a request on the main thread, or by the request thread when its rows turn out to be large. */
async function answerHere(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  environment: RouteEnvironment,
): Promise<Answer> {
  const { requestThread, expensiveRequests, publicUrl } = environment;
  const answer = () => answerRequest(route, request, environment);
  const isBounded = route.method === 'GET' && route.expensive !== 'streams' && route.openTo === undefined;
  if (!requestThread || !isBounded) return answer();
  try {
    return await boundResults(resultCharactersMax, answer);
  } catch (thrown) {
    if (!(thrown instanceof LargeResultError)) throw thrown;
    await enter(expensiveRequests, request, reply);
    return requestThread.answer(route, request, baseUrlOf(request, publicUrl));
  }
}

/** Whether a request is answered by the thread, where there is one. What needs a session is not carried out there. */
function isExpensive(route: Route, request: ServedRequest, largeAnswers: LargeAnswers): boolean {
  const { expensive = wantsLargePage, openTo } = route;
  const { query, headers, caller } = request;
  if (expensive === 'streams' || openTo !== undefined || caller === null) return false;
  if (largeAnswers.areLikely(caller.organizationId, route)) return true;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const bodyBytes = isChunked ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0);
  return expensive({ bodyBytes, query: query as Record<string, unknown> });
}

/** Lets a request that is expensive wait for its place before its body is read. */
function shareHook(
  route: Route,
  { expensiveRequests, largeAnswers }: RouteEnvironment,
): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (!isExpensive(route, request, largeAnswers)) return void done(null, payload);
    // The body has its time from when it is read.
    const goOn = pauseBodyTime(request);
    const go = () => {
      goOn();
      done(null, payload);
    };
    enter(expensiveRequests, request, reply).then(go, done);
  };
}

/** Takes a place for the organization until the answer has been sent, or its client is gone. */
async function enter(share: WorkShare, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const gone = new AbortController();
  const onClose = () => gone.abort(new ApiError(499, 'request.aborted', 'The client has gone.'));
  reply.raw.once('close', onClose);
  const leave = await share.enter(callerOf(request).organizationId, gone.signal);
  if (reply.raw.closed) leave();
  else reply.raw.once('close', leave);
}

const readers = new WeakMap<Route, ReturnType<typeof queryReader>>();

/** What reads the query of an operation, made once. */
function readerOf(route: Route): ReturnType<typeof queryReader> {
  const reader = readers.get(route) ?? queryReader(route);
  readers.set(route, reader);
  return reader;
}

/** Answers one request, when it is its organization's turn. Throws what `failureAnswer` has an answer for. */
export async function answerRequest(
  route: Route,
  request: ServedRequest,
  environment: AnswerEnvironment,
): Promise<Answer> {
  const organizationId = request.caller?.organizationId ?? '';
  const isGathered = route.gathers && request.headers['idempotency-key'] === undefined;
  // Files and long answers have bounds of their own: they may take hours, and nothing else is to wait for that.
  const isBounded =
    request.caller !== null && !isGathered && route.bodyKind !== 'csv' && route.expensive !== 'streams';
  const leave = isBounded ? await environment.requests?.enter(organizationId) : undefined;
  try {
    await environment.turn(organizationId);
    return await carryOut(route, request, environment, organizationId);
  } finally {
    leave?.();
  }
}

/** Reads, checks and carries out a request. */
async function carryOut(
  route: Route,
  request: ServedRequest,
  environment: AnswerEnvironment,
  organizationId: string,
): Promise<Answer> {
  const bytes = bytesOf(route, request, environment);
  const params = parsePart(route.params, checkedTexts(request.params), 'path');
  const query = readerOf(route)(checkedTexts(request.query)) as never;
  const body = route.body ? parseInput(route.body, bodyOf(route, request, bytes), 'body') : undefined;
  const context = contextOf(route, request, bytes, environment);
  const pace: Pace = async (work) => {
    const leave = route.expensive === 'streams' ? await environment.chunks.enter(organizationId) : undefined;
    try {
      await environment.turn(organizationId);
      return await work();
    } finally {
      leave?.();
    }
  };
  const handle = () => route.handle(context, { params, query, body });
  try {
    const output = await (route.expensive === 'streams' ? pace(handle) : handle());
    // Writing a long list down takes as long as reading it.
    await environment.turn(organizationId);
    return await answerFrom(route, output, pace);
  } catch (thrown) {
    if (bytes instanceof IncomingUpload) await bytes.discard();
    if (!(thrown instanceof ReplayedAnswer)) throw thrown;
    const headers = { 'idempotent-replayed': 'true', 'content-type': json };
    return { status: thrown.status, headers, body: thrown.body };
  }
}

function hooksOf(route: Route, environment: RouteEnvironment): onRequestAsyncHookHandler[] {
  if (route.openTo === 'anyone') {
    const open: onRequestAsyncHookHandler = async (request, reply) => {
      request.operationId = route.operationId;
      reply.header('cache-control', 'no-store');
      // Nobody is to be signed in by a page of another site either.
      refuseOtherSites(request, environment.publicUrl);
    };
    return [open];
  }
  return [
    authenticateHook(route, environment),
    environment.rateLimit,
    ...(route.openTo === 'session' ? [] : [scopeHook(route)]),
    ...(route.underWayMax === undefined ? [] : [underWayHook(route.underWayMax)]),
  ];
}

function authenticateHook(
  route: Route,
  { authenticator, publicUrl }: RouteEnvironment,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    request.operationId = route.operationId;
    reply.header('cache-control', 'no-store');
    const { authorization, cookie } = request.headers;
    try {
      const caller = await authenticator.authenticate(
        route.openTo === 'session' ? { cookie } : { authorization, cookie },
      );
      request.caller = caller;
      if (caller.csrfToken === null) return;
      refuseOtherSites(request, publicUrl);
      requireCsrfToken(request, caller.csrfToken);
    } catch (thrown) {
      if (!(thrown instanceof CredentialError)) throw thrown;
      const status = route.credentialFailureStatus ?? 401;
      throw new ApiError(status, `credential.${thrown.problem}`, thrown.message, {
        headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
      });
    }
  };
}

/** One hook for all operations, because the limit is the key's and not the operation's. */
export function rateLimitHook(app: FastifyInstance): onRequestAsyncHookHandler {
  return app.rateLimit({
    timeWindow: 1000,
    max: (request) => callerOf(request).requestsPerSecond,
    keyGenerator: (request) => callerOf(request).apiKeyId,
    errorResponseBuilder: (_request, { max }) =>
      new ApiError(
        429,
        'rate_limited',
        `This API key may send ${max} requests a second; try again in a second.`,
      ),
  }) as unknown as onRequestAsyncHookHandler;
}

function scopeHook(route: Route): onRequestAsyncHookHandler {
  return async (request) => {
    if (callerOf(request).scopes.has(route.scope)) return;
    throw forbidden('scope.missing', `The API key lacks the scope ${route.scope}.`);
  };
}

/** Holds a key to so many requests of one operation at a time: what is expensive is not asked for all at once. */
function underWayHook(max: number): onRequestAsyncHookHandler {
  const underWay = new Map<string, number>();
  return async (request, reply) => {
    const { apiKeyId } = callerOf(request);
    const count = underWay.get(apiKeyId) ?? 0;
    if (count >= max) {
      throw new ApiError(
        429,
        'operation.busy',
        `This API key has ${max} requests of this operation under way; try again when one has been answered.`,
        // The body that is on its way is not read.
        { headers: { 'retry-after': '1', connection: 'close' } },
      );
    }
    underWay.set(apiKeyId, count + 1);
    reply.raw.once('close', () => {
      const left = underWay.get(apiKeyId)! - 1;
      if (left === 0) underWay.delete(apiKeyId);
      else underWay.set(apiKeyId, left);
    });
  };
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('the request was not authenticated');
  return request.caller;
}

function parsePart(schema: Route['params'], value: Record<string, unknown>, root: string): never {
  return (schema ? parseInput(schema, value, root) : {}) as never;
}

/** Path and query parameters, none of which may hold what the database cannot store. */
function checkedTexts(values: unknown): Record<string, unknown> {
  for (const [name, value] of Object.entries(values as Record<string, unknown>)) {
    for (const text of Array.isArray(value) ? value : [value]) checkText(String(text), name);
  }
  return values as Record<string, unknown>;
}

/** The body as it came: whole, or as it arrives. */
function bytesOf(
  route: Route,
  request: ServedRequest,
  { isDraining, turn }: AnswerEnvironment,
): Buffer | IncomingUpload | undefined {
  if (route.bodyKind !== 'csv' || request.body === undefined) return request.body as Buffer | undefined;
  const bytesMax = route.bodyBytesMax ?? bodyBytesMax;
  const hashed = `${route.method} ${request.url}\n`;
  return new IncomingUpload(request.body as Readable, {
    bytesMax,
    hashed,
    isDraining,
    turn: () => turn(request.caller?.organizationId ?? ''),
  });
}

function bodyOf(route: Route, request: ServedRequest, bytes: Buffer | IncomingUpload | undefined): unknown {
  if (route.bodyKind === 'csv') {
    checkContentType(route, request.headers['content-type']);
    return bytes ?? emptyUpload();
  }
  if (bytes instanceof IncomingUpload) throw new Error('only a file is read as it arrives');
  const empty = bytes === undefined || isEmptyBody(bytes);
  if (!empty || request.headers['content-type'] !== undefined)
    checkContentType(route, request.headers['content-type']);
  if (empty) return route.bodyKind === 'any-json' ? {} : undefined;
  return parseJsonBody(bytes);
}

const exactly = /^application\/json$/i;
const anyJson = /^[\w.+-]+\/(?:[\w.-]+\+)?json$/i;

const csv = /^text\/csv$/i;

async function* emptyUpload(): AsyncGenerator<Buffer> {}

function checkContentType(route: Route, header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  const wanted = { csv, 'any-json': anyJson, json: exactly }[route.bodyKind ?? 'json'];
  if (wanted.test(type) && (charset === undefined || /^charset="?utf-?8"?$/i.test(charset))) return;
  throw new ApiError(
    415,
    'content_type.unsupported',
    route.bodyKind === 'csv'
      ? 'The body must be CSV: send Content-Type: text/csv (UTF-8).'
      : 'The body must be JSON: send Content-Type: application/json (UTF-8).',
  );
}

function contextOf(
  route: Route,
  request: ServedRequest,
  bytes: Buffer | IncomingUpload | undefined,
  environment: AnswerEnvironment,
): RequestContext {
  const actor: Actor = actorOf(request);
  const baseUrl = baseUrlOf(request as FastifyRequest, environment.publicUrl);
  const { range, accept = '', 'last-event-id': lastEventId } = request.headers;
  const context: RequestContext = {
    actor,
    log: request.log as RequestContext['log'],
    baseUrl,
    // Of a HEAD a Range is ignored (RFC 9110 §14.2).
    range: request.method === 'GET' ? range : undefined,
    wantsEvents: /\btext\/event-stream\b/i.test(accept),
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    client: clientOf(request),
    isStillAllowed: () => isStillAllowed(route, request, environment),
  };
  const isRepeatable = route.method === 'POST' && route.openTo !== 'anyone';
  const key = isRepeatable ? idempotencyKeyOf(request.headers['idempotency-key']) : undefined;
  if (key === undefined) return context;
  const render = (result: unknown) => JSON.stringify(route.replayed ? route.replayed(result) : result);
  if (bytes instanceof IncomingUpload) {
    const idempotency = {
      key,
      status: route.status,
      render,
      // Known when the file was read.
      get hash() {
        return bytes.hash;
      },
    };
    return { ...context, idempotency };
  }
  const hash = hashOfRequest(route.method, request.url, bytes ?? Buffer.alloc(0));
  return { ...context, idempotency: { key, hash, status: route.status, render } };
}

function actorOf(request: ServedRequest): Actor {
  const requestId = request.id;
  if (!request.caller) return { ...nobody, requestId };
  const { organizationId, memberId, apiKeyId, scopes } = request.caller;
  return { organizationId, memberId, apiKeyId, scopes, requestId };
}

async function isStillAllowed(
  route: Route,
  { caller, headers: { authorization, cookie } }: ServedRequest,
  { authenticator }: AnswerEnvironment,
): Promise<boolean> {
  try {
    const presented = route.openTo === 'session' ? { cookie } : { authorization, cookie };
    const now = await authenticator.authenticate({ ...presented, isUse: false });
    return now.apiKeyId === caller?.apiKeyId && (route.scope === '' || now.scopes.has(route.scope));
  } catch (thrown) {
    if (thrown instanceof CredentialError) return false;
    throw thrown;
  }
}

/** Who calls an operation that is open to anyone: neither of an organization nor with a right to anything. */
const nobody = { organizationId: '', memberId: '', apiKeyId: null, scopes: new Set<string>() };

function clientOf({ ip, headers }: ServedRequest): RequestContext['client'] {
  return { address: ip, userAgent: headers['user-agent'] ?? null, cookie: headers.cookie };
}

const json = 'application/json; charset=utf-8';

async function answerFrom(route: Route, output: unknown, pace: Pace): Promise<Answer> {
  if (output instanceof StreamedBody) {
    const { status = route.status, headers, contentType } = output;
    const body = await answerOf(output, pace);
    return { status, headers: { ...headers, 'content-type': contentType }, body };
  }
  const own = output instanceof AnswerWithHeaders ? output : { headers: {}, body: output };
  const { status } = route;
  if (status === 204) return { status, headers: own.headers, body: undefined };
  return { status, headers: { ...own.headers, 'content-type': json }, body: JSON.stringify(own.body) };
}
