import {
  asNumber,
  asObject,
  asText,
  isRetryableStatus,
  ProviderError,
  shorten,
  withoutSecrets,
  wordsOf,
} from '../kit/index.ts';

/**
 * Returns the failure for an error that a package has thrown or streamed. Errors of our own `fetch` keep their meaning, even
 * when the package has wrapped them. A failure whose status is unknown is retryable, because it came during an answer. It has
 * no `cause`: the package's error repeats the vendor's answer, which may repeat the key, and causes are logged.
 */
export function failureOf(provider: string, thrown: unknown, secrets: readonly string[]): ProviderError {
  const own = ownIn(thrown);
  if (own) return own;
  const error = asObject(thrown);
  const status = statusOf(error) ?? statusOf(asObject(error.error));
  const words = typeof thrown === 'string' ? thrown : asText(error.message) || wordsOf(textOf(thrown));
  const name = asText(error.name);
  return new ProviderError(provider, `${provider}: ${shorten(withoutSecrets(words, secrets))}`, {
    retryable: status === null ? !refusals.test(`${name} ${typeOf(error)}`) : isRetryableStatus(status),
    status,
  });
}

/**
 * Errors after which the same request fails again: the package cannot send it, or the vendor calls it invalid in the middle of
 * an answer.
 */
const refusals =
  /AI_(UnsupportedFunctionality|InvalidArgument|InvalidPrompt|LoadAPIKey|LoadSetting|NoSuchModel|TypeValidation)Error|invalid_request|authentication|permission|not_found|validationException/i;

function typeOf(error: Record<string, unknown>): string {
  const inner = asObject(error.error);
  return [error.type, error.code, inner.type, inner.code, inner.status].map(asText).join(' ');
}

function statusOf(error: Record<string, unknown>): number | null {
  for (const name of ['statusCode', 'status', 'code', 'status_code']) {
    const status = asNumber(error[name]);
    if (status !== null && status >= 400 && status < 600) return status;
  }
  return null;
}

function ownIn(thrown: unknown): ProviderError | null {
  for (let at: unknown = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof ProviderError) return at;
  }
  return null;
}

function textOf(thrown: unknown): string {
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return String(thrown);
  }
}
