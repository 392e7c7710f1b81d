import { Readable } from 'node:stream';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { bodyBytesMax } from '../limits.ts';
import { isUpload, type Route } from '../route.ts';
import { compressed } from './compression.ts';
import { type DispatchEnvironment, dispatch, expensiveRequestHook } from './dispatch.ts';
import { getAndHead } from './methods.ts';
import { requestHooks } from './request-hooks.ts';
import { sendReadable } from './send-stream.ts';

/** How long an uploaded file may take to arrive. */
const uploadMs = 900_000;

interface RouteEnvironment extends DispatchEnvironment {
  rateLimit: onRequestAsyncHookHandler;
  /** How long a client may take nothing of a streamed answer. */
  stalledMs: number;
}

/** Adds a declared operation to the server. */
export function registerRoute(app: FastifyInstance, route: Route, environment: RouteEnvironment): void {
  const { largeAnswers, stalledMs } = environment;
  app.route({
    method: route.method === 'GET' ? getAndHead : route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyBytesMax ?? bodyBytesMax,
    onRequest: requestHooks(route, environment),
    preParsing: expensiveRequestHook(route, environment),
    config: isUpload(route) ? { bodyMs: uploadMs } : {},
    handler: async (request, reply) => {
      const whole = await dispatch(route, request, reply, environment);
      largeAnswers.look(request.caller?.organizationId, route, whole.body);
      const { status, headers, body } = await compressed(whole, request.headers['accept-encoding']);
      reply.code(status).headers(headers);
      return body instanceof Readable ? sendReadable(reply, body, stalledMs) : reply.send(body);
    },
  });
}
