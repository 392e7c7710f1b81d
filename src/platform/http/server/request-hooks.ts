import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ApiError, forbidden } from '../../kernel/index.ts';
import { type Authenticator, type Caller, CredentialError } from '../authentication.ts';
import type { Route } from '../route.ts';
import { refuseOtherSites, requireCsrfToken } from './cross-site.ts';

interface HookEnvironment {
  authenticator: Authenticator;
  publicUrl: string | null;
  rateLimit: onRequestAsyncHookHandler;
}

/** Returns what a request passes before its body is read: credential, rate limit, scope, requests in progress. */
export function requestHooks(route: Route, environment: HookEnvironment): onRequestAsyncHookHandler[] {
  if (route.openTo === 'anyone') return [anonymousHook(route, environment)];
  return [
    authenticateHook(route, environment),
    environment.rateLimit,
    ...(route.openTo === 'session' ? [] : [scopeHook(route)]),
    ...(route.inProgressMax === undefined ? [] : [inProgressHook(route.inProgressMax)]),
  ];
}

/** Returns the caller of a request whose credential was checked. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('the request was not authenticated');
  return request.caller;
}

function anonymousHook(route: Route, { publicUrl }: HookEnvironment): onRequestAsyncHookHandler {
  return async (request, reply) => {
    request.operationId = route.operationId;
    reply.header('cache-control', 'no-store');
    // A page of another site must not be able to sign its visitor in either.
    refuseOtherSites(request, publicUrl);
  };
}

function authenticateHook(
  route: Route,
  { authenticator, publicUrl }: HookEnvironment,
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

/** Limits the requests of each API key. All operations share one hook, because they share the limit. */
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

/** Limits how many requests of one operation an API key may have in progress. */
function inProgressHook(max: number): onRequestAsyncHookHandler {
  const inProgress = new Map<string, number>();
  return async (request, reply) => {
    const { apiKeyId } = callerOf(request);
    const count = inProgress.get(apiKeyId) ?? 0;
    if (count >= max) {
      throw new ApiError(
        429,
        'operation.busy',
        `This API key has ${max} requests of this operation in progress; try again when one has been answered.`,
        // The body is left unread.
        { headers: { 'retry-after': '1', connection: 'close' } },
      );
    }
    inProgress.set(apiKeyId, count + 1);
    reply.raw.once('close', () => {
      const left = inProgress.get(apiKeyId)! - 1;
      if (left === 0) inProgress.delete(apiKeyId);
      else inProgress.set(apiKeyId, left);
    });
  };
}
