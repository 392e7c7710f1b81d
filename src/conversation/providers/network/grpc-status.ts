import type { IncomingHttpHeaders } from 'node:http2';
import { isRetryableStatus, ProviderError, shorten, withoutSecrets } from '../kit/index.ts';

/** The HTTP status of each status of gRPC (google/rpc/code.proto). */
const httpStatuses: ReadonlyMap<number, number> = new Map([
  [1, 499],
  [2, 500],
  [3, 400],
  [4, 504],
  [5, 404],
  [6, 409],
  [7, 403],
  [8, 429],
  [9, 400],
  [10, 409],
  [11, 400],
  [12, 501],
  [13, 500],
  [14, 503],
  [15, 500],
  [16, 401],
]);
const unimplemented = 12;

/** Returns the failure in the trailers of a call; `null` when it ended well. */
export function failureOfGrpc(
  provider: string,
  trailers: IncomingHttpHeaders,
  secrets: readonly string[],
): ProviderError | null {
  const code = Number(trailers['grpc-status'] ?? 2);
  if (code === 0) return null;
  const status = httpStatuses.get(code) ?? 500;
  const words = shorten(withoutSecrets(decoded(String(trailers['grpc-message'] ?? '')), secrets));
  const message = `${provider} answered ${status}${words === '' ? '' : `: ${words}`}`;
  const retryable = code !== unimplemented && isRetryableStatus(status);
  return new ProviderError(provider, message, { retryable, status });
}

/** Decodes a message, which is percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
