/** One failing field of a request: its dotted path and what is wrong with it. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * An error whose text is meant for the caller of an operation. `status` is an HTTP status because that is the
 * surface where all of them end; `code` is stable and machine-readable (`agent.not_found`).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FieldError[] | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { details?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = options.details;
    this.headers = options.headers;
  }
}

/**
 * The connection to the database was lost, for the reason in `cause`, after a change was sent to be stored and before it
 * was heard whether it is: it may be stored or not.
 */
export class OutcomeUnknownError extends Error {
  constructor(options: { cause: Error }) {
    super(`the connection was lost while a change was being stored: ${options.cause.message}`, options);
    this.name = 'OutcomeUnknownError';
  }
}

/** Failing fields that an error names at most: an answer must not grow with what is wrong in a request. */
export const failingFieldsMax = 100;
const fieldCharactersMax = 200;

/**
 * 400: the input is wrong. The first failing field stands in the message, the first hundred in `details`, each once with
 * what was found first. A field can be named by whoever sent the request, so a long name is cut.
 */
export function invalid(details: FieldError[]): ApiError;
export function invalid(field: string, message: string): ApiError;
export function invalid(first: string | FieldError[], message?: string): ApiError {
  const given = typeof first === 'string' ? [{ field: first, message: message ?? 'is invalid' }] : first;
  const details: FieldError[] = [];
  const named = new Set<string>();
  for (const { field, message } of given) {
    if (named.has(field)) continue;
    if (named.size === failingFieldsMax) break;
    named.add(field);
    details.push({ field: cut(field), message });
  }
  const head = details[0] ?? { field: 'body', message: 'is invalid' };
  return new ApiError(400, 'validation_failed', `${head.field}: ${head.message}`, { details });
}

function cut(field: string): string {
  return field.length <= fieldCharactersMax ? field : `${field.slice(0, fieldCharactersMax).toWellFormed()}…`;
}

/** 404: `entity` in words (`retry configuration`); the code is `<entity with underscores>.not_found`. */
export function notFound(entity: string): ApiError {
  return new ApiError(404, `${entity.replaceAll(' ', '_')}.not_found`, `There is no ${entity} with this id.`);
}

/** 409: the state of things does not allow it. */
export function conflict(code: string, message: string): ApiError {
  return new ApiError(409, code, message);
}

/** 403: the credential is known and does not reach this far. */
export function forbidden(code: string, message: string): ApiError {
  return new ApiError(403, code, message);
}

/** A condition that only a mistake in this program can bring about. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** Whatever was thrown, as an Error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
