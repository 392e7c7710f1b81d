import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError, forbidden, type Log, newId } from '../../kernel/index.ts';
import type { Actor } from '../actor.ts';
import {
  type Authenticator,
  type Caller,
  CredentialError,
  type PresentedCredentials,
} from '../authentication.ts';
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
    routes.some(({ path }) => paramsOf(path, pathOf(request)))
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
  const path = pathOf(upgrade.request);
  const route = routes.find((one) => paramsOf(one.path, path));
  if (!route) throw new ApiError(404, 'route.not_found', 'There is nothing at this address.');
  if (isDraining()) throw new ApiError(503, 'service.draining', 'The service is shutting down; try again.');
  const credentials = credentialsOf(route, headers);
  // Browsers cannot give a WebSocket this header, so no page of another site can use a key.
  if (!credentials.authorization) requireOwnOrigin(headers, publicUrl);
  const caller = await callerOf(authenticator, credentials);
  if (!caller.scopes.has(route.scope))
    throw forbidden('scope.missing', `The session lacks the scope ${route.scope}.`);
  const { organizationId, memberId, apiKeyId, scopes } = caller;
  const actor: Actor = { organizationId, memberId, apiKeyId, scopes, requestId };
  await route.accept({
    ...upgrade,
    actor,
    params: paramsOf(route.path, path)!,
    log: log.child({ requestId }),
    isStillAllowed: async () => {
      const now = await authenticator.authenticate({ ...credentials, isUse: false }).catch(noCaller);
      return now?.apiKeyId === apiKeyId && now.scopes.has(route.scope);
    },
  });
}

function credentialsOf(
  { takesKeys = false }: SocketRoute,
  headers: IncomingHttpHeaders,
): PresentedCredentials {
  const { cookie, authorization } = headers;
  return takesKeys && authorization !== undefined ? { authorization } : { cookie };
}

async function callerOf(authenticator: Authenticator, credentials: PresentedCredentials): Promise<Caller> {
  try {
    return await authenticator.authenticate(credentials);
  } catch (thrown) {
    if (!(thrown instanceof CredentialError)) throw thrown;
    throw new ApiError(401, `credential.${thrown.problem}`, thrown.message);
  }
}

function noCaller(thrown: unknown): null {
  if (thrown instanceof CredentialError) return null;
  throw thrown;
}

/** Returns the values of a path's parameters; `null` when the path is another one. */
function paramsOf(template: string, path: string): Record<string, string> | null {
  const parts = path.split('/');
  const wanted = template.split('/');
  if (parts.length !== wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const given = parts[at]!;
    if (part.startsWith('{') && /^[A-Za-z0-9_]{1,64}$/.test(given)) params[part.slice(1, -1)] = given;
    else if (part !== given) return null;
  }
  return params;
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
