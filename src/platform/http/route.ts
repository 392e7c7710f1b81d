import type { z } from 'zod';
import type { Log } from '../kernel/index.ts';
import type { Actor } from './actor.ts';
import type { IdempotentRequest } from './idempotency.ts';
import type { RequestSize } from './limits.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The facts about a request that a handler receives beside its validated input. */
export interface RequestContext {
  actor: Actor;
  /** Set when the request carries an Idempotency-Key. */
  idempotency?: IdempotentRequest;
  log: Log;
  /** The base of absolute URLs in answers, without a trailing slash. */
  baseUrl: string;
  /** The Range header, when the client asks for a part of a file. */
  range?: string | undefined;
  /** Whether the client asks for server-sent events. */
  wantsEvents?: boolean;
  /** The Last-Event-ID header: the last event that the client had received when its connection broke. */
  lastEventId?: string | undefined;
  client: RequestClient;
  /** Returns a signal that aborts when the client closes its connection; absent on the request thread. */
  untilClosed?: () => AbortSignal;
  /** Whether the request's key or session is still valid and has the scope. Long answers call it again. */
  isStillAllowed: () => Promise<boolean>;
}

/** The client of a request, as far as it is known. */
export interface RequestClient {
  /** The IP address of the client, or of the last proxy that is not trusted. */
  address: string;
  userAgent: string | null;
  cookie: string | undefined;
}

/** An answer with its own headers, such as a cookie. */
export class AnswerWithHeaders {
  readonly body: unknown;
  readonly headers: Record<string, string | string[]>;

  constructor(body: unknown, headers: Record<string, string | string[]>) {
    this.body = body;
    this.headers = headers;
  }
}

/** An answer that is not JSON, or is JSON text already. It is written as it arrives, and never held whole. */
export class StreamedBody {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
  readonly headers: Record<string, string>;
  /** Replaces the operation's status: 206 for a part of a file. */
  readonly status: 206 | undefined;

  constructor(
    contentType: string,
    chunks: AsyncIterable<string | Uint8Array>,
    headers: Record<string, string> = {},
    status?: 206,
  ) {
    this.contentType = contentType;
    this.chunks = chunks;
    this.headers = headers;
    this.status = status;
  }
}

/** The kinds of bodies that are files, with their media types. */
export const uploadTypes = {
  csv: 'text/csv',
  wav: 'audio/wav',
  'octet-stream': 'application/octet-stream',
} as const;
type UploadKind = keyof typeof uploadTypes;

/** The declaration of an operation: everything that validation, authorization and the OpenAPI document need. */
interface RouteDefinition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Output extends z.ZodType,
> {
  method: Method;
  /** The path with parameters in braces, as in OpenAPI: `/api/agents/{agentId}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** The required scope; '' when `openTo` requires none. */
  scope: string;
  /** Further scopes that are required in the cases that the description names. The handler checks them. */
  furtherScopes?: readonly string[];
  /** Replaces the scope: `anyone`, or `session` for members who are signed in by cookie (keys are refused). */
  openTo?: 'anyone' | 'session';
  params?: Params;
  query?: Query;
  /**
   * Ignores unknown query parameters, which other operations answer with 400. For the operations of the interface
   * document, whose clients must not break on a parameter that we do not know.
   */
  ignoresUnknownQuery?: true;
  body?: Body;
  /**
   * `json` (default): a JSON value under application/json. `any-json`: any JSON value under any JSON content type; no
   * body means an empty object. `csv` and `wav`: a file of that type (`uploadTypes`), passed on as it arrives (`Upload`).
   * `octet-stream`: a file of any type.
   */
  bodyKind?: 'json' | 'any-json' | UploadKind;
  /** The largest body in bytes. Default 64 KB. */
  bodyBytesMax?: number;
  /** The most requests of this operation that an API key may have in progress in a process. Default: no limit. */
  inProgressMax?: number;
  /**
   * The expensive requests of this operation. Default: those for large pages. An organization may have only some in
   * progress (`WorkShare`). A function decides for each request: the request thread answers those for which it returns
   * true, so the operation must not depend on state in the main thread's memory. `streams`: every answer is long and
   * written chunk by chunk.
   */
  expensive?: 'streams' | ((request: RequestSize) => boolean);
  /**
   * Requests that arrive at about the same time are written together (`Batcher`). They share a database connection, so
   * the number in progress is not limited. A request with an Idempotency-Key is written by itself.
   */
  gathers?: true;
  output?: Output;
  /**
   * The media type of a streamed answer that is not JSON, or the types among which the client chooses. With `output`:
   * alternatives to it.
   */
  outputContentType?: string | readonly string[];
  status: 200 | 201 | 202 | 204;
  /**
   * The operation stores nothing that could answer a repeated request, so an Idempotency-Key has no effect. Clients must
   * not send the request again by themselves when its answer was lost.
   */
  isNeverReplayed?: true;
  /** The longest time until the answer in seconds, where it is longer than clients wait by default. */
  answerSecondsMax?: number;
  /** The error statuses of this operation, besides 400, 401, 403, 413, 415, 429, 503 and 504. */
  errors?: readonly (404 | 409 | 416)[];
  /** The status for a missing or invalid credential. Default 401; the interface document requires 403 for some. */
  credentialFailureStatus?: 401 | 403;
  /** Returns the answer of a replay, where the first answer held a secret that is shown only once. */
  replayed?: (output: z.output<Output>) => unknown;
  handle: (
    context: RequestContext,
    input: { params: z.output<Params>; query: z.output<Query>; body: z.output<Body> },
  ) => Promise<z.output<Output> | StreamedBody | AnswerWithHeaders | void>;
}

/** A declared operation without its type parameters, as the server and the OpenAPI document use it. */
export type Route = RouteDefinition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** Returns whether the body of an operation is a file that is passed on as it arrives. */
export function isUpload<Kept extends Pick<Route, 'bodyKind'>>(
  route: Kept,
): route is Kept & { bodyKind: UploadKind } {
  return route.bodyKind !== undefined && Object.hasOwn(uploadTypes, route.bodyKind);
}

/** Declares an operation. The handler's types follow from the schemas. */
export function defineRoute<
  Params extends z.ZodType = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Output extends z.ZodType = z.ZodType<undefined>,
>(definition: RouteDefinition<Params, Query, Body, Output>): Route {
  return definition as unknown as Route;
}
