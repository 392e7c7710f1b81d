import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, isCurrent } from '../http/index.ts';
import type { DocsAnswer, DocsOptions, DocsSite } from './site.ts';

/** Pages load only their own script and style. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Adds the documentation at `/docs`; it needs no credential. The code that renders pages is loaded with the first
 * request, and each page is rendered when it is first requested.
 */
export function addDocs(app: FastifyInstance, options: DocsOptions): void {
  let opening: Promise<DocsSite> | undefined;
  const open = () => {
    opening ??= import('./site.ts').then(({ DocsSite }) => new DocsSite(options));
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  const isThere = async ({ url }: FastifyRequest) => {
    const path = new URL(url, 'http://docs').pathname.slice('/docs'.length);
    return (await (await open()).answer(withoutLastSlashes(path), '')) !== null;
  };
  for (const url of ['/docs', '/docs/*']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      ...(url.endsWith('*') ? { config: { has: isThere } } : {}),
      handler: async (request, reply) => {
        const { pathname, searchParams } = new URL(request.url, 'http://docs');
        const path = pathname.slice('/docs'.length);
        if (path.endsWith('/')) return reply.redirect(`/docs${withoutLastSlashes(path)}`, 301);
        const site = await open();
        const answer = await site.answer(path, searchParams.get('q') ?? '');
        if (answer) return send(request, reply, answer);
        if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) return reply.callNotFound();
        return send(request, reply.code(404), await site.notFound());
      },
    });
  }
}

/** In one pass, because a path may consist of slashes. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: DocsAnswer): Promise<FastifyReply> {
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''), ['gzip']);
  const tag = `"${answer.etag}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' });
  if (answer.type.startsWith('text/html')) reply.header('content-security-policy', contentSecurityPolicy);
  if (isCurrent(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(answer.type).send(encoding ? answer.gzipped : await promisify(gunzip)(answer.gzipped));
}
