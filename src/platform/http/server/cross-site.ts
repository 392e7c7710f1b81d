import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../kernel/index.ts';

/** What changes nothing (RFC 9110 §9.2.1). */
const isSafe = (method: string) => method === 'GET' || method === 'HEAD';

/**
 * Throws a 403 where a page of another site, or a link on it, has made a browser send the request along with a session.
 * Reading is what our own pages and the address line may do. Where the browser says from where it asks (Fetch Metadata) that
 * decides; Origin is looked at wherever it is there, and one of both has to be there with a change.
 */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string | null): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isFromHere = site === 'same-origin' || (site === 'none' && isSafe(request.method));
  const isForeign =
    (site !== undefined && !isFromHere) ||
    (origin !== undefined && !isOwn(origin, request.headers, publicUrl));
  const isUnknown = site === undefined && origin === undefined && !isSafe(request.method);
  if (!isForeign && !isUnknown) return;
  throw forbidden('origin.not_allowed', 'A session is only taken from pages of this service itself.');
}

/** Throws a 403 where a WebSocket is not asked for by a page of our own, which browsers always say. */
export function requireOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): void {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (origin !== undefined && site === 'same-origin' && isOwn(origin, headers, publicUrl)) return;
  throw forbidden('origin.not_allowed', 'A session is only taken from pages of this service itself.');
}

/** Throws a 403 where a change comes without the token that only our own pages know (header x-csrf-token). */
export function requireCsrfToken(request: FastifyRequest, csrfToken: string): void {
  if (isSafe(request.method)) return;
  const given = Buffer.from(String(request.headers['x-csrf-token'] ?? ''));
  const wanted = Buffer.from(csrfToken);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw forbidden('csrf.token', 'Changes by a session need its csrfToken in the header x-csrf-token.');
}

/**
 * By host and port, whatever the scheme: a proxy that ends TLS is not seen from here, and pages of another scheme are
 * another site where browsers say so.
 */
function isOwn(origin: string, { host }: IncomingHttpHeaders, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  if (publicUrl !== null && from === new URL(publicUrl).host) return true;
  return host !== undefined && URL.canParse(`http://${host}`) && from === new URL(`http://${host}`).host;
}
