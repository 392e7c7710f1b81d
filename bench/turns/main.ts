/**
 * `npm run bench:turns` plays recorded people to the voice activity detection of a call, with other voices, music or
 * silence behind them. For each setting of `backgroundSuppression` it prints: announcements of 13 s that the room
 * stopped, utterances that were missed or whose end was not found, and the delay until an utterance over the agent's
 * speech was detected. All audio passes G.711. The same input gives the same figures every time. With `-- --held-out` it
 * uses other recordings and callers.
 *
 * The second part prints how soon and how rightly the ends of turns are found, also at other levels, with other codecs and in
 * rooms. `-- --ends` runs only this part, and `--all` uses all recordings in all conditions. With the models of
 * `PARLEY_MODELS_DIR` or `--models DIRECTORY` it has a line for them.
 */
import { parseArgs } from 'node:util';
import { openTurnDetector } from '../../src/conversation/providers/turn-detection/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { decodeG711, encodeG711, type SpeechEdge, VoiceActivity } from '../../src/telephony/media/index.ts';
import { join, mix, silence } from '../../test/audio/line.ts';
import { percentile } from '../percentile.ts';
import { heardEnds, knownEnds, placesOf, sampleOf } from './ends.ts';
import { conditions } from './heard.ts';
import { atLevel, missingPackages, prompts, recordings, type Source } from './prompts.ts';

const modes = ['off', 'standard', 'strong'] as const;
/** Levels of the caller, in decibels below full scale; 26 is usual. */
const callerLevels = [20, 26, 32];
/** The room's level in decibels below the caller. */
const belows = [20, 15, 12];
const roomMs = 16_000;
/** The caller speaks over the agent, and again when the agent is silent. */
const overAgentMs = 4_000;
const afterAgentMs = 10_000;
const utteranceMsMax = 2_000;
/** The agent speaks from here to the caller's first words. */
const agentFromMs = 300;
const yieldedMs = 200;
const endAfterMs = 260;

interface Edge {
  type: SpeechEdge['type'];
  decidedAtMs: number;
}

interface Figures {
  announcements: number;
  stopped: number;
  utterances: number;
  missed: number;
  endless: number;
  delaysMs: number[];
}

const { values: options } = parseArgs({
  options: {
    'held-out': { type: 'boolean', default: false },
    ends: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    models: { type: 'string' },
  },
});
const isHeldOut = options['held-out'];
/** The first recording of each room, as a share of all of its source, and the languages of the callers. */
const startsAt = isHeldOut ? [0.06, 0.31, 0.58, 0.81] : [0, 0.25, 0.5, 0.75];
const speakers: Source[] = isHeldOut ? ['en', 'it', 'es', 'fr', 'ru'] : ['en', 'it'];
const languages = ['es', 'fr', 'it', 'ru'] as const;

const silentTick = new Int16Array(160);

function edgesOf(pcm: Int16Array, mode: (typeof modes)[number], agentUntilMs: number): Edge[] {
  const activity = new VoiceActivity(8_000, endAfterMs, mode);
  const line = decodeG711('pcmu', encodeG711('pcmu', pcm));
  const edges: Edge[] = [];
  for (let at = 0; at + 160 <= line.length; at += 160) {
    const atMs = at / 8;
    const isAgent = atMs >= agentFromMs && atMs < agentUntilMs;
    const edge = activity.push(line.subarray(at, at + 160), atMs, isAgent ? silentTick : null);
    if (edge) edges.push({ type: edge.type, decidedAtMs: atMs + 20 });
  }
  return edges;
}

/** Adds the decisions about one room to the figures, with and without the caller's words. */
function judge(room: Int16Array, words: Int16Array, mode: (typeof modes)[number], figures: Figures): void {
  const announcement = room.subarray(0, 13_300 * 8);
  figures.announcements++;
  if (edgesOf(announcement, mode, roomMs).length > 0) figures.stopped++;

  const wordsMs = words.length / 8;
  const spoken = join(
    silence(overAgentMs),
    words,
    silence(afterAgentMs - overAgentMs - wordsMs),
    words,
    silence(roomMs - afterAgentMs - wordsMs),
  );
  const edges = edgesOf(mix(room, spoken), mode, overAgentMs + yieldedMs);
  for (const fromMs of [overAgentMs, afterAgentMs]) {
    const untilMs = fromMs + wordsMs;
    figures.utterances++;
    const start = edges.find(
      ({ type, decidedAtMs }) => type === 'started' && decidedAtMs > fromMs && decidedAtMs < untilMs,
    );
    if (!start) figures.missed++;
    else if (fromMs === overAgentMs) figures.delaysMs.push(start.decidedAtMs - fromMs);
    const isEnd = ({ type, decidedAtMs }: Edge) =>
      type === 'ended' && decidedAtMs > untilMs - 400 && decidedAtMs < untilMs + 900;
    if (!edges.some(isEnd)) figures.endless++;
  }
}

/**
 * Returns sound of these sources at once, each starting at a different recording, with pauses of these lengths in turn
 * between the recordings.
 */
