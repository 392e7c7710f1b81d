/** Returns the URL of `path` under a base URL, which may have a path and a trailing slash. */
export function urlUnder(baseUrl: string, path: string): URL {
  return new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`);
}
