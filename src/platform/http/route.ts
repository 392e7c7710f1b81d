import type { z } from 'zod';
import type { Actor, Log } from '../kernel/index.ts';
import type { IdempotentRequest } from './idempotency.ts';
import type { RequestSize } from './limits.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler is told of the request beside its validated input. */
export interface RequestContext {
  actor: Actor;
  /** Set when the request carries an Idempotency-Key. */
  idempotency?: IdempotentRequest;
  log: Log;
  /** The base of absolute URLs in answers, without a slash at the end. */
  baseUrl: string;
  /** The Range header, where one part of a file is asked for. */
  range?: string | undefined;
  /** Whether the client asks for server-sent events. */
  wantsEvents?: boolean;
  /** The Last-Event-ID header: what a client that follows something had seen when its connection broke. */
  lastEventId?: string | undefined;
  /** From where the request came. */
  client: RequestClient;
  /** Whether the key or session of the request still is what it was, with the scope: for an answer that takes long. */
  isStillAllowed: () => Promise<boolean>;
}

/** From where a request came, as far as it can be told. */
export interface RequestClient {
  /** The IP address of the other side of the connection. */
  address: string;
  userAgent: string | null;
  /** The Cookie header. */
  cookie: string | undefined;
}

/** An answer with headers of its own, such as a cookie. */
export class AnswerWithHeaders {
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(body: unknown, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/** An answer that is not JSON, or is JSON that is already text: written as it comes, never held whole. */
export class StreamedBody {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
  readonly headers: Record<string, string>;
  /** In place of the operation's status: 206 for a part of what was asked for. */
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

/** An operation as it is declared: everything that validation, authorization and the OpenAPI document need. */
interface RouteDefinition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Output extends z.ZodType,
> {
  method: Method;
  /** With parameters in braces, as OpenAPI writes them: `/api/agents/{agentId}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** The scope that the key must hold; '' where `openTo` says that none is asked for. */
  scope: string;
  /** Scopes that it asks for beside, in the cases that its description names; the handler checks them. */
  furtherScopes?: readonly string[];
  /** In place of whoever holds the scope: anyone, or whoever has a session, with the cookie and not with a key. */
  openTo?: 'anyone' | 'session';
  params?: Params;
  query?: Query;
  /**
   * Parameters that `query` does not have are ignored, where other operations answer 400. For the operations of the interface
   * document: their clients must not break on a parameter that we do not know.
   */
  ignoresUnknownQuery?: true;
  body?: Body;
  /**
   * `json` (default): a JSON value under application/json. `any-json`: any JSON value under any JSON content
   * type; no body is an empty object. `csv`: a file under text/csv, handed on as it arrives (`Upload`).
   */
  bodyKind?: 'json' | 'any-json' | 'csv';
  /** How large the body may be, in bytes; 64 KB when left out. */
  bodyBytesMax?: number;
  /** How many requests of this operation an API key may have under way in a process; as many as it likes when left out. */
  underWayMax?: number;
  /**
   * Which requests take much work; when left out, those for large pages. An organization has only so many of them under way
   * (`WorkShare`). A function tells which: they are carried out by a thread of their own, so the operation must not depend on
   * what the main thread keeps in memory. `streams`: each has a long answer, which is written chunk by chunk.
   */
  expensive?: 'streams' | ((request: RequestSize) => boolean);
  /**
   * Whether requests that arrive at about the same time are written together (`Batcher`). They share a connection to the
   * database, so an organization may have any number of them under way. One with an Idempotency-Key is written by itself.
   */
  gathers?: true;
  output?: Output;
  /** The media type of a streamed answer that is not JSON; beside `output` what can be asked for in its place. */
  outputContentType?: string;
  status: 200 | 201 | 202 | 204;
  /** The error statuses of this operation beyond 400, 401, 403, 413, 415, 429, 503 and 504. */
  errors?: readonly (404 | 409)[];
  /** The status of a missing or invalid credential; 401 unless the interface document says otherwise. */
  credentialFailureStatus?: 401 | 403;
  /** What a replay answers in place of the first answer, where that held something shown only once. */
  replayed?: (output: z.output<Output>) => unknown;
  handle: (
    context: RequestContext,
    input: { params: z.output<Params>; query: z.output<Query>; body: z.output<Body> },
  ) => Promise<z.output<Output> | StreamedBody | AnswerWithHeaders | void>;
}

/** A declared operation with its types forgotten, as the server and the OpenAPI document take it. */
export type Route = RouteDefinition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** Declares an operation; the handler's types follow from the schemas. */
export function defineRoute<
  Params extends z.ZodType = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Output extends z.ZodType = z.ZodType<undefined>,
>(definition: RouteDefinition<Params, Query, Body, Output>): Route {
  return definition as unknown as Route;
}