async function rooms(sources: Source[], pausesMs: number[] = [100]): Promise<Int16Array[]> {
  const all = await Promise.all(sources.map(recordings));
  return startsAt.map((share) => {
    const voices = all.map((pieces) => {
      const from = Math.floor(pieces.length * share);
      const running: Int16Array[] = [];
      for (let i = from, ms = 0; ms < roomMs; i++) {
        const piece = atLevel(pieces[i % pieces.length]!.subarray(0, roomMs * 8), 26);
        running.push(piece, silence(pausesMs[i % pausesMs.length]!));
        ms += piece.length / 8;
      }
      return join(...running).slice(0, roomMs * 8);
    });
    return mix(...voices.map((voice) => voice.map((sample) => sample / Math.sqrt(voices.length))));
  });
}

/** The pauses of a room that begins at any moment. */
const randomPauseMs = { min: 150, max: 900 };
const anyMomentsPerSource = 16;

/**
 * Returns sound that begins at a random moment of a recording or of a pause, as a call does. Each source speaks alone, with
 * random pauses. The sequence of random numbers is fixed. The held-out set has the recordings that this one lacks.
 */
async function anyMoments(sources: readonly Source[]): Promise<Int16Array[]> {
  let seed = isHeldOut ? 2 : 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const between = (min: number, max: number) => min + random() * (max - min);
  const all = await Promise.all(sources.map(recordings));
  return all.flatMap((pieces) => {
    const own = pieces.filter((_, i) => i % 2 === (isHeldOut ? 1 : 0));
    return Array.from({ length: anyMomentsPerSource }, () => {
      const running: Int16Array[] = [];
      const skippedMs = between(0, 4_000);
      for (let ms = 0; ms < skippedMs + roomMs; ) {
        const piece = atLevel(own[Math.floor(random() * own.length)]!, 26);
        const pauseMs = Math.round(between(randomPauseMs.min, randomPauseMs.max));
        running.push(piece, silence(pauseMs));
        ms += piece.length / 8 + pauseMs;
      }
      return join(...running).slice(Math.round(skippedMs * 8), Math.round(skippedMs + roomMs) * 8);
    });
  });
}

async function callers(): Promise<Int16Array[]> {
  const all = await Promise.all(speakers.map(recordings));
  return all.flat().filter((pcm, i) => i % 12 === (isHeldOut ? 6 : 0) && pcm.length <= utteranceMsMax * 8);
}

const missing = missingPackages();
if (missing.length > 0) {
  console.error(`bench:turns needs recorded people: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}
const cell = (text: string | number, width = 10) => String(text).padStart(width);

/** Prints the first part: the caller's speech beside other sounds of the room. */
async function printRooms(): Promise<void> {
  const people = await callers();
  const kinds: Record<string, Int16Array[]> = {
    'one voice': (await Promise.all(languages.map((source) => rooms([source])))).flat(),
    'with pauses': (
      await Promise.all(languages.map((source) => rooms([source], [150, 650, 350, 900])))
    ).flat(),
    'three voices': await rooms(['es', 'fr', 'ru']),
    music: await rooms(['music']),
    'any moment': await anyMoments(languages),
  };
  console.log(
    `${people.length} recorded utterances over G.711, levels of ${callerLevels.join(', ')} dB below full scale\n`,
  );
  console.log(
    `${'room'.padEnd(14)}${cell('below', 7)}${cell('setting')}${cell('stopped')}${cell('missed')}${cell('no end')}${cell('p50 ms')}${cell('p95 ms')}`,
  );
  for (const [kind, all] of Object.entries({ silent: [silence(roomMs)], ...kinds })) {
    for (const below of kind === 'silent' ? [0] : belows) {
      for (const mode of modes) {
        const figures: Figures = {
          announcements: 0,
          stopped: 0,
          utterances: 0,
          missed: 0,
          endless: 0,
          delaysMs: [],
        };
        for (const callerLevel of callerLevels) {
          for (const [i, room] of all.entries()) {
            const behind = kind === 'silent' ? room : atLevel(room, callerLevel + below);
            const chosen =
              kind === 'silent' ? people : [people[i % people.length]!, people[(i * 7 + 3) % people.length]!];
            for (const words of chosen) judge(behind, atLevel(words, callerLevel), mode, figures);
          }
        }
        const { announcements, stopped, utterances, missed, endless, delaysMs } = figures;
        const share = (count: number, of: number) => `${((100 * count) / of).toFixed(0)} %`;
        console.log(
          [
            kind.padEnd(14),
            cell(kind === 'silent' ? '-' : `${below} dB`, 7),
            cell(mode),
            cell(share(stopped, announcements)),
            cell(share(missed, utterances)),
            cell(share(endless, utterances)),
            cell(delaysMs.length > 0 ? percentile(delaysMs, 50) : '-'),
            cell(delaysMs.length > 0 ? percentile(delaysMs, 95) : '-'),
          ].join(''),
        );
      }
    }
  }
}

/** Of the ends of turns, each so many'th is heard in all conditions, unless all are asked for. */
const endsEvery = 8;
/** The models answer in any time here: how long they take is printed. */
const judgementMs = 60_000;

async function printEnds(): Promise<void> {
  const folder = options.models ?? process.env.PARLEY_MODELS_DIR;
  await using detector = folder ? await openTurnDetector(folder, silentLog, judgementMs) : null;
  if (folder && !detector) throw new Error(`${folder} has no smart-turn*.onnx and no silero_vad*.onnx`);
  const places = placesOf(await prompts());
  for await (const line of knownEnds(places, detector)) console.log(line);
  const heard = options.all ? places : sampleOf(places, endsEvery);
  for await (const line of heardEnds(heard, detector, await conditions())) console.log(line);
}

if (!options.ends) await printRooms();
await printEnds();
