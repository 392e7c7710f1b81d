import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route for all addresses under one: whether there is something at the address of a request. */
    has?: (request: FastifyRequest) => boolean | Promise<boolean>;
  }
}

/** What GET routes answer. HEAD is GET without its body (RFC 9110 §9.3.2). */
export const getAndHead: ['GET', 'HEAD'] = ['GET', 'HEAD'];

const methods = [...getAndHead, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

interface Pages {
  under: string;
  methods: string[];
  has: (request: FastifyRequest) => boolean | Promise<boolean>;
}

/** Knows by which methods addresses can be asked. Made before the routes are added. */
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

  /** The error for a request that no route takes: 405 with `Allow` when the address takes other methods, else 404. */
  async missing(request: FastifyRequest): Promise<ApiError> {
    const possible = await this.#methodsAt(request);
    if (possible.length === 0)
      return new ApiError(404, 'route.not_found', 'There is nothing at this address.');
    const allow = possible.join(', ');
    const message = `${request.method} is not possible at this address; possible are ${allow}.`;
    return new ApiError(405, 'method.not_allowed', message, { headers: { allow } });
  }

  async #methodsAt(request: FastifyRequest): Promise<string[]> {
    const { url } = request;
    const declared = methods.filter((method) => {
      const found = this.#app.findRoute({ method, url });
      // A wildcard takes every address, whether or not there is anything.
      return found !== null && !Object.hasOwn(found.params ?? {}, '*');
    });
    if (declared.length > 0) return declared;
    for (const { under, methods, has } of this.#pages)
      if (url.startsWith(under) && (await has(request))) return methods;
    return [];
  }
}
