import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { ApiError, type Log, newId, toError } from '../../kernel/index.ts';
import type { Authenticator, Caller } from '../authentication.ts';
import { bodyBytesMax } from '../limits.ts';
import { isUpload, type Route } from '../route.ts';
import type { SocketRoute } from '../socket.ts';
import { Turns } from '../turns.ts';
import { answerClientError, refuseConnect } from './client-error.ts';
import { answerEarly, isClosing } from './closing.ts';
import { type FailureAnswer, failureAnswer, failureText, pathPartCharactersMax } from './failures.ts';
import { checkFraming } from './framing.ts';
import { LargeAnswers } from './large-answers.ts';
import { Addresses, getAndHead } from './methods.ts';
import { observeAborts, observeRequest, showShares } from './metrics.ts';
import { registerRoute } from './register-route.ts';
import { rateLimitHook } from './request-hooks.ts';
import type { RequestThread } from './request-thread.ts';
import { limitBodyTime } from './slow-body.ts';
import { addSockets, isSocketRequest } from './sockets.ts';
import { askForBody } from './wanted-body.ts';
import { WorkShare } from './work-share.ts';

/** Time limits in milliseconds. The connection of a client that exceeds one is closed. */
const defaultTimeouts = {
  /** From the first byte (for a new connection: from its start) to the end of the headers. */
  headersMs: 10_000,
  /** From the end of the headers to the end of the body. Uploaded files may take longer. */
  requestMs: 30_000,
  /** Without a byte in either direction while a request is in progress. */
  stalledMs: 60_000,
  /** Between two requests. */
  idleMs: 72_000,
  /** The interval between checks for slow requests. */
  checkEveryMs: 2_000,
};

/** Operations check their input and serialize their answers themselves. Fastify would load two schema compilers. */
const noCompilers = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
};

/**
 * Expensive requests of an organization that are read and answered at a time. With bodies of the largest size they hold
 * 32 MB.
 */
const expensiveRequests = { perOrganization: 4, waitingMax: 256, waitMsMax: 30_000 };

/**
 * Other requests of an organization that the main thread carries out at a time: a quarter of the connections to the database.
 * Requests that are written together (`gathers`) are not counted.
 */
const requests = { perOrganization: 8, waitingMax: 1024, waitMsMax: 30_000 };

/** Long answers of an organization that are written at a time. Each holds about 1 MB. */
const longAnswers = { perOrganization: 16, waitingMax: 256, waitMsMax: 30_000 };

/** Chunks of long answers that are read and built at a time. A slow reader holds none. */
const chunks = { perOrganization: 2 };

export interface HttpServerOptions {
  routes: Route[];
  authenticator: Authenticator;
  log: Log;
  /** The base of absolute URLs in answers. `null`: derived from each request. */
  publicUrl: string | null;
  /** CIDRs of proxies whose X-Forwarded headers are trusted. Default: none. */
  trustedProxies?: readonly string[];
  /** Returns whether the service is ready, and the checks that /readyz shows. */
  ready: () => Promise<{ ready: boolean; checks: Record<string, boolean>; warnings?: string[] }>;
  /** Answers expensive requests. Default: the main thread. */
  requestThread?: RequestThread;
  /** Overrides of `defaultTimeouts`. */
  timeouts?: Partial<typeof defaultTimeouts>;
  /** WebSockets that pages of the console open. */
  sockets?: readonly SocketRoute[];
  /** Adds the pages that are not operations: the console, the reference. */
  pages?: (app: FastifyInstance) => Promise<void>;
}

export interface HttpServer {
  /** Listens and resolves with the port. */
  listen(host: string, port: number): Promise<number>;
  /** Answers new requests with 503 and `connection: close` from now on, while requests in progress finish. */
  drain(): void;
  close(): Promise<void>;
  /** The application without a socket, for tests. */
  app: FastifyInstance;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    operationId: string | null;
  }
}

