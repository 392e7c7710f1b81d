import type { Route } from '../../src/platform/http/index.ts';
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../../src/platform/http/server/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';

/** The scope that everybody who asks a plain server has. */
export const plainScope = 'agents:read';

/** An HTTP server with routes of a test and without a database; every request is one of the same key. */
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
