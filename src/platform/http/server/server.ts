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
import type { Route } from '../route.ts';
import type { SocketRoute } from '../socket.ts';
import { answerClientError } from './client-error.ts';
import { answerEarly, isClosing } from './closing.ts';
import { type FailureAnswer, failureAnswer, failureText, pathPartCharactersMax } from './failures.ts';
import { checkFraming } from './framing.ts';
import { LargeAnswers } from './large-answers.ts';
import { Addresses, getAndHead } from './methods.ts';
import { observeAborts, observeRequest, showShares } from './metrics.ts';
import { rateLimitHook, registerRoute } from './register-route.ts';
import type { RequestThread } from './request-thread.ts';
import { limitBodyTime } from './slow-body.ts';
import { addSockets, isSocketRequest } from './sockets.ts';
import { Turns } from './turns.ts';
import { askForBody } from './wanted-body.ts';
import { WorkShare } from './work-share.ts';

/** How long a client may take, after which its connection is closed; in milliseconds. */
const defaultTimeouts = {
  /** From the first byte (of a new connection: from its start) to the end of the headers. */
  headersMs: 10_000,
  /** From the end of the headers to the end of the body; a file that is imported may take longer. */
  requestMs: 30_000,
  /** Without a byte in either direction while something is under way. */
  stalledMs: 60_000,
  /** Between two requests. */
  idleMs: 72_000,
  /** How often slow requests are looked for. */
  checkEveryMs: 2_000,
};

/** Operations check their input and write their answers themselves; Fastify would load two compilers of schemas. */
const noCompilers = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
};

/**
 * Expensive requests of an organization that are read and answered at a time. With the bodies that may be largest they hold
 * 32 MB.
 */
const expensiveRequests = { perOrganization: 4, waitingMax: 256, waitMsMax: 30_000 };

/**
 * Requests of an organization that are carried out at a time on the main thread, but for those that are written together: a
 * quarter of the connections to the database, so that others find one. As many as there are may wait.
 */
const requests = { perOrganization: 8 };

/** Long answers of an organization that are written at a time; each has some 1 MB in memory. */
const longAnswers = { perOrganization: 16, waitingMax: 256, waitMsMax: 30_000 };

/** Chunks of them that are read and made at a time: who reads slowly holds none. */
const chunks = { perOrganization: 2 };

export interface HttpServerOptions {
  routes: Route[];
  authenticator: Authenticator;
  log: Log;
  /** The base of absolute URLs in answers; null: derived from each request. */
  publicUrl: string | null;
  /** CIDRs of proxies whose X-Forwarded headers are believed; none when left out. */
  trustedProxies?: readonly string[];
  /** Answers whether the service can serve; what it says is shown under /readyz. */
  ready: () => Promise<{ ready: boolean; checks: Record<string, boolean> }>;
  /** Answers expensive requests; left out: the main thread does. */
  requestThread?: RequestThread;
  /** Milliseconds a client may take; what is not given is as in `defaultTimeouts`. */
  timeouts?: Partial<typeof defaultTimeouts>;
  /** Where pages of the console open WebSockets. */
  sockets?: readonly SocketRoute[];
  /** Adds what is not an operation: the console, the reference. */
  pages?: (app: FastifyInstance) => Promise<void>;
}

export interface HttpServer {
  /** Listens; resolves with the port. */
  listen(host: string, port: number): Promise<number>;
  /** Answers 503 from now on, with `connection: close`, while requests under way are finished. */
  drain(): void;
  close(): Promise<void>;
  /** For tests: the application without a socket. */
  app: FastifyInstance;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    operationId: string | null;
  }
}

