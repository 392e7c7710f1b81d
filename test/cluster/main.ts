import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Cluster } from './cluster.ts';
import { addresses } from './configuration.ts';
import { enclose } from './enclose.ts';
import { openProbe } from './probe.ts';

/**
 * `npm run cluster [-- --keep] [--asynchronous]` builds the installation of `examples/cluster/` in network namespaces,
 * places a call through it in each direction, and removes it. With `--keep` it runs until it is interrupted.
 */
const { values } = parseArgs({
  options: { keep: { type: 'boolean' }, asynchronous: { type: 'boolean' } },
});
await enclose();
const startedAtMs = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1)} s  ${line}`);
const interrupted = Promise.withResolvers<void>();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
const cluster = await Cluster.start({ isSynchronous: values.asynchronous !== true, say });
const probe = await openProbe(cluster);
const dialed = await probe.dial();
const answered = await probe.answer();
console.table(
  Object.entries(addresses).map(([machine, address]) => ({
    machine,
    address,
    runs: { driver: 'carriers', proxy: 'HAProxy', sip: 'Kamailio' }[machine] ?? machine.replace(/\d$/, ''),
  })),
);
say(`primary: ${await cluster.primary()}`);
say(`an outbound call ${dialed ? 'reached the carrier' : 'FAILED'}`);
say(`an inbound call through Kamailio ${answered ? 'was answered' : 'FAILED'}`);
if (values.keep === true) {
  const outside = process.env.PARLEY_CLUSTER_ENCLOSED;
  console.log(`API ${cluster.apiUrl}`);
  console.log(`As root, in another shell:
  P=$(pgrep -P $(pgrep -P ${outside}))
  nsenter --target $P --net --mount --pid curl -s ${cluster.apiUrl}/readyz
  nsenter --target $P --net --mount --pid cat /mnt/api1/data/owner.key
  nsenter --target $P --net --mount --pid nsenter --net=/run/netns/calls1 bash
  nsenter --target $P --net --mount --pid patronictl -c /mnt/database1/patroni.yml list
Logs are in /mnt/<machine>/. Ctrl C removes everything.`);
  const alive = setInterval(() => undefined, 60_000);
  await interrupted.promise;
  clearInterval(alive);
}
await sleep(0);
process.exit(dialed && answered ? 0 : 1);
