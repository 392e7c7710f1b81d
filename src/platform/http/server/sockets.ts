import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError, forbidden, type Log, newId } from '../../kernel/index.ts';
import type { Actor } from '../actor.ts';
import { type Authenticator, type Caller, CredentialError } from '../authentication.ts';
import type { SocketConnection, SocketRoute } from '../socket.ts';
import { requireOwnOrigin } from './cross-site.ts';
import { failureAnswer } from './failures.ts';
import { checkFraming } from './framing.ts';

interface SocketEnvironment {
  authenticator: Authenticator;
  publicUrl: string | null;
  log: Log;
  isDraining: () => boolean;
}

/** Whether a request asks for a WebSocket at one of these addresses. All others are answered as ordinary requests. */
export function isSocketRequest(routes: readonly SocketRoute[], request: IncomingMessage): boolean {
  return (
    request.method === 'GET' &&
    /^websocket$/i.test(request.headers.upgrade ?? '') &&
    routes.some(({ path }) => path === pathOf(request))
  );
}

/**
 * Accepts WebSockets at these addresses, for sessions with the scope and from pages of ours only. Browsers let any page
 * open a WebSocket to any host (RFC 6455 §10.2).
 */
export function addSockets(
  app: FastifyInstance,
  routes: readonly SocketRoute[],
  environment: SocketEnvironment,
): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const requestId = newId('req');
    // A client that leaves during the handshake gets no answer.
    socket.on('error', () => socket.destroy());
    void open({ request, socket, head }, routes, environment, requestId).catch((thrown: unknown) => {
      const failure = failureAnswer(thrown, { method: 'GET' });
      if (failure.unexpected) environment.log.error({ err: thrown, requestId }, 'a WebSocket was not opened');
      refuse(socket, failure, requestId);
    });
  });
}

async function open(
  upgrade: Pick<SocketConnection, 'request' | 'socket' | 'head'>,
  routes: readonly SocketRoute[],
  { authenticator, publicUrl, log, isDraining }: SocketEnvironment,
  requestId: string,
): Promise<void> {
  checkFraming(upgrade.request);
  const { headers } = upgrade.request;
  const route = routes.find(({ path }) => path === pathOf(upgrade.request));
  if (!route) throw new ApiError(404, 'route.not_found', 'There is nothing at this address.');
  if (isDraining()) throw new ApiError(503, 'service.draining', 'The service is shutting down; try again.');
  requireOwnOrigin(headers, publicUrl);
  const { cookie } = headers;
  const caller = await callerOf(authenticator, cookie);
  if (!caller.scopes.has(route.scope))
    throw forbidden('scope.missing', `The session lacks the scope ${route.scope}.`);
  const { organizationId, memberId, apiKeyId, scopes } = caller;
  const actor: Actor = { organizationId, memberId, apiKeyId, scopes, requestId };
  await route.accept({
    ...upgrade,
    actor,
    log: log.child({ requestId }),
    isStillAllowed: async () => {
      const now = await authenticator.authenticate({ cookie, isUse: false }).catch(noCaller);
      return now?.apiKeyId === apiKeyId && now.scopes.has(route.scope);
    },
  });
}

async function callerOf(authenticator: Authenticator, cookie: string | undefined): Promise<Caller> {
  try {
    return await authenticator.authenticate({ cookie });
  } catch (thrown) {
    if (!(thrown instanceof CredentialError)) throw thrown;
    throw new ApiError(401, `credential.${thrown.problem}`, thrown.message);
  }
}

function noCaller(thrown: unknown): null {
  if (thrown instanceof CredentialError) return null;
  throw thrown;
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0]!;
}

function refuse(
  socket: Duplex,
  { status, code, error }: { status: number; code: string; error: string },
  requestId: string,
): void {
  const body = JSON.stringify({ error, code, requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
