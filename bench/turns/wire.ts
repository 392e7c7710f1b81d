/**
 * `npm run bench:barge-in` plays calls over SIP and RTP to a service on a temporary data directory, for each kind of
 * transcriber: the embedded one, and stubs of Deepgram Nova, Deepgram Flux and OpenAI. Callers speak into a long
 * announcement at different points: a sentence must stop it, "uh-huh" and a cough must not. It prints the time from the
 * caller's first audible sample to the agent's last audible packet, and the silence until the agent goes on.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../scripts/demo/api.ts';
import { startService } from '../../scripts/demo/service.ts';
import { Lanes } from '../../scripts/scenarios/lanes.ts';
import { parseScenario } from '../../scripts/scenarios/read.ts';
import { runScenario } from '../../scripts/scenarios/run.ts';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { percentile } from '../percentile.ts';

const transcribers = {
  pocketsphinx: { provider: 'pocketsphinx' },
  'Deepgram Nova': { provider: 'simulated' },
  'Deepgram Flux': { provider: 'simulated', model: 'flux-general-en' },
  OpenAI: { provider: 'simulated', vendor: 'openai' },
};
const announcement =
  'Before we begin I have to read our terms and conditions to you which fill eleven pages of which the first is about ' +
  'who we are and the second about who you are and all the others about what neither of us may ever do to the other';
const words = 'I want to cancel my order.';
const voices = ['slt', 'rms', 'awb'];
/** The points of the interruptions, in milliseconds of the announcement. */
const pointsMs = Array.from({ length: 12 }, (_, n) => 1500 + n * 430);
/** The points of the first of three sounds in a call that must not stop the agent, and the pause between them. */
const soundPointsMs = [1200, 1330, 1460, 1590];
const soundGapMs = 2400;
const scenarios = join(import.meta.dirname, '..', '..', 'scenarios');
const lanes = new Lanes(2, 3);

/** Returns a scenario in which the customer does `steps` during the announcement. */
function scenarioOf(transcriber: object, voice: string, steps: object[]) {
  const agent = {
    prompt: 'You read terms aloud.',
    firstMessage: announcement,
    limits: { maxDurationSeconds: 60, silenceSeconds: 20 },
    conversation: { fillers: [] },
    transcriber,
    model: {
      provider: 'scripted',
      dialogue: {
        start: 'terms',
        nodes: {
          terms: { say: 'Those were the terms.', listen: { options: [{ phrases: [words], goto: 'bye' }] } },
          bye: { say: 'Your order is canceled.', end: true },
        },
      },
    },
  };
  return parseScenario(JSON.stringify({ name: 'Barge-in', agent, voice, steps, expect: {} }), 'bench');
}

/** The reaction to one sound of the caller, in milliseconds; `pausedMs` is `null` when the agent did not go on. */
interface Reaction {
  stoppedMs: number | null;
  pausedMs: number | null;
}

await using world = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'parley-barge-in-'));
world.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
const voice = world.use(new Flite());
const started = startService(join(folder, 'data'));
world.defer(() => started.stop());
const { apiUrl, sip, ownerKey } = await started.ready;
const service = { api: new Api(apiUrl, ownerKey), sip };

async function reactions(scenario: ReturnType<typeof scenarioOf>): Promise<Reaction[]> {
  const { played, failures } = await lanes.run(false, () =>
    runScenario(scenario, service, { folder: scenarios, voice, onHappening: () => undefined }),
  );
  if (!played) throw new Error(`a call was not played: ${failures.join('; ')}`);
  const { heard, heardZeroEpochMs, actions } = played;
  return actions.map(({ startEpochMs }, n) => {
    const saidMs = startEpochMs - heardZeroEpochMs;
    const untilMs = (actions[n + 1]?.startEpochMs ?? Number.POSITIVE_INFINITY) - heardZeroEpochMs;
    const cut = heard.findIndex(({ startMs, endMs }) => startMs < saidMs && endMs >= saidMs);
    const stop = heard[cut];
    if (!stop || stop.endMs > untilMs) return { stoppedMs: null, pausedMs: null };
    const next = heard[cut + 1];
    return { stoppedMs: stop.endMs - saidMs, pausedMs: next ? next.startMs - stop.endMs : null };
  });
}

const figures = (list: number[]) =>
  list.length === 0
    ? '-'
    : `${Math.round(percentile(list, 50))} / ${Math.round(percentile(list, 95))} (${list.length})`;
/** Leaves out stops at the end of the announcement itself. */
const isStop = ({ stoppedMs }: Reaction) => stoppedMs !== null && stoppedMs < 1500;

async function row(name: string, transcriber: object): Promise<string> {
  const speech = pointsMs.map((afterMs, n) =>
    reactions(
      scenarioOf(transcriber, voices[n % voices.length]!, [
        { interrupt: { afterMs, say: words } },
        { wait: 400 },
        { hangUp: true },
      ]),
    ),
  );
  const sounds = [{ say: 'Uh-huh.' }, { play: 'sounds/cough.wav' }].map((sound) =>
    soundPointsMs.map((ms, n) => {
      const three = [1, 2, 3].flatMap(() => [sound, { wait: soundGapMs }]);
      const steps = [{ await: 'speech' }, { wait: ms }, ...three, { hangUp: true }];
      return reactions(scenarioOf(transcriber, voices[n % voices.length]!, steps));
    }),
  );
  const stops = (await Promise.all(speech)).flat();
  const cells = await Promise.all(
    sounds.map(async (calls) => {
      const all = (await Promise.all(calls)).flat();
      const pauses = all.filter(isStop).flatMap(({ pausedMs }) => pausedMs ?? []);
      const lost = all.filter((one) => isStop(one) && one.pausedMs === null).length;
      return `${figures(pauses)} of ${all.length}${lost > 0 ? `, ${lost} not resumed` : ''}`;
    }),
  );
  const stopped = stops.filter(isStop).map(({ stoppedMs }) => stoppedMs!);
  return `| ${[name, `${figures(stopped)} of ${stops.length}`, ...cells].join(' | ')} |`;
}

console.log('p50 / p95 in ms (how many). A pause below 250 ms does not count as one.\n');
console.log('| transcriber | silent after speech | pause after "uh-huh" | pause after a cough |');
console.log('|---|---|---|---|');
for (const [name, transcriber] of Object.entries(transcribers)) console.log(await row(name, transcriber));
await world.disposeAsync();
process.exit();
