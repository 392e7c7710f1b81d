/**
 * `npm run bench:barge-in` plays calls over SIP and RTP to a service on a temporary data directory, for each kind of
 * transcriber: the embedded one, and stubs of Deepgram Nova, Deepgram Flux and OpenAI. During a long announcement, callers
 * speak, which must stop it, and there are sounds that must not. It prints the time from the caller's first audible sample
 * to the agent's last audible packet, and by how much each other sound delayed the announcement at the listener.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../scripts/demo/api.ts';
import { startService } from '../../scripts/demo/service.ts';
import type { PlayedCall } from '../../scripts/scenarios/expectations.ts';
import { Slots } from '../../scripts/scenarios/lanes.ts';
import { parseScenario } from '../../scripts/scenarios/read.ts';
import { runScenario } from '../../scripts/scenarios/run.ts';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { levelEveryMs, speechDb } from '../../src/simulation/index.ts';
import { telephoneRateHz, writeWav } from '../../src/telephony/media/index.ts';
import { addedSilence } from '../../test/audio/added-silence.ts';
import { percentile } from '../percentile.ts';
import { missingPackages } from './prompts.ts';
import { callerLevel, door, keyboard, mhms, missingKeyboard, roomVoice, sentences } from './sounds.ts';

const transcribers = {
  pocketsphinx: { provider: 'pocketsphinx' },
  'Deepgram Nova': { provider: 'simulated' },
  'Deepgram Flux': { provider: 'simulated', model: 'flux-general-en' },
  OpenAI: { provider: 'simulated', vendor: 'openai' },
};
/** Without a repetition, so that each moment of it can be recognized. */
const announcement =
  'Before we begin I have to read our terms and conditions to you which fill eleven pages of which the first is about ' +
  'who we are and the second about who you are and all the others about what neither of us may ever do to the other ' +
  'unless it rains on a Sunday or a holiday that falls on a Sunday in which case the twelfth page applies that was lost ' +
  'when our office moved to the harbour where a seagull took it across the water to an island without a post office';
const words = 'I want to cancel my order.';
const voices = ['slt', 'rms', 'awb'];
/** Half of the callers are synthetic, half recorded people. */
const speechCount = 12;
const pointMs = (n: number) => 1500 + n * 430;
/** The pause after each sound that must not stop the agent, and the point of the first one. */
const soundGapMs = 1800;
const soundsFromMs = 1300;
/** Sounds of the room and echoes begin before the announcement, and are measured up to here. */
const steadyUntilMs = 12_000;

