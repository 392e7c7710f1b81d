import { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { holdAgent } from '../../domains/agents/index.ts';
import type { CallUsage } from '../../domains/calls/index.ts';
import { type AuditEntry, change, type Scope } from '../../platform/audit/index.ts';
import { type Log, newId, notFound } from '../../platform/kernel/index.ts';
import { insertBrowserCall, storeUsage } from './store.ts';

const storeUsageEveryMs = 10_000;

export interface RecordedBrowserCall {
  browserCallId: string;
  /** Counts the usage of providers. */
  usage: UsageMeter;
  /** Counts the usage in another process, which reports all of it each time. */
  report: (usage: readonly CallUsage[]) => void;
}

/** The agent of the call; `version` is null for its draft. */
interface CalledAgent {
  agentId: string;
  name: string;
  version: number | null;
}

/**
 * Runs `carry`. Stores the browser call's start, usage and end, and audits its start and end. Usage is stored every
 * 10 s, so a crash loses at most 10 s of it.
 */
export async function recordBrowserCall<End extends { endedReason: string }>(
  { db, actor, log }: Scope & { log: Log },
  { agentId, name, version }: CalledAgent,
  carry: (call: RecordedBrowserCall) => Promise<End>,
): Promise<End> {
  const usage = new UsageMeter();
  let reported: readonly CallUsage[] = [];
  const sums = () => [...usage.sums(), ...reported];
  const report = (elsewhere: readonly CallUsage[]) => {
    reported = elsewhere;
  };
  const browserCallId = newId('bcall');
  const key = { organizationId: actor.organizationId, browserCallId };
  const audit = (verb: 'started' | 'ended'): AuditEntry => ({
    verb,
    type: 'browser_calls',
    id: browserCallId,
    label: name,
  });
  await change({ db, actor }, async (tx) => {
    if (!(await holdAgent(tx, actor.organizationId, agentId))) throw notFound('agent');
    await insertBrowserCall(tx, key, { agentId, agentVersion: version });
    return { result: undefined, audit: audit('started') };
  });
  const storing = setInterval(() => {
    storeUsage(db, key, sums(), null).catch((error: unknown) =>
      log.warn({ err: error, browserCallId }, 'cannot store the usage of a browser call'),
    );
  }, storeUsageEveryMs);
  let endedReason = 'failed';
  try {
    const end = await carry({ browserCallId, usage, report });
    endedReason = end.endedReason;
    return end;
  } finally {
    clearInterval(storing);
    log.info({ browserCallId, endedReason, usage: sums() }, 'browser call ended');
    await change({ db, actor }, async (tx) => {
      await storeUsage(tx, key, sums(), endedReason);
      return { result: undefined, audit: audit('ended') };
    });
  }
}
