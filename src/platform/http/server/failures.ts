import type { FastifyError } from 'fastify';
import { isDatabaseAway } from '../../db/index.ts';
import { ApiError, type FieldError, OutcomeUnknownError, toError } from '../../kernel/index.ts';
import { bodyBytesMax, formatBytes } from '../limits.ts';

/** An error as it is sent to the client. */
export interface FailureAnswer {
  status: number;
  code: string;
  error: string;
  details?: FieldError[] | undefined;
  headers?: Record<string, string> | undefined;
  /** Whether the operator must look into it. */
  unexpected: boolean;
}

/** The longest part of a URL's path: half of what all headers of a request may take together. */
export const pathPartCharactersMax = 8192;

const unsupportedContentType = {
  status: 415,
  code: 'content_type.unsupported',
  error: 'The body must be JSON: send Content-Type: application/json (UTF-8).',
};

/** Returns a 413 for a body that exceeds the operation's limit. */
export function bodyTooLarge(bytesMax: number): ApiError {
  const message = `The body is larger than ${formatBytes(bytesMax)}, the most that this operation takes.`;
  // The rest of the body is still arriving, and may be endless.
  return new ApiError(413, 'body.too_large', message, { headers: { connection: 'close' } });
}

/** Errors of the HTTP layer itself, by Fastify's codes. */
const ofFastify: Record<string, Omit<FailureAnswer, 'unexpected'>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'body.length',
    error: 'body: does not have the length that Content-Length says',
  },
  FST_ERR_BAD_URL: { status: 400, code: 'url.malformed', error: 'url: is not validly encoded' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedContentType,
  FST_ERR_CTP_INVALID_CONTENT_TYPE: unsupportedContentType,
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 414,
    code: 'url.too_long',
    error: `url: a part of the path is longer than ${pathPartCharactersMax} characters`,
  },
};

const databaseUnavailable = {
  status: 503,
  code: 'database.unavailable',
  error: 'The database cannot be reached right now; try again.',
  headers: { 'retry-after': '1' },
  unexpected: true,
};

const outcomeUnknown = {
  status: 504,
  code: 'database.outcome_unknown',
  error:
    'The connection to the database was lost while the change was stored, so its outcome is unknown. With an Idempotency-Key, send the same request again with the same key; otherwise read first whether the change was made.',
  headers: { 'retry-after': '1' },
  unexpected: true,
};

/** The facts about a failed request that its answer depends on. */
interface FailedRequest {
  /** A GET or HEAD changes nothing, so its outcome is never unknown. */
  method: string;
  /** The largest body that the operation accepts. */
  bytesMax?: number;
}

/** Returns the answer for anything that was thrown. */
export function failureAnswer(
  thrown: unknown,
  { method, bytesMax = bodyBytesMax }: FailedRequest,
): FailureAnswer {
  if ((thrown as Partial<FastifyError> | null)?.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return failureAnswer(bodyTooLarge(bytesMax), { method });
  if (thrown instanceof OutcomeUnknownError)
    return method === 'GET' || method === 'HEAD' ? databaseUnavailable : outcomeUnknown;
  if (thrown instanceof ApiError) {
    const { status, code, message, details, headers } = thrown;
    return { status, code, error: message, details, headers, unexpected: false };
  }
  const error = toError(thrown) as Partial<FastifyError> & Error;
  const known = ofFastify[error.code ?? ''];
  if (known) return { ...known, unexpected: false };
  // Checked before the database, because a client that leaves in the middle of its body also causes ECONNRESET.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return {
      status: error.statusCode,
      code: 'request.invalid',
      error: `request: ${error.message}`,
      unexpected: false,
    };
  }
  if (isDatabaseAway(error)) return databaseUnavailable;
  return { status: 500, code: 'internal', error: 'Something went wrong on our side.', unexpected: true };
}

/** Returns the body of an error. */
export function failureText(
  requestId: string,
  { error, code, details }: Omit<FailureAnswer, 'unexpected'>,
): string {
  return JSON.stringify({ error, code, requestId, ...(details ? { details } : {}) });
}
