import { asObject, asText, ProviderError, shorten, withoutSecrets } from '../../kit/index.ts';

/** Errors after which a retry fails again. */
const forGood = new Set(['invalid_request_error', 'authentication_error', 'insufficient_quota']);

/** Returns the failure for an error event of the service. */
export function failureOf(provider: string, error: unknown, secrets: readonly string[]): ProviderError {
  const { type, code, message } = asObject(error);
  const words = asText(message) || asText(code) || asText(type) || 'it failed';
  // The service reports an expired session as an invalid request, but a new session succeeds.
  const isExpired = code === 'session_expired';
  return new ProviderError(provider, `${provider}: ${shorten(withoutSecrets(words, secrets))}`, {
    retryable: isExpired || !(forGood.has(asText(type)) || forGood.has(asText(code))),
  });
}
