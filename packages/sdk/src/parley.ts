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

/** A client of one service with one API key. */
export class Parley extends Resources {
  readonly #transport: Transport;

  /** Throws a TypeError for an invalid option. */
  constructor(options: ParleyOptions) {
    const transport = new Transport(options);
    super(transport);
    this.#transport = transport;
  }

  /**
   * Sends a request by its path: for programs that read the OpenAPI document, and for operations of a newer service.
   * `path` begins with a slash. Returns the JSON of the answer, or undefined when it has none.
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
   * Iterates over events as they happen, each once and in order. Requires the scope `events:read`. It waits through
   * outages of the service, and ends when the loop is left or the signal aborts.
   */
  followEvents(options: FollowEventsOptions = {}): AsyncIterable<FollowedEvent> {
    return followEvents(this.events, options);
  }

  /**
   * Iterates over new entries of the audit log, each once and oldest first. Requires the scope `audit:export`. It waits
   * through outages of the service, and ends when the loop is left or the signal aborts.
   */
  followAuditLog(options: FollowAuditLogOptions = {}): AsyncIterable<Schema<'AuditLog'>> {
    return followAuditLog(this.audit, options);
  }
}
