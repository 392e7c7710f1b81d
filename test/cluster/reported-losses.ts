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
