import { asObject, asText, ProviderError, shorten, withoutSecrets } from '../../kit/index.ts';
import { openAiName } from '../language-model.ts';

/** Errors that the same request would meet again. */
const forGood = new Set(['invalid_request_error', 'authentication_error', 'insufficient_quota']);

/** An error of the service as it tells it within a session. */
export function failureOf(error: unknown, secrets: readonly string[]): ProviderError {
  const { type, code, message } = asObject(error);
  const words = asText(message) || asText(code) || asText(type) || 'it failed';
  // An expired session is told as an invalid request; another one will do.
  const isExpired = code === 'session_expired';
  return new ProviderError(openAiName, `${openAiName}: ${shorten(withoutSecrets(words, secrets))}`, {
    retryable: isExpired || !(forGood.has(asText(type)) || forGood.has(asText(code))),
  });
}
