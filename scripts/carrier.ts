/**
 * `npm run carrier [-- carrier.yaml] [--port 5080] [--host 127.0.0.1] [--seed 1] [--speed 1]` runs a simulated carrier
 * (docs/simulation.md) on a SIP port until it is stopped. Every 5 s it prints the calls in progress, and at the end the
 * numbers that were called more than once.
 */
import { parseArgs } from 'node:util';
import { UsageError } from '../src/cli/command-error.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { createLog } from '../src/platform/kernel/index.ts';
import { onLauncherGone } from '../src/program/launcher-channel.ts';
import { type Carrier, CarrierConfiguration, startCarrier } from '../src/simulation/index.ts';
import { readYaml } from './simulate/read-yaml.ts';

const usage = `npm run carrier [-- FILE] [--port 5080] [--host 127.0.0.1] [--seed 1] [--speed 1]

Runs a simulated carrier on a SIP port until it is stopped, and prints the calls in progress. FILE (YAML, such as
examples/carrier.yaml) says how its customers behave. docs/simulation.md describes it.`;

const tellEveryMs = 5000;

interface Options {
  file: string | undefined;
  host: string;
  port: number;
  seed: number;
  speed: number;
}

function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '5080' },
      seed: { type: 'string', default: '1' },
      speed: { type: 'string', default: '1' },
    },
  });
  const [port, seed, speed] = [Number(values.port), Number(values.seed), Number(values.speed)];
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port must be a whole number from 0 to 65535');
  if (!Number.isInteger(seed)) throw new UsageError('--seed must be a whole number');
  if (!(speed > 0)) throw new UsageError('--speed must be above 0');
  return { file: positionals[0], host: values.host, port, seed, speed };
}

function tell(carrier: Carrier): void {
  const ends = [...carrier.ends()].toSorted().map(([end, count]) => `${end} ${count}`);
  process.stdout.write(`${carrier.live()} calls; over: ${ends.join(', ') || 'none'}\n`);
}

function tellRings(carrier: Carrier): void {
  const again = [...carrier.rings()].filter(([, { calls }]) => calls > 1);
  process.stdout.write(
    `${carrier.rings().size} numbers were called, ${again.length} of them more than once\n`,
  );
  const twice = [...carrier.rings()].filter(([, { calls, invites }]) => invites > calls);
  for (const [number, { calls, invites }] of twice) {
    process.stdout.write(`${number}: ${calls} Call-IDs and ${invites} INVITEs, so that one was used twice\n`);
  }
}

await runCommand(usage, async () => {
  const { file, ...options } = readOptions(process.argv.slice(2));
  const configuration =
    file === undefined ? CarrierConfiguration.parse({}) : await readYaml(file, CarrierConfiguration);
  const carrier = await startCarrier({ configuration, ...options, log: createLog('warn') });
  const { address, port } = carrier.sipAddress;
  process.stdout.write(`a carrier in a box answers on ${address}, UDP port ${port}\n`);
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.resolve());
  onLauncherGone(() => stopped.resolve());
  const telling = setInterval(() => tell(carrier), tellEveryMs);
  await stopped.promise;
  clearInterval(telling);
  tell(carrier);
  tellRings(carrier);
  await carrier.close();
  return true;
});
