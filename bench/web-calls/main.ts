/**
 * `npm run bench:webcalls [-- --parts loss,cost,listeners --calls 20 --seconds 20 --repeats 5 --sip-calls 250 --listeners 10,50]`
 * measures calls from web pages with headless Chromium.
 *
 * - `loss`: how much of a person's recorded speech is heard in both directions over a path that
 *   loses and delays datagrams. `--only jitter` measures the conditions with this text in their name.
 * - `cost`: the processor time and memory of web calls beside those of SIP calls, with the same agent.
 * - `listeners`: the processor time of SIP calls without and with members who listen.
 *
 * Parts that cannot run here are skipped with a reason. test-results/bench-webcalls.json has the same results.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasChromium } from '../../test/console/chromium.ts';
import { hasPocketSphinx } from '../../test/interop/pocketsphinx.ts';
import { measureCost } from './cost.ts';
import { measureListeners } from './listeners.ts';
import { measureLoss } from './loss.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'loss,cost,listeners' },
    calls: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    'sip-calls': { type: 'string', default: '250' },
    listeners: { type: 'string', default: '10,50' },
  },
});

function whole(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} must be a whole number from 1; it is ${text}`);
  return number;
}

const parts = new Set(values.parts.split(','));
const seconds = whole('seconds', values.seconds);
const results: Record<string, unknown> = {};

console.log(`${cpus().length} cores of ${cpus()[0]?.model.trim()}, load average ${loadavg()[0]!.toFixed(1)}`);
if (parts.has('loss') && hasChromium && hasPocketSphinx)
  results.loss = await measureLoss(whole('repeats', values.repeats), values.only);
if (parts.has('cost') && hasChromium) {
  const options = { calls: whole('calls', values.calls), seconds, rounds: whole('rounds', values.rounds) };
  results.cost = await measureCost(options);
}
if (parts.has('listeners')) {
  const listeners = values.listeners.split(',').map((text) => whole('listeners', text));
  results.listeners = await measureListeners(whole('sip-calls', values['sip-calls']), listeners, seconds);
}
if (Object.keys(results).length > 0) {
  const folder = join(import.meta.dirname, '..', '..', 'test-results');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'bench-webcalls.json'),
    `${JSON.stringify({ at: new Date().toISOString(), ...results }, null, 2)}\n`,
  );
}
process.exit();
