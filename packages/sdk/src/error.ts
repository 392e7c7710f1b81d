/** A field of the input that failed validation. */
export interface FieldError {
  /** Such as `customer.number`. */
  field: string;
  message: string;
}

/** The fields of a `ParleyError`. */
export interface ErrorParts {
  status: number;
  code: string;
  message: string;
  requestId?: string | null;
  fields?: FieldError[];
  cause?: unknown;
}

/** A failed request. Methods of the client reject with no other error, except for the reason of an abort. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  /**
   * Stable and machine-readable, such as `agent.not_found`. Without a response, it is `unreachable`, `timeout` or
   * `unusable_address`. An unusable address cannot respond until the configuration changes.
   */
  readonly code: string;
  /** The id of the request in the service's log, or null when it is unknown. */
  readonly requestId: string | null;
  /** Every failing field of a validation error. */
  readonly fields: readonly FieldError[];

  constructor({ status, code, message, requestId = null, fields = [], cause }: ErrorParts) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
  }
}

/** Returns the error of a response. Its body may have any form, because a proxy may have sent it. */
export async function errorOfAnswer(response: Response): Promise<ParleyError> {
  const text = await response.text().catch(() => '');
  const body = parseObject(text);
  return new ParleyError({
    status: response.status,
    code: typeof body.code === 'string' ? body.code : 'unknown',
    message: typeof body.error === 'string' ? body.error : `The answer was ${response.status}.`,
    requestId: typeof body.requestId === 'string' ? body.requestId : response.headers.get('x-request-id'),
    fields: Array.isArray(body.details) ? (body.details as FieldError[]) : [],
  });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
