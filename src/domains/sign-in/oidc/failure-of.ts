import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { ApiError } from '../../../platform/kernel/index.ts';
import { answerInvalid, refusedByProvider, unavailable } from './refusals.ts';

/** What the client says where there was no answer, or one that no provider gives. */
const noAnswer: ReadonlySet<string | undefined> = new Set([
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

const reasonCharactersMax = 500;

/** What the person who signs in is told of what went wrong with the provider. */
export function failureOf(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return refusedByProvider(name, wordOf(error.error));
  if (error instanceof ClientError && !noAnswer.has(error.code)) return answerInvalid(name);
  return unavailable(name);
}

/** What the operator is told of it: messages alone, because what they are about may hold tokens and addresses. */
export function reasonOf(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    words.push(at.message);
    if (at instanceof AuthorizationResponseError || at instanceof ResponseBodyError)
      words.push(at.error, at.error_description ?? '');
  }
  return words.filter(Boolean).join(': ').slice(0, reasonCharactersMax);
}

/** The error codes of OAuth are a few characters of ASCII (RFC 6749 §5.2); whatever else comes is not repeated. */
function wordOf(code: string): string {
  return /^[\w.-]{1,60}$/.test(code) ? code : 'error';
}
