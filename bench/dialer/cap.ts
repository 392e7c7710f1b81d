import { rm } from 'node:fs/promises';
import { CallWriter, endCall } from '../../src/domains/calls/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { createLog, newId } from '../../src/platform/kernel/index.ts';
import { Node } from '../../src/platform/nodes/index.ts';
import { type CallPlacer, type DialableCall, Dialer } from '../../src/runtime/dialer/index.ts';
import { randomFrom } from '../../test/world/random.ts';
import { connectionsOfCalls, install, run } from '../installation.ts';
import { layQueue } from '../queue-rows.ts';
import type { Report } from '../report.ts';

export interface CapOptions {
  folder: string;
  /** Calls in the queue at the start. */
  queued: number;
  seconds: number;
}

const cap = 100;
const log = createLog('error');
/** The time until every slot has been taken once. */
const warmUpMs = 3000;

/**
 * Measures how much of a cap is used while calls wait. Dialer and database are real; the calls end after 0.2 to 1.8
 * times their mean. The time in which a call is carried counts, without the time of its claim and end.
 */
export async function measureCap(report: Report, { folder, queued, seconds }: CapOptions): Promise<void> {
  report.begin('cap', `Use of a cap of ${cap} calls over a queue of ${queued}`);
  const installation = await install(folder);
  try {
    const queue = await layQueue(await installation.another('cap', connectionsOfCalls), queued, 10);
    await prepare(queue.db, queue.organizationId);
    for (const meanMs of [1000, 5000]) {
      const { used, perSecond } = await useOf(queue.db, { meanMs, seconds });
      report.add({
        part: 'cap',
        what: `use of a cap of ${cap}, calls of ${meanMs / 1000} s`,
        value: used * 100,
        unit: '%',
        aim: { bound: 'at least', value: 99 },
        from: `${perSecond.toFixed(0)} calls/s; the cap allows ${((cap * 1000) / meanMs).toFixed(0)}`,
      });
    }
  } finally {
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sets a cap, and makes the customers' numbers callable. */
async function prepare(db: Database, organizationId: string): Promise<void> {
  await run(
    db,
    'update organizations set max_concurrent_calls = $2, allowed_countries = $3 where organization_id = $1',
    [organizationId, cap, ['US', 'CA']],
  );
  await run(
    db,
    `update calls set customer_number = '+1212555' || lpad((right(call_id, 4)::int)::text, 4, '0')
     where organization_id = $1`,
    [organizationId],
  );
  await run(db, 'vacuum full calls');
}

async function useOf(
  db: Database,
  { meanMs, seconds }: { meanMs: number; seconds: number },
): Promise<{ used: number; perSecond: number }> {
  const node = new Node(newId('node'), { db, roles: ['calls', 'dialer'], log });
  await node.start();
  const placer = new ShortCalls(db, meanMs, () => dialer.wake());
  const dialer = new Dialer({ db, writer: new CallWriter(db), nodeId: node.nodeId, placer, log });
  dialer.wake();
  await sleep(warmUpMs + 2 * meanMs);
  const before = placer.carriedMs();
  const startedAtMs = performance.now();
  await sleep(seconds * 1000);
  const tookMs = performance.now() - startedAtMs;
  const after = placer.carriedMs();
  await dialer.stop();
  await placer.close();
  await node.close();
  const used = (after.ms - before.ms) / (tookMs * cap);
  return { used, perSecond: ((after.calls - before.calls) * 1000) / tookMs };
}

/** Carries calls by waiting. */
class ShortCalls implements CallPlacer {
  readonly #db: Database;
  readonly #meanMs: number;
  readonly #onEnded: () => void;
  readonly #random = randomFrom(1);
  readonly #carried = new Map<string, number>();
  readonly #ending = new Set<Promise<void>>();
  #endedMs = 0;
  #calls = 0;

  constructor(db: Database, meanMs: number, onEnded: () => void) {
    this.#db = db;
    this.#meanMs = meanMs;
    this.#onEnded = onEnded;
  }

  room(): number {
    return 2 * cap - this.#carried.size;
  }

  place(call: DialableCall): void {
    this.#carried.set(call.callId, performance.now());
    this.#calls++;
    setTimeout(() => this.#end(call), this.#meanMs * (0.2 + 1.6 * this.#random()));
  }

  /** Returns the time and the number of all calls so far. */
  carriedMs(): { ms: number; calls: number } {
    const nowMs = performance.now();
    const open = [...this.#carried.values()].reduce((sum, sinceMs) => sum + nowMs - sinceMs, 0);
    return { ms: this.#endedMs + open, calls: this.#calls };
  }

  /** Resolves when the last call is over. */
  async close(): Promise<void> {
    while (this.#carried.size > 0 || this.#ending.size > 0) {
      await Promise.all(this.#ending);
      await sleep(20);
    }
  }

  #end({ organizationId, callId, nodeId }: DialableCall): void {
    this.#endedMs += performance.now() - this.#carried.get(callId)!;
    this.#carried.delete(callId);
    const condition = { organizationId, callId, from: ['dialing'] as const, nodeId };
    const ended = endCall(this.#db, condition, {
      status: 'ended',
      endedBy: 'Customer ended the call',
      endedReason: 'customer-ended-call',
      message: 'The other side hung up.',
    }).then(() => this.#onEnded());
    this.#ending.add(ended);
    void ended.finally(() => this.#ending.delete(ended));
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
