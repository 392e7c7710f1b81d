import { followAuditLog } from './follow-audit-log.ts';
import { type FollowedEvent, followEvents } from './follow-events.ts';
import type { ParleyOptions, RequestOptions } from './options.ts';
import { Resources } from './resources.gen.ts';
import { Transport } from './transport.ts';
import type { EventType, Schema } from './types.ts';

/** What to follow. */
export interface FollowEventsOptions extends RequestOptions {
  /** Only these types; one that ends with a dot, such as `call.`, stands for all that begin so. */
  types?: readonly (EventType | `${string}.`)[];
  /** Begin behind this place, which an event was told with; left out: with what happens from now on. */
  after?: string;
}

/** From where to follow, and how often to look. */
export interface FollowAuditLogOptions extends RequestOptions {
  /** Begin behind the entry of this time; left out: with what is done from now on. */
  createdAtGt?: string;
  /** Between two looks, in milliseconds; 2,000 when left out. */
  pollMs?: number;
}

/** The API of one service, seen with one API key. */
export class Parley extends Resources {
  /** Throws a TypeError where an option cannot be right. */
  constructor(options: ParleyOptions) {
    super(new Transport(options));
  }

  /** What happens, as it happens, each event once and in order; needs `events:read`. Goes on until it is left or aborted. */
  followEvents(options: FollowEventsOptions = {}): AsyncIterable<FollowedEvent> {
    return followEvents(this.events, options);
  }

  /**
   * Entries of the audit log in the order in which they were made, as they are made, each once; needs `audit:export`.
   * Goes on until it is left or aborted.
   */
  followAuditLog(options: FollowAuditLogOptions = {}): AsyncIterable<Schema<'AuditLog'>> {
    return followAuditLog(this.audit, options);
  }
}
