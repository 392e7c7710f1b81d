/** The body of every operation that does not say otherwise, in bytes. */
export const bodyBytesMax = 65_536;

/** That of operations whose bodies are definitions, dialogues or values of any size. */
export const largeBodyBytesMax = 1_048_576;

/** A body of more bytes is parsed and checked off the main thread, where the operation can be answered there. */
const parsedHereBytesMax = 16_384;

/** Items of a page that is read and written off the main thread. */
const pageHereMax = 200;

/** How much a request brings, as far as that is known before it is read. */
export interface RequestSize {
  /** Infinity where the request does not say it. */
  bodyBytes: number;
  /** The query as it was sent. */
  query: Record<string, unknown>;
}

/** For `expensive` of an operation: a request with a large body is. */
export function hasLargeBody({ bodyBytes }: RequestSize): boolean {
  return bodyBytes > parsedHereBytesMax;
}

/** For `expensive` of an operation: a request for a large page is. */
export function wantsLargePage({ query }: RequestSize): boolean {
  return Number(query.pageSize) > pageHereMax;
}

/** A number of bytes as errors and the documentation tell it. */
export function inWords(bytes: number): string {
  return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MB` : `${bytes / 1024} KB`;
}
