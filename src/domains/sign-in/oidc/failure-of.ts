import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { ApiError } from '../../../platform/kernel/index.ts';
import { answerInvalid, refusedByProvider, unavailable } from './refusals.ts';

/** Error codes of the client library for a missing or impossible response. */
const noAnswer: ReadonlySet<string | undefined> = new Set([
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

const reasonCharactersMax = 500;

/** Returns the error for the person who signs in. */
export function failureOf(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return refusedByProvider(name, wordOf(error.error));
  if (error instanceof ClientError && !noAnswer.has(error.code)) return answerInvalid(name);
  return unavailable(name);
}

/** Returns the reason for the operator's log: messages only, because other details may contain tokens and addresses. */
export function reasonOf(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    words.push(at.message);
    if (at instanceof AuthorizationResponseError || at instanceof ResponseBodyError)
      words.push(at.error, at.error_description ?? '');
  }
  return words.filter(Boolean).join(': ').slice(0, reasonCharactersMax);
}

/** OAuth error codes are short ASCII (RFC 6749 §5.2). Anything else is not repeated. */
function wordOf(code: string): string {
  return /^[\w.-]{1,60}$/.test(code) ? code : 'error';
}
