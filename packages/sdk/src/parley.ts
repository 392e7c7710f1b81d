import type { FollowAuditLogOptions } from './follow-audit-log.ts';
import { followAuditLog } from './follow-audit-log.ts';
import type { FollowEventsOptions } from './follow-events.ts';
import { type FollowedEvent, followEvents } from './follow-events.ts';
import { jsonOf } from './json-of.ts';
import { searchOf } from './operation.ts';
import type { ParleyOptions, RequestOptions } from './options.ts';
import { Resources } from './resources.gen.ts';
import { Transport } from './transport.ts';
import type { Schema } from './types.ts';

/** The parameters of a request by path. */
export interface RequestContent {
  /** Values that are undefined or null are left out. */
  query?: Record<string, unknown>;
  /** Sent as JSON. */
  body?: unknown;
}

/** The API of one service, seen with one API key. */
export class Parley extends Resources {
  readonly #transport: Transport;

  /** Throws a TypeError where an option cannot be right. */
  constructor(options: ParleyOptions) {
    const transport = new Transport(options);
    super(transport);
    this.#transport = transport;
  }

  /**
   * Carries out an operation that is known by its address alone: for programs that read the OpenAPI document, and for
   * operations that a newer service has. `path` begins with a slash. The JSON of the answer; undefined where it has none.
   */
  async request(
    method: string,
    path: string,
    { query = {}, body }: RequestContent = {},
    options: RequestOptions = {},
  ): Promise<unknown> {
    const response = await this.#transport.send({
      method,
      path: path + searchOf(query),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      ...{ isKeyed: method === 'POST', isStreamed: false },
      options,
    });
    return response.body === null ? undefined : jsonOf(response);
  }

  /**
   * What happens, as it happens, each event once and in order; needs `events:read`. Goes on until it is left or aborted,
   * also where the service is away for a while.
   */
  followEvents(options: FollowEventsOptions = {}): AsyncIterable<FollowedEvent> {
    return followEvents(this.events, options);
  }

  /**
   * Entries of the audit log in the order in which they were made, as they are made, each once; needs `audit:export`.
   * Goes on until it is left or aborted, also where the service is away for a while.
   */
  followAuditLog(options: FollowAuditLogOptions = {}): AsyncIterable<Schema<'AuditLog'>> {
    return followAuditLog(this.audit, options);
  }
}
