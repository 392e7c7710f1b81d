import { ParleyError } from './error.ts';
import type { RequestOptions } from './options.ts';
import type { AuditResource } from './resources.gen.ts';
import { sleep } from './retry.ts';
import type { Schema } from './types.ts';

/** The start and the interval of following. */
export interface FollowAuditLogOptions extends RequestOptions {
  /** Begins after the entry of this time; by default with new entries. */
  createdAtGt?: string;
  /** The interval between two requests in milliseconds; 2,000 by default. */
  pollMs?: number;
}

const defaultPollMs = 2_000;
/** The log is read newest first and returned oldest first, so the entries between are kept in memory. */
const entriesHeldMax = 100_000;

/** See `Parley.followAuditLog`. */
export async function* followAuditLog(
  audit: AuditResource,
  { createdAtGt, pollMs = defaultPollMs, ...given }: FollowAuditLogOptions,
): AsyncGenerator<Schema<'AuditLog'>, void, undefined> {
  let options: RequestOptions = given;
  let newest = createdAtGt;
  if (newest === undefined) {
    const page = await audit.export({ pageSize: 1 }, options).page();
    newest = page.auditLogs[0]?.createdAt;
  }
  for (;;) {
    const query = newest === undefined ? {} : { createdAtGt: newest };
    const entries: Schema<'AuditLog'>[] = [];
    for await (const entry of audit.export(query, options)) {
      entries.push(entry);
      if (entries.length > entriesHeldMax) throw tooMany(newest);
    }
    // The service has answered, so a later outage is waited for.
    options = { ...given, retriesMax: Number.POSITIVE_INFINITY };
    newest = entries[0]?.createdAt ?? newest;
    yield* entries.reverse();
    await sleep(pollMs, options.signal);
  }
}

function tooMany(since: string | undefined): ParleyError {
  return new ParleyError({
    status: 0,
    code: 'audit.too_far_behind',
    message: `More than ${entriesHeldMax} entries since ${since ?? 'the beginning'}: export those first, then follow behind them.`,
  });
}
