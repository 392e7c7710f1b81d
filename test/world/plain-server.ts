import type { Route } from '../../src/platform/http/index.ts';
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../../src/platform/http/server/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';

/** The scope of every client of a plain server. */
export const plainScope = 'agents:read';

/** Creates an HTTP server with a test's routes and without a database. Every request has the same key. */
export function plainServer(routes: Route[], options: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  return createHttpServer({
    routes,
    authenticator: {
      authenticate: async () => ({
        ...{ organizationId: 'org', memberId: 'member', apiKeyId: 'key' },
        scopes: new Set([plainScope]),
        requestsPerSecond: 1000,
        csrfToken: null,
      }),
    },
    log: silentLog,
    publicUrl: null,
    ready: async () => ({ ready: true, checks: {} }),
    ...options,
  });
}
