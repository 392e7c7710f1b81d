/**
 * `npm run demo` starts the program on a temporary data directory beside a simulated customer. It places a campaign
 * call and takes an inbound one, shows both as they happen, and leaves the recordings in test-results/. It exits with 1
 * on any failure, and always stops and removes everything.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../src/cli/run-command.ts';
import { Flite } from '../src/conversation/providers/flite/index.ts';
import { toError } from '../src/platform/kernel/index.ts';
import { onLauncherGone } from '../src/program/launcher-channel.ts';
import { type SimulatedCall, startSimulatedCustomer } from '../src/simulation/index.ts';
import { Api } from './demo/api.ts';
import { playInbound } from './demo/inbound.ts';
import { playOutbound } from './demo/outbound.ts';
import { Screen } from './demo/screen.ts';
import { type Service, startService } from './demo/service.ts';
import { ownNumber, prepare } from './demo/stage.ts';
import { stopwatch } from './demo/watch.ts';

const usage = `npm run demo

Starts the service on a temporary data directory, calls a simulated customer and is called back. Leaves the recordings
in test-results/.`;

/** A demo that takes longer is considered hanging. */
const demoTimeoutMs = 90_000;

/** Thrown after a stop. Later output is dropped. */
class Stopped extends Error {}

const screen = new Screen(process.stdout);
const world = new AsyncDisposableStack();
let service: Service | undefined;

async function play(): Promise<void> {
  screen.title('Parley, two telephone calls on this machine');
  const seconds = stopwatch();
  const folder = await mkdtemp(join(tmpdir(), 'parley-demo-'));
  world.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const voice = world.use(new Flite());
  const received = Promise.withResolvers<SimulatedCall>();
  screen.pending('starting the service and its database');
  const started = startService(join(folder, 'data'));
  service = started;
  started.ended.catch(stop.reject);
  // `world` is disposed of in reverse: the customer hangs up before the service stops.
  world.defer(() => started.stop());
  const customer = await startSimulatedCustomer({
    behaviour: { kind: 'answer', ringMs: 1000 },
    recordingsDir: join(folder, 'customer'),
    onCall: received.resolve,
  });
  world.defer(() => customer.close());
  const { apiUrl, sip, ownerKey } = await started.ready;
  screen.done(`the service runs (${seconds().toFixed(1)} s)`, `${apiUrl}, SIP port ${sip.port}`);
  screen.done(
    'a simulated customer waits',
    `SIP ${customer.sipAddress.address}, port ${customer.sipAddress.port}`,
  );
  const api = new Api(apiUrl, ownerKey);
  const made = await prepare(api, customer.sipAddress);
  screen.done('agent, trunk, number, schedule made', `Ada, ${ownNumber}, always open`);

  const stage = { api, screen, customer, voice, sip, ...made, outputFolder: resolve('test-results') };
  await playOutbound(stage, received.promise);
  await playInbound(stage);
}

const stop = Promise.withResolvers<never>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.reject(new Stopped(`stopped by ${signal}`)));
}
onLauncherGone(() => stop.reject(new Stopped('stopped')));
setTimeout(() => stop.reject(new Error('the demo hangs')), demoTimeoutMs).unref();

/** Plays the demo, or ends with the error. Returns whether everything happened. */
async function playToTheEnd(): Promise<boolean> {
  try {
    const playing = play();
    playing.catch(() => undefined);
    await Promise.race([playing, stop.promise]);
    screen.finish(`
  ${screen.paint('green', '✓')} Everything happened as it should.

  Next  ${screen.paint('bold', 'npm start')}   runs the service for good
        ${screen.paint('bold', 'README.md')}   shows it in five minutes with curl
`);
    return true;
  } catch (error) {
    screen.finish(`\n  ${screen.paint('red', '✗')} ${toError(error).message}\n`);
    if (!(error instanceof Stopped)) process.stderr.write(`${service?.logTail() ?? ''}\n`);
    return false;
  }
}

await runCommand(usage, async () => {
  parseArgs({ options: {} });
  return playToTheEnd();
});
await world.disposeAsync();
process.exit();
