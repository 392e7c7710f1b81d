import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Inflicted } from './inflicted.ts';

/** The standby lacks what was acknowledged in this time. */
const lagMs = 3000;
/** The machine comes back after it was replaced, or after this time. */
const replacedWithinMs = 60_000;

/** Waits until another machine is the primary. */
export async function untilReplaced(cluster: Cluster, name: string): Promise<void> {
  const untilMs = performance.now() + replacedWithinMs;
  while (performance.now() < untilMs) {
    const primary = await cluster.primary();
    if (primary !== null && primary !== name) return;
    await sleep(500);
  }
}

/**
 * Cuts the standby off while changes are acknowledged, and then ends the machine of the primary, so that the standby is
 * promoted without them. `dies` may end another machine at the same moment.
 */
export async function failOverWithLag(cluster: Cluster, dies: (() => Inflicted) | null): Promise<Inflicted> {
  const name = (await cluster.primary()) ?? 'database1';
  const machine = cluster.machines[name];
  const standby = cluster.machines[name === 'database1' ? 'database2' : 'database1'];
  machine.cutFrom(standby);
  await sleep(lagMs);
  const atMs = performance.now();
  machine.cable('down');
  machine.kill();
  const other = dies?.() ?? null;
  machine.healTo(standby);
  return {
    on: other === null ? name : `${name} and ${other.on}`,
    atMs,
    async mend() {
      const mended = other?.mend();
      await untilReplaced(cluster, name);
      await sleep(2000);
      machine.cable('up');
      await cluster.startEtcd(name);
      await cluster.startPatroni(name);
      await mended;
    },
  };
}
