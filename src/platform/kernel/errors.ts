/** A failing field of a request: its dotted path and the problem. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * An error whose text is meant for the caller of an operation. `status` is an HTTP status, because all operations end
 * there. `code` is stable and machine-readable (`agent.not_found`).
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
 * The connection to the database was lost, for the reason in `cause`, after a change was sent and before its outcome
 * was received. The change may be stored or not.
 */
export class OutcomeUnknownError extends Error {
  constructor(options: { cause: Error }) {
    super(`the connection was lost while a change was being stored: ${options.cause.message}`, options);
    this.name = 'OutcomeUnknownError';
  }
}

/** The most failing fields that an error names, so that an answer does not grow with the errors in a request. */
export const failingFieldsMax = 100;
const fieldCharactersMax = 200;

/**
 * Returns a 400 for wrong input. The message names the first failing field, `details` the first hundred, each once with
 * its first problem. Long names are cut, because the sender of a request can choose them.
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

/** Returns a 404. `entity` is a noun (`retry configuration`); the code is `<entity with underscores>.not_found`. */
export function notFound(entity: string): ApiError {
  return new ApiError(404, `${entity.replaceAll(' ', '_')}.not_found`, `There is no ${entity} with this id.`);
}

/** Returns a 409: the current state does not permit the operation. */
export function conflict(code: string, message: string): ApiError {
  return new ApiError(409, code, message);
}

/** Returns a 403: the credential is valid and lacks a right. */
export function forbidden(code: string, message: string): ApiError {
  return new ApiError(403, code, message);
}

/** Throws unless a condition holds that only a mistake in this program can violate. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** Returns anything that was thrown as an Error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
