/**
 * `npm run bench:barge-in` plays calls over SIP and RTP to a service on a temporary data directory, for each kind of
 * transcriber: the embedded one, and stubs of Deepgram Nova, Deepgram Flux and OpenAI. During a long announcement, callers
 * speak, which must stop it, and there are sounds that must not. It prints the time from the caller's first audible sample
 * to the agent's last audible packet, how soon after the caller's last word the answer begins, also with other voices in the
 * room, and by how much each other sound delayed the announcement at the listener. `-- --only 'Deepgram Nova'` runs one
 * transcriber.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Api } from '../../scripts/demo/api.ts';
import { startService } from '../../scripts/demo/service.ts';
import type { PlayedCall } from '../../scripts/scenarios/expectations.ts';
import { Slots } from '../../scripts/scenarios/lanes.ts';
import { parseScenario } from '../../scripts/scenarios/read.ts';
import { runScenario } from '../../scripts/scenarios/run.ts';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { levelEveryMs } from '../../src/simulation/index.ts';
import { telephoneRateHz, writeWav } from '../../src/telephony/media/index.ts';
import { addedSilence } from '../../test/audio/added-silence.ts';
import {
  answeredMs,
  answeredMsMax,
  delaysOf,
  fromStart,
  rowsOf,
  soundGapMs,
  spokenPointMs,
  stoppedMs,
} from './measures.ts';
import { missingPackages } from './prompts.ts';
import { callerLevel, door, keyboard, mhms, missingKeyboard, roomVoice, sentences } from './sounds.ts';

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const allTranscribers = {
  pocketsphinx: { provider: 'pocketsphinx' },
  'Deepgram Nova': { provider: 'simulated' },
  'Deepgram Flux': { provider: 'simulated', model: 'flux-general-en' },
  OpenAI: { provider: 'simulated', vendor: 'openai' },
};
const transcribers = Object.entries(allTranscribers).filter(([name]) => only === undefined || name === only);
if (transcribers.length === 0) {
  console.error(`--only must be one of ${Object.keys(allTranscribers).join(', ')}`);
  process.exit(1);
}
/** Without a repetition, so that each moment of it can be recognized. */
const announcement =
  'Before we begin I have to read our terms and conditions to you which fill eleven pages of which the first is about ' +
  'who we are and the second about who you are and all the others about what neither of us may ever do to the other ' +
  'unless it rains on a Sunday or a holiday that falls on a Sunday in which case the twelfth page applies that was lost ' +
  'when our office moved to the harbour where a seagull took it across the water to an island without a post office';
const words = 'I want to cancel my order.';
const voices = ['slt', 'rms', 'awb'];
/** Half of the callers are synthetic, half recorded people. */
const speechCount = 24;
const firstPointMs = (n: number) => 1500 + n * 430;
/** When callers speak whose answer is timed, and how many there are for each room. */
const answeredFromMs = 2_500;
const answeredCount = 6;
/** The point of the first sound that must not stop the agent. */
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

/** The rooms in which an answer to the caller's words is timed. */
const answerRooms: { name: string; steps: object[] }[] = [
  { name: `answered within ${answeredMsMax / 1000} s in a quiet room`, steps: [] },
  ...steadyCalls
    .filter(({ name }) => name.startsWith('another voice'))
    .map(({ name, step }) => ({
      name: `answered within ${answeredMsMax / 1000} s, ${name}`,
      steps: [step],
    })),
];

/** Local recognition takes much of a core, so its calls come first and are few at a time. */
const light = new Slots(3 * availableParallelism());
const heavy = new Slots(availableParallelism());

async function play(transcriber: object, caller: string, steps: object[]): Promise<PlayedCall> {
  const lane = transcriber === allTranscribers.pocketsphinx ? heavy : light;
  const { played, failures } = await lane.with(() =>
    runScenario(scenarioOf(transcriber, caller, steps), service, {
      ...{ folder, voice, onHappening: () => undefined },
    }),
  );
  if (!played) throw new Error(`a call was not played: ${failures.join('; ')}`);
  return played;
}

const whole = await play(allTranscribers['Deepgram Nova'], 'slt', [{ await: 'turn' }, { hangUp: true }]);
const reference = fromStart(whole).levels;

const pointMs = (n: number) => spokenPointMs(reference, firstPointMs(n), firstPointMs(n + 2));

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
  const sounds = soundCalls.map(async (list, n) => {
    const steps = list.flatMap(({ step }) => [step, { wait: soundGapMs }]);
    const call = await play(transcriber, voices[n % voices.length]!, [
      { await: 'speech' },
      { wait: soundsFromMs + n * 130 },
      ...steps,
      { wait: 300 },
      { hangUp: true },
    ]);
    return delaysOf(call, reference).map((ms, k) => ({ name: list[k]!.name, ms }));
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
  const answers = answerRooms.flatMap(({ name, steps }) =>
    Array.from({ length: answeredCount }, async (_, n) => {
      const call = await play(transcriber, voices[n % voices.length]!, [
        ...steps,
        { await: 'speech' },
        { wait: answeredFromMs + n * 400 },
        { say: words },
        { wait: answeredMsMax + 1000 },
        { hangUp: true },
      ]);
      return { name, ms: answeredMs(call) };
    }),
  );
  return rowsOf({
    stopped: await Promise.all(speech),
    answered: await Promise.all(answers),
    delays: (await Promise.all([...sounds, ...steady])).flat(),
  });
}

const beganMs = performance.now();
const names = transcribers.map(([name]) => name);
const columns: Map<string, string>[] = [];
for (const isLocal of [true, false]) {
  const own = transcribers.filter(([, one]) => (one === allTranscribers.pocketsphinx) === isLocal);
  columns.push(...(await Promise.all(own.map(([, one]) => rows(one)))));
}
console.log(
  'p50 / p95 in ms (how many of all). First the silence after speech over the agent, then the time from the end of',
);
console.log('the words to the first packet of the answer, then the pauses after');
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
