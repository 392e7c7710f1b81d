import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Actor, ApiError, forbidden } from '../../kernel/index.ts';
import { type Authenticator, type Caller, CredentialError } from '../authentication.ts';
import { hashOfRequest, idempotencyKeyOf, ReplayedAnswer } from '../idempotency.ts';
import { checkText, parseJsonBody } from '../json-body.ts';
import { queryReader } from '../query.ts';
import { AnswerWithHeaders, type RequestContext, type Route, StreamedBody } from '../route.ts';
import { parseInput } from '../validation.ts';
import { baseUrlOf } from './base-url.ts';
import { refuseOtherSites, requireCsrfToken } from './cross-site.ts';
import { bodyBytesMax } from './failures.ts';
import { IncomingUpload } from './incoming-upload.ts';
import { getAndHead } from './methods.ts';
import { sendReadable } from './send-stream.ts';
import { answerOf } from './streamed-answer.ts';

/** How long a file may take to arrive. */
const uploadMs = 900_000;

interface RouteEnvironment {
  authenticator: Authenticator;
  publicUrl: string | null;
  rateLimit: onRequestAsyncHookHandler;
  /** How long a client may take nothing of a streamed answer. */
  stalledMs: number;
  isDraining: () => boolean;
}

/** Adds one declared operation to the server: credential, rate limit, scope, input, handler, answer. */
export function registerRoute(app: FastifyInstance, route: Route, environment: RouteEnvironment): void {
  const readQuery = queryReader(route);
  app.route({
    method: route.method === 'GET' ? getAndHead : route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyBytesMax ?? bodyBytesMax,
    onRequest: hooksOf(route, environment),
    config: route.bodyKind === 'csv' ? { bodyMs: uploadMs } : {},
    handler: async (request, reply) => {
      const bytes = bytesOf(route, request, environment);
      const params = parsePart(route.params, checkedTexts(request.params), 'path');
      const query = readQuery(checkedTexts(request.query)) as never;
      const body = route.body ? parseInput(route.body, bodyOf(route, request, bytes), 'body') : undefined;
      const context = contextOf(route, request, bytes, environment);
      try {
        const output = await route.handle(context, { params, query, body });
        return send(route, reply, output, environment.stalledMs);
      } catch (thrown) {
        if (bytes instanceof IncomingUpload) await bytes.discard();
        if (!(thrown instanceof ReplayedAnswer)) throw thrown;
        return reply
          .code(thrown.status)
          .header('idempotent-replayed', 'true')
          .type('application/json; charset=utf-8')
          .send(thrown.body);
      }
    },
  });
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
  request: FastifyRequest,
  { isDraining }: RouteEnvironment,
): Buffer | IncomingUpload | undefined {
  if (route.bodyKind !== 'csv' || request.body === undefined) return request.body as Buffer | undefined;
  const bytesMax = route.bodyBytesMax ?? bodyBytesMax;
  const hashed = `${route.method} ${request.url}\n`;
  return new IncomingUpload(request.body as Readable, { bytesMax, hashed, isDraining });
}

function bodyOf(route: Route, request: FastifyRequest, bytes: Buffer | IncomingUpload | undefined): unknown {
  if (route.bodyKind === 'csv') {
    checkContentType(route, request.headers['content-type']);
    return bytes ?? emptyUpload();
  }
  if (bytes instanceof IncomingUpload) throw new Error('only a file is read as it arrives');
  const empty = bytes === undefined || bytes.length === 0;
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
  request: FastifyRequest,
  bytes: Buffer | IncomingUpload | undefined,
  environment: RouteEnvironment,
): RequestContext {
  const actor: Actor = actorOf(request);
  const baseUrl = baseUrlOf(request, environment.publicUrl);
  const { range, accept = '', 'last-event-id': lastEventId } = request.headers;
  const context: RequestContext = {
    ...{ actor, log: request.log as RequestContext['log'], baseUrl },
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
      ...{ key, status: route.status, render },
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

function actorOf(request: FastifyRequest): Actor {
  const requestId = request.id;
  if (!request.caller) return { ...nobody, requestId };
  const { organizationId, memberId, apiKeyId, scopes } = request.caller;
  return { organizationId, memberId, apiKeyId, scopes, requestId };
}

async function isStillAllowed(
  route: Route,
  { caller, headers: { authorization, cookie } }: FastifyRequest,
  { authenticator }: RouteEnvironment,
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

function clientOf({ ip, headers }: FastifyRequest): RequestContext['client'] {
  return { address: ip, userAgent: headers['user-agent'] ?? null, cookie: headers.cookie };
}

async function send(
  route: Route,
  reply: FastifyReply,
  output: unknown,
  stalledMs: number,
): Promise<FastifyReply> {
  if (output instanceof StreamedBody) {
    reply
      .code(output.status ?? route.status)
      .headers(output.headers)
      .type(output.contentType);
    const answer = await answerOf(output);
    return answer instanceof Readable ? sendReadable(reply, answer, stalledMs) : reply.send(answer);
  }
  reply.code(route.status);
  const hasHeaders = output instanceof AnswerWithHeaders;
  if (hasHeaders) reply.headers(output.headers);
  if (route.status === 204) return reply.send();
  const body = hasHeaders ? output.body : output;
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
