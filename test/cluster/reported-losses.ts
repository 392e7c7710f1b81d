import type { StoredCall } from '../kill/checks.ts';
import type { CarriedCall } from '../kill/counting-carrier.ts';
import { query } from '../kill/query.ts';

/** A failover that the installation reported as one that may have lost changes. */
interface Window {
  fromMs: number;
  toMs: number;
}

const lossyFailovers = `select (1000 * extract(epoch from safe_at))::float8 as "fromMs",
    (1000 * extract(epoch from first_seen_at))::float8 as "toMs"
  from database_epochs where safe_snapshot is not null`;

/** Failovers that may have lost changes, of which an organization has no event or no audit entry, and those still open. */
const silentFailovers = `select o.name, e.timeline, e.state,
    exists (select from events v where v.organization_id = o.organization_id and v.type = 'database.failedOver'
      and v.resource_id = 'timeline_' || e.timeline) as "hasEvent",
    exists (select from audit_logs a where a.organization_id = o.organization_id
      and a.doc::json ->> 'resourceReferenceId' = 'timeline_' || e.timeline
      and a.doc::json ->> 'resourceType' = 'databases') as "hasEntry"
  from database_epochs e cross join organizations o where e.safe_snapshot is not null`;

interface Failover {
  name: string;
  timeline: number;
  state: string;
  hasEvent: boolean;
  hasEntry: boolean;
}

/** Returns the failovers that may have lost changes and were not reported to every organization. */
export async function unreportedFailovers(databaseUrl: string): Promise<string[]> {
  const all = await query<Failover>(databaseUrl, silentFailovers);
  const latest = Math.max(...all.map(({ timeline }) => timeline));
  return all.flatMap(({ name, timeline, state, hasEvent, hasEntry }) => {
    const which = `the failover to timeline ${timeline}, for ${name}`;
    // One that another followed at once may never be settled.
    if (state !== 'open') return timeline === latest ? [`never settled: ${which}`] : [];
    return [
      ...(hasEvent ? [] : [`without an event: ${which}`]),
      ...(hasEntry ? [] : [`without an audit entry: ${which}`]),
    ];
  });
}

/**
 * Finds customers whose telephone rang more often than there are records of them. Such a record was lost, and the call
 * was made again.
 */
export function calledAgain(carried: readonly CarriedCall[], calls: readonly StoredCall[]): string[] {
  const rung = Map.groupBy(
    carried.filter(({ hasRung }) => hasRung),
    ({ number }) => number,
  );
  const records = Map.groupBy(calls, ({ customer_number }) => customer_number);
  return [...rung].flatMap(([number, all]) => {
    const known = records.get(number)?.length ?? 0;
    const rings = new Set(all.map(({ callId }) => callId)).size;
    return known > 0 && rings > known ? [`rang ${rings} times with ${known} records: ${number}`] : [];
  });
}

/** Distinguishes losses that a reported failover explains from others. Synchronous replication explains none. */
export class Losses {
  readonly #windows: readonly Window[];
  /** The number of explained losses, by kind. */
  readonly explained: Record<string, number> = {};

  constructor(windows: readonly Window[]) {
    this.#windows = windows;
  }

  static async read(databaseUrl: string, isSynchronous: boolean): Promise<Losses> {
    return new Losses(isSynchronous ? [] : await query<Window>(databaseUrl, lossyFailovers));
  }

  get hasFailover(): boolean {
    return this.#windows.length > 0;
  }

  /** Returns the ids that are not kept and whose loss is not explained. `acknowledged` has their times. */
  unreported(
    acknowledged: ReadonlyMap<string, number>,
    isKept: (id: string) => boolean,
    kind: string,
  ): string[] {
    const lost = [...acknowledged].filter(([id]) => !isKept(id));
    const others = lost.filter(([, atMs]) => !this.covers(atMs));
    this.explained[kind] = lost.length - others.length;
    return others.map(([id]) => id);
  }

  /** True when a failover reports this moment as uncertain. */
  covers(atMs: number): boolean {
    return this.#windows.some(({ fromMs, toMs }) => atMs >= fromMs - lateMs && atMs <= toMs + lateMs);
  }
}

/** An acknowledgment may be noted this long after its commit. */
const lateMs = 1000;
