import { holdMessages } from '../domains/calls/hold-messages.ts';
import type { Database } from '../platform/db/index.ts';
import { gauge, waitAtMost } from '../platform/kernel/index.ts';
import { databaseEpoch } from '../platform/nodes/index.ts';
import type { NoCapacity } from '../runtime/session/index.ts';

/** The answer of `/readyz`. */
export interface Readiness {
  ready: boolean;
  /** Each check by name, and whether it passes. */
  checks: Record<string, boolean>;
  warnings?: string[];
  /** Why no new call is accepted; `null` when calls are accepted or are not carried here. */
  refusal?: NoCapacity | null;
}

interface Parts {
  db: { problem(): Promise<string | null> };
  /** Returns why nothing is dialed after a change of the database, or `null`. */
  hold(): Promise<keyof typeof holdMessages | null>;
  calls: { hasProcess: boolean; isReady: boolean; refusal: NoCapacity | null };
}

export function readinessParts(db: Database, calls: Parts['calls']): Parts {
  const hold = () =>
    databaseEpoch(db).then(
      (epoch) => epoch?.hold ?? null,
      () => null,
    );
  return { db, calls, hold };
}

const holdWithinMs = 500;

/** Returns whether the API can serve: the database takes changes, and the calls process, if there is one, is up. */
export async function apiReadiness({ db, hold, calls }: Parts): Promise<Readiness> {
  const problem = await db.problem();
  const checks: Record<string, boolean> = { database: problem === null };
  if (calls.hasProcess) checks.calls = calls.isReady;
  // It waits for a connection while all are in use, and only warns.
  const held = checks.database ? await waitAtMost(hold(), holdWithinMs) : null;
  const warnings = held ? [`nothing is dialed: ${holdMessages[held]}`] : [];
  if (problem !== null) warnings.push(`database: ${problem}`);
  const isReady = Object.values(checks).every(Boolean);
  return { ready: isReady, checks, ...(warnings.length > 0 && { warnings }) };
}

/**
 * Returns whether these processes can take work of each kind. Unlike the API's own answer, it also counts free capacity
 * for calls. A balancer of the API must not drop a server because its calls process is full.
 */
export async function nodeReadiness(parts: Parts): Promise<Readiness> {
  const { ready, checks, ...others } = await apiReadiness(parts);
  const { refusal } = parts.calls;
  const hasCapacity = refusal === null;
  return { ready: ready && hasCapacity, checks: { ...checks, capacity: hasCapacity }, ...others, refusal };
}

/** Registers the checks of `/readyz` as a metric, for alerts. */
export function readinessMetric(parts: Parts): void {
  gauge('parley_ready', 'Whether a check of /readyz passes, by check', ['check'], async (metric) => {
    const { checks } = await nodeReadiness(parts);
    for (const [check, passes] of Object.entries(checks)) metric.set({ check }, passes ? 1 : 0);
  });
}
