import { ProviderError } from './provider-error.ts';

/** The most characters of a vendor's message in an error. */
const wordsMax = 300;

/** Statuses below 500 after which a retry may succeed: timeout, conflict, too early, too many requests. */
const retryableStatuses = new Set([408, 409, 425, 429]);

/** Returns whether a retry may succeed after an HTTP status (RFC 9110 §15, RFC 6585 §4). */
export function isRetryableStatus(status: number): boolean {
  return status >= 500 || retryableStatuses.has(status);
}

/** Returns the error for an HTTP response other than 2xx; `body` is the part of its text that was read. */
export function failureOfStatus(
  provider: string,
  status: number,
  body: string,
  secrets: readonly string[],
): ProviderError {
  const words = shorten(withoutSecrets(wordsOf(body), secrets));
  const message = `${provider} answered ${status}${words === '' ? '' : `: ${words}`}`;
  return new ProviderError(provider, message, { retryable: isRetryableStatus(status), status });
}

/** Returns the message in a vendor's error body, in any of the usual shapes; else the text itself. */
export function wordsOf(body: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body;
  }
  return findWords(parsed, 0) ?? body;
}

function findWords(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return null;
  if (Array.isArray(value)) return findWords(value[0], depth + 1);
  for (const name of ['message', 'error', 'detail', 'err_msg', 'msg', 'reason', 'title']) {
    const words = findWords((value as Record<string, unknown>)[name], depth + 1);
    if (words) return words;
  }
  return null;
}

/** Returns the text without the secrets, because some vendors echo the request. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let plain = text;
  for (const secret of secrets) if (secret.length >= 4) plain = plain.replaceAll(secret, '[redacted]');
  return plain;
}

/** Returns the text as one line of at most 300 characters. */
export function shorten(text: string): string {
  const line = text
    .slice(0, 4 * wordsMax)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length <= wordsMax ? line : `${line.slice(0, wordsMax).toWellFormed()}…`;
}
