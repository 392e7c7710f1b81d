const parts = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/;
const sessionAttribute = 'target_session_attrs';

/** Returns whether the text is a database URL that `hostUrls` can split. */
export function isDatabaseUrl(text: string): boolean {
  const [, , hosts = '', , query] = parts.exec(text) ?? [];
  if (/\s/.test(text) || !parts.test(text)) return false;
  const wanted = new URLSearchParams(query).get(sessionAttribute);
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary') return false;
  return (
    hosts === '' || hosts.split(',').every((host) => /^(\[[0-9a-f:.]+\]|[^:,[\]]+)(:\d{1,5})?$/i.test(host))
  );
}

/**
 * Returns a URL for each host of a URL such as `postgres://user:password@a:5432,b:5432/database` (libpq's form with
 * several hosts). `target_session_attrs` is left out: a primary is always wanted.
 */
export function hostUrls(url: string): string[] {
  const [, start, hosts, path, query] = parts.exec(url) ?? [];
  if (hosts === undefined) return [url];
  const wanted = new URLSearchParams(query);
  if (!hosts.includes(',') && !wanted.has(sessionAttribute)) return [url];
  wanted.delete(sessionAttribute);
  const rest = wanted.size > 0 ? `${path}?${wanted}` : path;
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

const directParameter = 'parley_direct';

/**
 * Returns one text that names both a pooler and the database behind it, so that it can be passed on as any database URL.
 */
export function joinUrls(url: string, directUrl: string | null): string {
  if (directUrl === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${directParameter}=${encodeURIComponent(directUrl)}`;
}

/** Splits what `joinUrls` returned. `directUrl` is null without a pooler. */
export function splitUrls(joined: string): { url: string; directUrl: string | null } {
  const [, before = joined, direct] = /^(.*)[?&]parley_direct=([^&]*)$/.exec(joined) ?? [];
  return { url: before, directUrl: direct === undefined ? null : decodeURIComponent(direct) };
}
