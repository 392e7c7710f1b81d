import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, isCurrent } from '../http/index.ts';
import type { BuiltFile } from './built.ts';
import type { ConsoleFiles, ConsoleState } from './console-files.ts';
import { waitingPage, waitingScript, waitingScriptPath } from './waiting-page.ts';

/**
 * The console may load only its own scripts, files and requests. Inline styles are allowed, because components write
 * some. `blob:` is for fetched audio.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Shared links must not be found by search engines. */
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-robots-tag': 'noindex, nofollow',
};

/** Addresses under these are never pages of the console: unknown ones are a 404 in JSON. */
const notPages = /^\/(api|console|docs|healthz|readyz|metrics|openapi\.json|assets)(\/|$)/;

/**
 * Adds the console at `/`: its files, and its first page at every other address that a person opens in a browser. That
 * page then shows what the address names.
 */
export function addConsole(app: FastifyInstance, console: ConsoleFiles): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { has: (request) => isThere(request, console) },
    handler: async (request, reply) => {
      const path = pathOf(request);
      const { state } = console;
      if (state.kind === 'ready') {
        const file = state.files.get(path === '/' ? '/index.html' : path);
        if (file) return sendFile(request, reply, state, file);
      }
      if (path === waitingScriptPath)
        return reply
          .header('cache-control', 'no-store')
          .type('text/javascript; charset=utf-8')
          .send(waitingScript);
      if (!isPage(request, path)) return reply.callNotFound();
      if (state.kind === 'ready') return sendFile(request, reply, state, state.files.get('/index.html')!);
      return sendWaiting(reply, state);
    },
  });
}

function isThere(request: FastifyRequest, { state }: ConsoleFiles): boolean {
  const path = pathOf(request);
  const isFile = state.kind === 'ready' && state.files.has(path);
  return isFile || path === waitingScriptPath || isPage(request, path);
}

function pathOf({ url }: FastifyRequest): string {
  return new URL(url, 'http://console').pathname;
}

/** Whether a browser navigates to an address that may be one of the console's. */
function isPage({ headers }: FastifyRequest, path: string): boolean {
  if (path === '/') return true;
  return !notPages.test(path) && /\btext\/html\b/i.test(headers.accept ?? '');
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder }: ConsoleState & { kind: 'ready' },
  { path, type, etag, isPacked }: BuiltFile,
): Promise<FastifyReply> {
  const encoding = isPacked ? null : encodingFor(String(request.headers['accept-encoding'] ?? ''));
  const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`;
  // Files under assets have the hash of their content in their name.
  const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.headers({ 'cache-control': caching, etag: tag, vary: 'accept-encoding' });
  if (type.startsWith('text/html')) reply.headers(pageHeaders);
  if (isCurrent(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const suffix = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : '';
  const bytes = await readFile(join(folder, `${path}${suffix}`));
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(type).send(bytes);
}

function sendWaiting(reply: FastifyReply, state: Exclude<ConsoleState, { kind: 'ready' }>): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', 'content-security-policy': contentSecurityPolicy });
  if (state.kind === 'preparing') reply.header('retry-after', '2');
  return reply.code(503).type('text/html; charset=utf-8').send(waitingPage(state));
}