/** The HTTP server of the API: every declared operation, the probes, and one shape for every error. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  let draining = false;
  const { sockets = [] } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newId('req'),
    requestIdHeader: false,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    bodyLimit: bodyBytesMax,
    exposeHeadRoutes: false,
    // Bodies have their own: `limitBodyTime`.
    requestTimeout: 0,
    connectionTimeout: timeouts.stalledMs,
    keepAliveTimeout: timeouts.idleMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: pathPartCharactersMax },
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // Answered in `baseUrlOf`, as every other error is.
      requireHostHeader: false,
      shouldUpgradeCallback: (request: IncomingMessage) => isSocketRequest(sockets, request),
    },
    schemaController: { compilersFactory: noCompilers },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerUnrouted,
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance;
  // `askForBody` answers 100-continue; any other expectation is ignored (RFC 9110 §10.1.1).
  for (const expecting of ['checkContinue', 'checkExpectation'])
    app.server.on(expecting, (request, response) => app.server.emit('request', request, response));
  app.decorateRequest('caller', null);
  app.decorateRequest('operationId', null);
  // Every body comes as bytes: which content type is right, and what the bytes mean, is the operation's to say.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.addHook('onRequest', (request, reply, done) => {
    // Never answered: the connection ends with the answer before.
    if (isClosing(request)) return void reply.hijack();
    reply.header('x-request-id', request.id);
    observeAborts(request, reply);
    limitBodyTime(request, reply, timeouts.requestMs);
    // At once: bytes that follow on the connection are not read as a request before.
    done(
      problemOf(() => checkFraming(request.raw)) ??
        (draining && request.url !== '/healthz' ? drained() : undefined),
    );
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The body of what is not taken is not read.
    if (request.is404) void addresses.missing(request).then((error) => done(error), done);
    else
      done(
        problemOf(() => askForBody(request, reply)),
        payload,
      );
  });
  app.addHook('onResponse', async (request, reply) => observeRequest(request, reply));
  app.setErrorHandler((thrown, request, reply) => {
    const failure = failureAnswer(thrown, {
      method: request.method,
      ...(request.routeOptions.bodyLimit === undefined ? {} : { bytesMax: request.routeOptions.bodyLimit }),
    });
    if (failure.unexpected)
      request.log.error({ err: thrown, operation: request.operationId }, 'a request failed');
    return sendError(request, reply, failure);
  });
  const addresses = new Addresses(app);
  app.setNotFoundHandler(async (request) => {
    throw await addresses.missing(request);
  });

  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: false });
  await app.register(rateLimit, { global: false, enableDraftSpec: true });
  app.route({ method: getAndHead, url: '/healthz', handler: async () => ({ status: 'ok' }) });
  // Probes at the same time share one answer: nobody needs a credential to ask, and each answer asks the database.
  let asking: ReturnType<typeof options.ready> | undefined;
  app.route({
    method: getAndHead,
    url: '/readyz',
    handler: async (_request, reply) => {
      asking ??= options.ready().finally(() => {
        asking = undefined;
      });
      const state = await asking;
      return reply.code(state.ready ? 200 : 503).send(state);
    },
  });
  const { stalledMs } = timeouts;
  const turns = new Turns();
  const shares = {
    requests: new WorkShare(requests),
    expensiveRequests: new WorkShare(expensiveRequests),
    longAnswers: new WorkShare(longAnswers),
  };

  showShares(shares);
  const environment = {
    ...options,
    stalledMs,
    ...shares,
    chunks: new WorkShare(chunks),
    largeAnswers: new LargeAnswers(),
    requestThread: options.requestThread ?? null,
    rateLimit: rateLimitHook(app),
    isDraining: () => draining,
    turn: (organizationId: string) => turns.take(organizationId),
  };
  const isUpload = ({ bodyKind }: Route) => bodyKind === 'csv';
  for (const route of options.routes.filter((route) => !isUpload(route)))
    registerRoute(app, route, environment);
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const route of options.routes.filter(isUpload)) registerRoute(uploads, route, environment);
  });
  if (sockets.length > 0) addSockets(app, sockets, { ...options, isDraining: () => draining });
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

/** Answers an address that cannot be decoded, which no hook sees. */
function answerUnrouted(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  sendError(request, reply, failureAnswer(thrown, request));
}

/** What a check throws, for hooks that are called back at once. */
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
