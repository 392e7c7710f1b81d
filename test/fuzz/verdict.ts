import { isDeepStrictEqual } from 'node:util';
import type { Route } from '../../src/platform/http/index.ts';
import type { Operation } from './requests.ts';

/** The parts of an answer that are judged. */
export interface FuzzAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** The size of an error does not depend on the request. */
const errorBytesMax = 65_536;

/** Statuses of unknown addresses, of too large bodies, and of bodies for operations without one. */
const anywhere = new Set([404, 413, 415]);

/** Describes a broken promise of the answer, or returns null. The promises hold for every request. */
export function problemOf(route: Route, operation: Operation, answer: FuzzAnswer): string | null {
  const { status, headers, text } = answer;
  const requestId = headers['x-request-id'];
  if (!/^req_[0-9a-z]{26}$/.test(String(requestId))) return 'no x-request-id of ours';
  if (status >= 500) return `status ${status}`;
  if (status < 300) return successProblem(route, answer);
  if (!(String(status) in operation.responses) && !anywhere.has(status))
    return `status ${status} is not documented`;
  return errorProblem(status, String(requestId), text);
}

function successProblem(route: Route, { status, headers, text }: FuzzAnswer): string | null {
  if (status !== route.status) return `status ${status} in place of ${route.status}`;
  if (status === 204) return text === '' ? null : 'a 204 with a body';
  const { outputContentType = [] } = route;
  if ([outputContentType].flat().includes(String(headers['content-type']).split(';')[0]!)) return null;
  if (!route.output) return 'another content type';
  if (headers['content-type'] !== 'application/json; charset=utf-8') return 'not JSON by its content type';
  const body: unknown = JSON.parse(text);
  const parsed = route.output.safeParse(body);
  if (!parsed.success) return `not what is documented: ${parsed.error.message}`;
  // Parsing removes unknown fields, so an answer with further fields differs.
  return isDeepStrictEqual(parsed.data, body) ? null : 'the answer holds more than is documented';
}

function errorProblem(status: number, requestId: string, text: string): string | null {
  if (Buffer.byteLength(text) > errorBytesMax) return `an error of ${Buffer.byteLength(text)} bytes`;
  const body = JSON.parse(text) as {
    error: unknown;
    code: unknown;
    requestId: unknown;
    details?: { field: string; message: string }[];
  };
  const { error, code, details, ...rest } = body;
  if (!isDeepStrictEqual(rest, { requestId })) return 'an error body with other fields than documented';
  if (typeof error !== 'string' || error === '') return 'an error without words';
  if (typeof code !== 'string' || !/^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/.test(code))
    return `the code ${String(code)}`;
  if (status !== 400) return details === undefined ? null : 'details on what is no validation error';
  if (!details) return /^(?:url|body|request): \S/.test(error) ? null : `a 400 that names no field: ${error}`;
  const [first] = details;
  if (!first || error !== `${first.field}: ${first.message}`)
    return `a 400 whose details do not fit: ${error}`;
  return details.every(({ field, message }) => typeof field === 'string' && /^\S/.test(message))
    ? null
    : 'details without field or message';
}