const missing = [...missingPackages(), ...missingKeyboard()];
if (missing.length > 0) {
  console.error(`bench:barge-in needs recorded sounds: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}

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

await using world = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'parley-barge-in-'));
world.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
const voice = world.use(new Flite());
const started = startService(join(folder, 'data'));
world.defer(() => started.stop());
const { apiUrl, sip, ownerKey } = await started.ready;
const service = { api: new Api(apiUrl, ownerKey), sip };

/** Writes a sound of the caller, and returns the step that plays it. */
async function stepOf(name: string, pcm: Int16Array): Promise<{ play: string }> {
  await writeFile(join(folder, `${name}.wav`), writeWav({ channels: [pcm], sampleRateHz: telephoneRateHz }));
  return { play: `${name}.wav` };
}

const stepsOf = (name: string, all: readonly Int16Array[]) =>
  Promise.all(all.map((pcm, n) => stepOf(`${name}-${n}`, pcm)));
await cp(
  join(import.meta.dirname, '..', '..', 'scenarios', 'sounds', 'cough.wav'),
  join(folder, 'cough.wav'),
);
const spoken = await stepsOf('sentence', await sentences(speechCount / 2));
const hums = await stepsOf('mhm', await mhms());
const others = [
  { play: 'cough.wav' },
  await stepOf('door', door()),
  await stepOf('keyboard', await keyboard()),
];
const rooms = await stepsOf('room', await Promise.all((['es', 'fr', 'it'] as const).map(roomVoice)));

/** The sounds of each call that must not stop the agent: what they are called, and the step. */
const soundCalls: { name: string; step: object }[][] = [0, 1, 2].map((call) => {
  const [cough, slam, keys] = others;
  const mhm = (n: number) => ({ name: 'mhm', step: hums[(call * 3 + n) % hums.length]! });
  const list = [
    mhm(0),
    { name: 'cough', step: cough! },
    { name: 'uh-huh', step: { say: 'Uh-huh.' } },
    mhm(1),
    { name: 'door', step: slam! },
    { name: 'uh-huh', step: { say: 'Uh-huh.' } },
    mhm(2),
    { name: 'keyboard', step: keys! },
  ];
  return [...list.slice(call * 2), ...list.slice(0, call * 2)];
});
const steadyCalls: { name: string; step: object }[] = [
  ...[12, 15, 20].map((below, n) => ({
    name: `another voice ${below} dB below`,
    step: { background: { ...rooms[n]!, levelDb: -callerLevel - below } },
  })),
  ...[20, 30, 40].flatMap((belowDb) =>
    [100, 400].map((delayMs) => ({ name: `echo ${belowDb} dB below`, step: { echo: { belowDb, delayMs } } })),
  ),
];

/** Local recognition takes much of a core, so its calls come first and are few at a time. */
const light = new Slots(3 * availableParallelism());
const heavy = new Slots(availableParallelism());

async function play(transcriber: object, caller: string, steps: object[]): Promise<PlayedCall> {
  const lane = transcriber === transcribers.pocketsphinx ? heavy : light;
  const { played, failures } = await lane.with(() =>
    runScenario(scenarioOf(transcriber, caller, steps), service, {
      ...{ folder, voice, onHappening: () => undefined },
    }),
  );
  if (!played) throw new Error(`a call was not played: ${failures.join('; ')}`);
  return played;
}

/** Returns the index of the level at which the agent began, and the levels from there. */
function fromStart({ heardLevels }: PlayedCall): { first: number; levels: number[] } {
  const first = Math.max(
    heardLevels.findIndex((level) => level > speechDb),
    0,
  );
  return { first, levels: heardLevels.slice(first) };
}

const whole = await play(transcribers['Deepgram Nova'], 'slt', [{ await: 'turn' }, { hangUp: true }]);
const reference = fromStart(whole).levels;

/**
 * A delay in milliseconds; `lost` if the announcement did not go on, and `unclear` if it did, but the machine was too busy to
 * send or receive it in time just then.
 */
type Delay = number | 'lost' | 'unclear';

/** Returns the time from the caller's first audible sample to the agent's last audible packet; `null` if it spoke on. */
function stoppedMs({ heard, heardZeroEpochMs, actions }: PlayedCall): number | null {
  const saidMs = actions[0]!.startEpochMs - heardZeroEpochMs;
  const cut = heard.find(({ startMs, endMs }) => startMs < saidMs && endMs >= saidMs);
  return cut && cut.endMs - saidMs < 1500 ? cut.endMs - saidMs : null;
}

/** Returns by how much each sound of a call delayed the announcement, in milliseconds. */
function delaysOf(call: PlayedCall): Delay[] {
  const { first, levels } = fromStart(call);
  const at = (epochMs: number) => Math.floor((epochMs - call.heardZeroEpochMs) / levelEveryMs) - first;
  const starts = call.actions.map(({ startEpochMs }) => at(startEpochMs));
  const lastMs = call.actions.at(-1)!.endEpochMs + soundGapMs;
  const added = addedSilence(levels, reference, [...starts, at(lastMs)]);
  const lastKnown = added.findLastIndex((n) => n !== null);
  return added.map((n, sound) => {
    if (sound > lastKnown) return 'lost';
    return n === null || added[sound - 1] === null ? 'unclear' : n * levelEveryMs;
  });
}

/** The shortest delay that counts as a pause: two packets, because the compared levels are those of whole packets. */
const pauseMsMin = 40;

const figures = (list: readonly number[]) =>
  list.length === 0
    ? '-'
    : `${Math.round(percentile([...list], 50))} / ${Math.round(percentile([...list], 95))}`;

async function rows(transcriber: object): Promise<Map<string, string>> {
  const speech = Array.from({ length: speechCount }, async (_, n) => {
    const own = n % 2 === 0 ? { say: words } : spoken[n >> 1]!;
    const steps = 'say' in own ? [{ interrupt: { afterMs: pointMs(n), ...own } }] : null;
    const played = [{ await: 'speech' }, { wait: pointMs(n) }, own];
    const call = await play(transcriber, voices[(n >> 1) % voices.length]!, [
      ...(steps ?? played),
      { wait: 400 },
      { hangUp: true },
    ]);
    return { isRecorded: steps === null, ms: stoppedMs(call) };
  });
  const delays = new Map<string, Delay[]>();
  const note = (name: string, ms: Delay) => delays.set(name, [...(delays.get(name) ?? []), ms]);
  const sounds = soundCalls.map(async (list, n) => {
    const steps = list.flatMap(({ step }) => [step, { wait: soundGapMs }]);
    const call = await play(transcriber, voices[n % voices.length]!, [
      { await: 'speech' },
      { wait: soundsFromMs + n * 130 },
      ...steps,
      { wait: 300 },
      { hangUp: true },
    ]);
    return delaysOf(call).map((ms, k) => ({ name: list[k]!.name, ms }));
  });
  const steady = steadyCalls.map(async ({ name, step }) => {
    const call = await play(transcriber, 'slt', [
      step,
      { await: 'speech' },
      { wait: steadyUntilMs },
      { hangUp: true },
    ]);
    const { levels } = fromStart(call);
    const marks = [800, steadyUntilMs - 500].map((ms) => ms / levelEveryMs);
    const [ms] = addedSilence(levels, reference, marks);
    return [{ name, ms: ms === null ? ('lost' as const) : ms! * levelEveryMs }];
  });
  const spokenOver = await Promise.all(speech);
  for (const { name, ms } of (await Promise.all([...sounds, ...steady])).flat()) note(name, ms);
  const found = new Map<string, string>();
  for (const isRecorded of [false, true]) {
    const all = spokenOver.filter((one) => one.isRecorded === isRecorded);
    const stopped = all.flatMap(({ ms }) => ms ?? []);
    const name = `silent after ${isRecorded ? 'recorded' : 'synthetic'} speech`;
    found.set(name, `${figures(stopped)} (${stopped.length} of ${all.length})`);
  }
  for (const [name, all] of delays) {
    const pauses = all.filter((ms) => typeof ms === 'number' && ms >= pauseMsMin) as number[];
    const others = (['lost', 'unclear'] as const).flatMap((kind) => {
      const count = all.filter((ms) => ms === kind).length;
      return count > 0 ? `, ${count} ${kind}` : [];
    });
    found.set(name, `${figures(pauses)} (${pauses.length} of ${all.length})${others.join('')}`);
  }
  return found;
}

const beganMs = performance.now();
const names = Object.keys(transcribers);
const { pocketsphinx, ...stubs } = transcribers;
const columns = [await rows(pocketsphinx), ...(await Promise.all(Object.values(stubs).map(rows)))];
console.log(
  'p50 / p95 in ms (how many of all). First the silence after speech over the agent, then the pauses after',
);
console.log(
  'sounds that must not stop it; `lost` sounds dropped the rest of the announcement, and `unclear` ones were not',
);
console.log('measured, because the machine was busy just then.\n');
console.log(`| | ${names.join(' | ')} |`);
console.log(`|---${'|---'.repeat(names.length)}|`);
for (const name of columns[0]!.keys())
  console.log(`| ${name} | ${columns.map((column) => column.get(name) ?? '').join(' | ')} |`);
const seconds = Math.round((performance.now() - beganMs) / 1000);
console.log(
  `\n${seconds} s; load at the end: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}`,
);
await world.disposeAsync();
process.exit();
