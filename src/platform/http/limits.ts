/** The largest body, in bytes, of an operation that does not name a limit. */
export const bodyBytesMax = 65_536;

/** The largest body, in bytes, of an operation that takes definitions, dialogues or values of any size. */
export const largeBodyBytesMax = 1_048_576;

/** The largest page, in items, that the main thread reads and writes. */
const mainThreadPageMax = 200;

/** The size of a request, as far as it is known before the body is read. */
export interface RequestSize {
  /** Infinity when the request does not say it. */
  bodyBytes: number;
  /** The query as it was sent. */
  query: Record<string, unknown>;
}

/** Returns a value for `expensive` of an operation: bodies of more than `bytes` are. */
export function bodyOver(bytes: number): (request: RequestSize) => boolean {
  return ({ bodyBytes }) => bodyBytes > bytes;
}

/** The usual value for `expensive` of an operation that takes large bodies. */
export const hasLargeBody = bodyOver(16_384);

/** The value for `expensive` of an operation that does not name one: requests for large pages are. */
export function wantsLargePage({ query }: RequestSize): boolean {
  return Number(query.pageSize) > mainThreadPageMax;
}

/** Formats a number of bytes for errors and the documentation. */
export function formatBytes(bytes: number): string {
  return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MB` : `${bytes / 1024} KB`;
}
