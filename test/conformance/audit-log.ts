import type { World } from './check.ts';
import type { Exchange } from './client.ts';
import type { JsonObject } from './compare.ts';
import { fail, poll, skip } from './expect.ts';
import { formatMicros, instantMicros } from './formats.ts';
import { type Page, pageOf } from './pages.ts';

export const auditPath = '/api/export/audit-logs';

/** Returns one page of the export. Fails unless the answer is a 200 whose entries have valid times. */
export async function exportPage(
  world: World,
  query: Readonly<Record<string, string>>,
  client = world.client,
): Promise<Page> {
  return pageOf(await client.get(auditPath, query), 'auditLogs');
}

/** Returns the creation times of a page's entries, in microseconds. */
export function createdMicros(page: Page): bigint[] {
  return page.items.map((entry) => microsOf(page.exchange, entry));
}

function microsOf(exchange: Exchange, entry: JsonObject): bigint {
  return (
    instantMicros(String(entry.createdAt)) ?? fail(exchange, `createdAt ${entry.createdAt} is no date-time`)
  );
}

/** Returns host and path of a page's address, without its query. */
export function pathOfPage(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** A part of the log that lies in the past and no longer changes. */
export interface AuditRange {
  /** The exclusive bounds, as texts and in microseconds. */
  readonly after: string;
  readonly before: string;
  readonly afterMicros: bigint;
  readonly beforeMicros: bigint;
  /** The entries between the bounds, newest first. */
  readonly ids: readonly string[];
  /** An entry well inside the bounds. */
  readonly middle: { readonly auditLogId: string; readonly createdAt: string; readonly micros: bigint };
}

const ranges = new WeakMap<World, Promise<AuditRange>>();

/**
 * Returns the entries between the oldest and the newest of the last dozen. If the server can make changes, some are
 * made first, so that there are entries. The range is computed once and shared.
 */
export function auditRange(world: World): Promise<AuditRange> {
  const known = ranges.get(world);
  if (known !== undefined) return known;
  const finding = findRange(world);
  ranges.set(world, finding);
  return finding;
}

async function findRange(world: World): Promise<AuditRange> {
  const managed = await world.fixtures.managed().then(
    () => true,
    () => false,
  );
  for (let change = 0; managed && change < 10; change += 1) await world.fixtures.newAgent();
  const page = await exportPage(world, { pageSize: '12' });
  if (page.items.length < 6) skip('the audit log has fewer than six entries, and none can be made');
  const times = createdMicros(page);
  const inner = page.items.slice(1, -1);
  const place = Math.floor(inner.length / 2);
  return {
    after: formatMicros(times.at(-1)!),
    before: formatMicros(times[0]!),
    afterMicros: times.at(-1)!,
    beforeMicros: times[0]!,
    ids: inner.map((entry) => String(entry.auditLogId)),
    middle: {
      auditLogId: String(inner[place]!.auditLogId),
      createdAt: String(inner[place]!.createdAt),
      micros: times[place + 1]!,
    },
  };
}

/** Returns the entries of a request among the newest thousand. */
export async function entriesOf(world: World, requestId: string): Promise<JsonObject[]> {
  const page = await exportPage(world, { pageSize: '1000' });
  return page.items.filter((entry) => entry.requestId === requestId);
}

/** Waits for the entries of a request. Fails when there are none. */
export async function entriesFor(world: World, change: Exchange): Promise<JsonObject[]> {
  const requestId = change.headers['x-request-id'] ?? fail(change, 'there is no x-request-id header');
  const found = await poll(async () => {
    const entries = await entriesOf(world, requestId);
    return entries.length > 0 ? entries : null;
  }, 2000);
  return found ?? fail(change, `no audit entry has the requestId ${requestId} of this change`);
}
