/** The address of an operation under a base address, which may have a path and may end with a slash. */
export function urlUnder(baseUrl: string, path: string): URL {
  return new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`);
}
