import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import { type Authenticator, CredentialError } from '../authentication.ts';
import { hashOfRequest, type IdempotentRequest, idempotencyKeyOf, ReplayedAnswer } from '../idempotency.ts';
import { checkText } from '../json-body.ts';
import { queryReader } from '../query.ts';
import { AnswerWithHeaders, type RequestContext, type Route, StreamedBody } from '../route.ts';
import { parseInput } from '../validation.ts';
import { baseUrlOf } from './base-url.ts';
import { IncomingUpload } from './incoming-upload.ts';
import { type BodyBytes, bodyOf, bytesOf } from './request-body.ts';
import type { Answer, ServedRequest } from './served-request.ts';
import { answerOf, type Pace } from './streamed-answer.ts';
import type { WorkShare } from './work-share.ts';

/** The services that answering a request needs, on the main thread and on the request thread. */
export interface AnswerEnvironment {
  authenticator: Authenticator;
  publicUrl: string | null;
  isDraining: () => boolean;
  /** Waits until the organization may continue. */
  turn: (organizationId: string) => Promise<void> | undefined;
  /** Bounds the chunks of long answers that are made at a time. */
  chunks: WorkShare;
}

const json = 'application/json; charset=utf-8';

/** Reads, checks and carries out a request when it is its organization's turn. `failureAnswer` answers what it throws. */
export async function answerRequest(
  route: Route,
  request: ServedRequest,
  environment: AnswerEnvironment,
  more: Pick<RequestContext, 'untilClosed'> = {},
): Promise<Answer> {
  const organizationId = request.caller?.organizationId ?? '';
  await environment.turn(organizationId);
  const bytes = bytesOf(route, request, environment);
  const params = parseParams(route, request);
  const query = readerOf(route)(checkedTexts(request.query)) as never;
  const body = (
    route.body ? parseInput(route.body, bodyOf(route, request, bytes), 'body') : undefined
  ) as never;
  const context = { ...contextOf(route, request, bytes, environment), ...more };
  const pace = paceOf(route, organizationId, environment);
  const handle = () => route.handle(context, { params, query, body });
  try {
    const output = await (route.expensive === 'streams' ? pace(handle) : handle());
    // Serializing a long list takes as long as reading it.
    await environment.turn(organizationId);
    return await answerFrom(route, output, pace);
  } catch (thrown) {
    if (bytes instanceof IncomingUpload) await bytes.discard();
    if (!(thrown instanceof ReplayedAnswer)) throw thrown;
    const headers = { 'idempotent-replayed': 'true', 'content-type': json };
    return { status: thrown.status, headers, body: thrown.body };
  }
}

/** Returns what lets a long answer make its next chunk. */
function paceOf(route: Route, organizationId: string, { chunks, turn }: AnswerEnvironment): Pace {
  return async (work) => {
    const leave = route.expensive === 'streams' ? await chunks.enter(organizationId) : undefined;
    try {
      await turn(organizationId);
      return await work();
    } finally {
      leave?.();
    }
  };
}

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

function parseParams({ params }: Route, request: ServedRequest): never {
  return (params ? parseInput(params, checkedTexts(request.params), 'path') : {}) as never;
}

const readers = new WeakMap<Route, ReturnType<typeof queryReader>>();

function readerOf(route: Route): ReturnType<typeof queryReader> {
  const reader = readers.get(route) ?? queryReader(route);
  readers.set(route, reader);
  return reader;
}

/** Returns path or query parameters. Throws a 400 for text that the database cannot store. */
function checkedTexts(values: unknown): Record<string, unknown> {
  for (const [name, value] of Object.entries(values as Record<string, unknown>)) {
    for (const text of Array.isArray(value) ? value : [value]) checkText(String(text), name);
  }
  return values as Record<string, unknown>;
}

function contextOf(
  route: Route,
  request: ServedRequest,
  bytes: BodyBytes,
  environment: AnswerEnvironment,
): RequestContext {
  const { range, accept = '', cookie, 'last-event-id': lastEventId } = request.headers;
  const idempotency = idempotencyOf(route, request, bytes);
  return {
    actor: actorOf(request),
    log: request.log as RequestContext['log'],
    baseUrl: baseUrlOf(request as FastifyRequest, environment.publicUrl),
    // HEAD ignores Range (RFC 9110 §14.2).
    range: request.method === 'GET' ? range : undefined,
    wantsEvents: /\btext\/event-stream\b/i.test(accept),
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    client: { address: request.ip, userAgent: request.headers['user-agent'] ?? null, cookie },
    isStillAllowed: () => isStillAllowed(route, request, environment),
    ...(idempotency ? { idempotency } : {}),
  };
}

function idempotencyOf(
  route: Route,
  request: ServedRequest,
  bytes: BodyBytes,
): IdempotentRequest | undefined {
  const isRepeatable = route.method === 'POST' && route.openTo !== 'anyone';
  const key = isRepeatable ? idempotencyKeyOf(request.headers['idempotency-key']) : undefined;
  if (key === undefined) return undefined;
  const { status } = route;
  const render = (result: unknown) => JSON.stringify(route.replayed ? route.replayed(result) : result);
  if (!(bytes instanceof IncomingUpload)) {
    const hash = hashOfRequest(route.method, request.url, bytes ?? Buffer.alloc(0));
    return { key, hash, status, render };
  }
  return {
    key,
    status,
    render,
    // Known once the file has been read.
    get hash() {
      return bytes.hash;
    },
  };
}

/** The actor of an operation that is open to anyone. It belongs to no organization and has no rights. */
const anonymous = { organizationId: '', memberId: '', apiKeyId: null, scopes: new Set<string>() };

function actorOf({ id: requestId, caller }: ServedRequest): Actor {
  if (!caller) return { ...anonymous, requestId };
  const { organizationId, memberId, apiKeyId, scopes } = caller;
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
