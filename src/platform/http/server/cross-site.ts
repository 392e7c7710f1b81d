import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../kernel/index.ts';

/** Methods that change nothing (RFC 9110 §9.2.1). */
const isSafe = (method: string) => method === 'GET' || method === 'HEAD';

/**
 * Throws a 403 when a page of another site, or a link on it, made the browser send the request with a session. Our
 * pages may send it, and the address bar may read. Fetch Metadata decides when present. Origin is checked when present,
 * and a change needs one of the two.
 */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string | null): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isFromHere = site === 'same-origin' || (site === 'none' && isSafe(request.method));
  const isForeign =
    (site !== undefined && !isFromHere) ||
    (origin !== undefined && !isOwn(origin, request.headers, publicUrl));
  const isUnknown = site === undefined && origin === undefined && !isSafe(request.method);
  if (!isForeign && !isUnknown) return;
  throw forbidden('origin.not_allowed', 'A session is accepted only from pages of this service.');
}

/** Throws a 403 unless a page of ours requests the WebSocket. Browsers always send Origin. */
export function requireOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): void {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (origin !== undefined && site === 'same-origin' && isOwn(origin, headers, publicUrl)) return;
  throw forbidden('origin.not_allowed', 'A session is accepted only from pages of this service.');
}

/** Throws a 403 for a change without the token that only our pages know (header x-csrf-token). */
export function requireCsrfToken(request: FastifyRequest, csrfToken: string): void {
  if (isSafe(request.method)) return;
  const given = Buffer.from(String(request.headers['x-csrf-token'] ?? ''));
  const wanted = Buffer.from(csrfToken);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw forbidden('csrf.token', 'Changes by a session must send its csrfToken in the header x-csrf-token.');
}

/**
 * Compares host and port, not the scheme: TLS may end at a proxy, and browsers report pages of another scheme as
 * another site.
 */
function isOwn(origin: string, { host }: IncomingHttpHeaders, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  if (publicUrl !== null && from === new URL(publicUrl).host) return true;
  return host !== undefined && URL.canParse(`http://${host}`) && from === new URL(`http://${host}`).host;
}
