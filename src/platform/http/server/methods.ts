import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route with a wildcard: whether there is something at the address of a request. */
    has?: (request: FastifyRequest) => boolean | Promise<boolean>;
  }
}

/** The methods of GET routes. HEAD is GET without the body of the answer (RFC 9110 §9.3.2). */
export const getAndHead: ['GET', 'HEAD'] = ['GET', 'HEAD'];

const methods = [...getAndHead, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

interface Pages {
  under: string;
  methods: string[];
  has: (request: FastifyRequest) => boolean | Promise<boolean>;
}

/** Knows which methods each address supports. It must be constructed before the routes are added. */
export class Addresses {
  readonly #app: FastifyInstance;
  readonly #pages: Pages[] = [];

  constructor(app: FastifyInstance) {
    this.#app = app;
    app.addHook('onRoute', ({ url, method, config }) => {
      if (config?.has)
        this.#pages.push({ under: url.slice(0, -1), methods: [method].flat(), has: config.has });
    });
  }

  /** Returns the error for a request without a route: 405 with `Allow` when the address supports other methods, else 404. */
  async missing(request: FastifyRequest): Promise<ApiError> {
    const possible = await this.#methodsAt(request);
    if (possible.length === 0)
      return new ApiError(404, 'route.not_found', 'There is nothing at this address.');
    const allow = possible.join(', ');
    const message = `${request.method} is not supported at this address. Supported methods: ${allow}.`;
    return new ApiError(405, 'method.not_allowed', message, { headers: { allow } });
  }

  async #methodsAt(request: FastifyRequest): Promise<string[]> {
    const { url } = request;
    const declared = methods.filter((method) => {
      const found = this.#app.findRoute({ method, url });
      if (found === null) return false;
      // A wildcard matches every address, and a parameter also the empty text: `/api/agents/` is no agent.
      return Object.entries(found.params ?? {}).every(([name, value]) => name !== '*' && value !== '');
    });
    if (declared.length > 0) return declared;
    for (const { under, methods, has } of this.#pages)
      if (url.startsWith(under) && (await has(request))) return methods;
    return [];
  }
}