/** Creates the HTTP server of the API: the declared operations, the probes, and one format for all errors. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  let draining = false;
  const isDraining = () => draining;
  const { sockets = [] } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const app = newApp(options, timeouts);
  addHooks(app, timeouts.requestMs, isDraining);
  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: false });
  await app.register(rateLimit, { global: false, enableDraftSpec: true });
  addProbes(app, options.ready);
  await addRoutes(app, options, { stalledMs: timeouts.stalledMs, isDraining });
  if (sockets.length > 0) addSockets(app, sockets, { ...options, isDraining });
  await options.pages?.(app);
  await app.ready();

  return {
    app,
    async listen(host, port) {
      await app.listen({ host, port });
      const address = app.server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },
    drain: () => {
      draining = true;
    },
    close: () => app.close(),
  };
}

function newApp(options: HttpServerOptions, timeouts: typeof defaultTimeouts): FastifyInstance {
  const { sockets = [], trustedProxies = [] } = options;
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newId('req'),
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: bodyBytesMax,
    exposeHeadRoutes: false,
    // `limitBodyTime` limits the time of bodies.
    requestTimeout: 0,
    connectionTimeout: timeouts.stalledMs,
    keepAliveTimeout: timeouts.idleMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: pathPartCharactersMax },
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // `baseUrlOf` refuses a missing Host, in the usual error format.
      requireHostHeader: false,
      shouldUpgradeCallback: (request: IncomingMessage) => isSocketRequest(sockets, request),
    },
    schemaController: { compilersFactory: noCompilers },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerUnrouted,
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance;
  // `askForBody` answers 100-continue. Other expectations are ignored (RFC 9110 §10.1.1).
  for (const expecting of ['checkContinue', 'checkExpectation'])
    app.server.on(expecting, (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', refuseConnect);
  app.decorateRequest('caller', null);
  app.decorateRequest('operationId', null);
  // Bodies stay bytes here: the operation decides which content type is right and what the bytes mean.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** Adds what happens to every request, with a route or without. */
function addHooks(app: FastifyInstance, bodyMs: number, isDraining: () => boolean): void {
  const addresses = new Addresses(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Not answered: the connection closes with the previous answer.
    if (isClosing(request)) return void reply.hijack();
    reply.header('x-request-id', request.id);
    observeAborts(request, reply);
    limitBodyTime(request, reply, bodyMs);
    // Called synchronously, before further bytes of the connection are read as a request.
    done(
      problemOf(() => checkFraming(request.raw)) ??
        (isDraining() && request.url !== '/healthz' ? drained() : undefined),
    );
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The body of a refused request is not read.
    if (request.is404) void addresses.missing(request).then((error) => done(error), done);
    else
      done(
        problemOf(() => askForBody(request, reply)),
        payload,
      );
  });
  app.addHook('onResponse', async (request, reply) => observeRequest(request, reply));
  app.setErrorHandler((thrown, request, reply) => {
    const { bodyLimit: bytesMax = bodyBytesMax } = request.routeOptions;
    const failure = failureAnswer(thrown, { method: request.method, bytesMax });
    if (failure.unexpected)
      request.log.error({ err: thrown, operation: request.operationId }, 'a request failed');
    return sendError(request, reply, failure);
  });
  app.setNotFoundHandler(async (request) => {
    throw await addresses.missing(request);
  });
}

function addProbes(app: FastifyInstance, ready: HttpServerOptions['ready']): void {
  app.route({ method: getAndHead, url: '/healthz', handler: async () => ({ status: 'ok' }) });
  // Concurrent probes share one answer: they need no credential, and each answer queries the database.
  let asking: ReturnType<typeof ready> | undefined;
  app.route({
    method: getAndHead,
    url: '/readyz',
    handler: async (_request, reply) => {
      asking ??= ready().finally(() => {
        asking = undefined;
      });
      const state = await asking;
      return reply.code(state.ready ? 200 : 503).send(state);
    },
  });
}

async function addRoutes(
  app: FastifyInstance,
  options: HttpServerOptions,
  given: { stalledMs: number; isDraining: () => boolean },
): Promise<void> {
  const turns = new Turns();
  const shares = {
    requests: new WorkShare(requests),
    expensiveRequests: new WorkShare(expensiveRequests),
    longAnswers: new WorkShare(longAnswers),
  };
  showShares(shares);
  const environment = {
    ...options,
    ...given,
    ...shares,
    chunks: new WorkShare(chunks),
    largeAnswers: new LargeAnswers(),
    requestThread: options.requestThread ?? null,
    rateLimit: rateLimitHook(app),
    turn: (organizationId: string) => turns.take(organizationId),
  };
  for (const route of options.routes.filter((route) => !isUpload(route)))
    registerRoute(app, route, environment);
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const route of options.routes.filter(isUpload)) registerRoute(uploads, route, environment);
  });
}

/** Answers a URL that cannot be decoded, which no hook sees. */
function answerUnrouted(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  sendError(request, reply, failureAnswer(thrown, request));
}

/** Returns what a check throws, for hooks with a callback. */
function problemOf(check: () => void): Error | undefined {
  try {
    check();
    return undefined;
  } catch (thrown) {
    return toError(thrown);
  }
}

function drained(): ApiError {
  return new ApiError(503, 'service.draining', 'The service is shutting down; try again.', {
    headers: { 'retry-after': '5', connection: 'close' },
  });
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Omit<FailureAnswer, 'unexpected'>,
): FastifyReply {
  if (failure.headers) reply.headers(failure.headers);
  answerEarly(request, reply);
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(failureText(request.id, failure));
}
