import { idTail } from './example-texts.ts';

const failure = (code: string, error: string) => ({ error, code, requestId: `req_${idTail}` });
const field = 'phoneNumber';
const message = 'must be a phone number in E.164 form, such as +12025550123';
const lacksScope = failure('scope.missing', 'The API key lacks the scope calls:write.');

/** An example of each failure that operations share, by the name of its component. */
export const exampleFailures: Readonly<Record<string, object>> = {
  InvalidInput: { ...failure('validation_failed', `${field}: ${message}`), details: [{ field, message }] },
  NoCredential: failure(
    'credential.missing',
    'A bearer credential is required: send the header "Authorization: Bearer <API key>", or sign in at the console.',
  ),
  NotAllowed: lacksScope,
  NoCredentialOrNotAllowed: lacksScope,
  UnknownId: failure('agent.not_found', 'There is no agent with this id.'),
  Conflict: failure(
    'idempotency_key.reused',
    'This Idempotency-Key was used for another request within 24 hours.',
  ),
  BodyTooLarge: failure(
    'body.too_large',
    'The body is larger than 1 MB, the most that this operation takes.',
  ),
  NotJson: failure(
    'content_type.unsupported',
    'The body must be JSON: send Content-Type: application/json (UTF-8).',
  ),
  RangeBeyondEnd: failure('range.beyond_end', 'Range: the file has only 184320 octets.'),
  RateLimited: failure('rate_limited', 'This API key may send 50 requests a second; try again in a second.'),
  Unavailable: failure('database.unavailable', 'The database cannot be reached right now; try again.'),
  OutcomeUnknown: failure(
    'database.outcome_unknown',
    'The connection to the database was lost while the change was stored, so its outcome is unknown.',
  ),
};
