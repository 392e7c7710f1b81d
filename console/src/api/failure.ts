/** A field of the input that was refused. */
export interface FieldFailure {
  field: string;
  message: string;
}

/** A failed request: the message to show, and what the operator needs to find it. */
export class ApiFailure extends Error {
  /** The HTTP status, or 0 when no answer came. */
  readonly status: number;
  /** Stable and machine-readable, such as `campaign.ended`. */
  readonly code: string;
  /** Finds the request in the service's log; null when the request did not reach the service. */
  readonly requestId: string | null;
  readonly fields: FieldFailure[];
  /** When the service wants to be asked again; null when it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    requestId: string | null,
    fields: FieldFailure[],
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Messages that replace those of the API, by code. The API speaks of keys, which users of the console do not have. */
const consoleMessages: Record<string, string> = {
  'scope.missing': 'Your role does not allow this.',
  'database.outcome_unknown': 'The database connection was lost. The change may or may not have been made.',
};

/** Returns the failure that an answer describes, whatever its body. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: string;
    code?: string;
    requestId?: string;
    details?: FieldFailure[];
  };
  const message =
    consoleMessages[body.code ?? ''] ?? body.error ?? `The service answered ${response.status}.`;
  const requestId = body.requestId ?? response.headers.get('x-request-id');
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new ApiFailure(
    response.status,
    body.code ?? 'unknown',
    message,
    requestId,
    body.details ?? [],
    Number.isNaN(retryAfter) ? null : retryAfter,
  );
}

/** Returns the failure of a request without an answer. */
export function unreachable(): ApiFailure {
  return new ApiFailure(0, 'unreachable', 'The service cannot be reached.', null, []);
}

/** Returns the failure that a form shows at a field before it asks the service. */
export function refusedField(field: string, message: string): ApiFailure {
  return new ApiFailure(400, 'form.incomplete', message, null, [{ field, message }]);
}

/** Returns the id that finds the request in the service's log, or null where the operator need not search for it. */
export function requestToReport(failure: unknown): string | null {
  if (!(failure instanceof ApiFailure)) return null;
  return failure.fields.length > 0 || inputStatuses.has(failure.status) ? null : failure.requestId;
}

/** The statuses of requests that are refused for what the user entered. */
const inputStatuses = new Set([400, 413, 415, 422]);

/** Returns what the user can do about a failure, in one sentence. */
export function adviceFor(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'Reload the page. If it happens again, contact your operator.';
  const { status, code } = failure;
  if (status === 0) return 'Check your connection and that the service is running. Then try again.';
  if (code === 'csrf.token') return 'Another member has signed in in this browser. Reload the page.';
  if (status === 401) return 'Sign in again.';
  if (status === 403) return 'Ask an owner or admin of your organization for a role that allows it.';
  if (status === 404) return 'It may have been deleted or belong to another organization.';
  // The message of the API says what to change.
  if (status === 409 && code.startsWith('carrier.')) return 'Then try again.';
  if (status === 409) return 'The data has changed. Review it and try again.';
  if (code === 'database.outcome_unknown')
    return 'Reload the page and check whether the change was made before you try again.';
  if (status === 429) return 'Wait a moment, then try again.';
  if (status >= 500) return 'Try again. If it happens again, send the request id to your operator.';
  return 'Correct the input, then try again.';
}
