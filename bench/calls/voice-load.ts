/**
 * `npm run bench:voice [-- --calls 100 --seconds 60 --shared]` holds that many calls at once in which the embedded voice speaks
 * sentences that no other call says: each greeting names the caller, and each answer has three sentences of its own. A
 * call that is refused is placed again, as a customer calls again. Prints how calls ended, how long callers heard ringing and
 * waited for words, and when the process took no more calls. With `--shared` all calls say the same sentences, as those of one
 * agent with a dialogue do. `--at-once 300` places that many calls in one moment; 16 by default.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PhoneBank } from './phone-bank.ts';
import { readUsage, sharesBetween } from './process-usage.ts';
import { quantileOf } from './statistics.ts';
import { type BenchWorld, startBenchWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    shared: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '16' },
  },
});
const [callsMax, seconds] = [Number(values.calls), Number(values.seconds)];
const callAgainMs = 1_000;
const placedAtOnce = Number(values['at-once']);
/** A caller who hears ringing for longer than this has waited for room. */
const ringsForRoomMs = 1_500;

interface RecordedCall {
  endedBy: string | null;
  endedReason: string | null;
  startedAt: string | null;
  transcript: { secondsFromStart: number }[];
  turns: Turn[];
}

/** The ledger of a turn, in milliseconds of the call. */
interface Turn {
  kind: string;
  waitedMs: number | null;
  speechEndMs: number | null;
  transcriptFinalMs: number | null;
  endOfTurnMs: number | null;
  firstSentenceMs: number | null;
  firstAudioMs: number | null;
  firstRtpMs: number | null;
}

await using world = await startBenchWorld(callsMax, {
  ...{ modelMs: 200, voiceMs: null, droppedAnswersMax: 0, ownWords: !values.shared },
});
const bank = await PhoneBank.open();
const from = readUsage(world.processId);
const untilMs = performance.now() + seconds * 1000;
let [wanted, refused, liveMax] = [callsMax, 0, 0];
const rangMs: number[] = [];
const hangUps: (() => void)[] = [];
const watch = setInterval(() => {
  liveMax = Math.max(liveMax, bank.live);
}, 200);
const caller = async () => {
  while (wanted > 0 && performance.now() < untilMs) {
    wanted--;
    const placedAtMs = performance.now();
    const call = await bank.place(world.calledNumber, world.program.sipPort);
    if (call.kind === 'answered') {
      hangUps.push(call.hangUp);
      rangMs.push(performance.now() - placedAtMs);
    } else {
      refused++;
      wanted++;
      await delay(callAgainMs);
    }
  }
};
await Promise.all(Array.from({ length: placedAtOnce }, caller));
await delay(Math.max(untilMs - performance.now(), 0));
clearInterval(watch);
const share = sharesBetween(from, readUsage(world.processId));
const { lost } = bank;
for (const hangUp of hangUps) hangUp();
await delay(3_000);
const calls = await readCalls(world);
const ends = new Map<string, number>();
for (const { endedBy, endedReason } of calls) {
  const end = `${endedBy}: ${endedReason}`;
  ends.set(end, (ends.get(end) ?? 0) + 1);
}
const summary = (ms: number[]) => ({
  ...{ count: ms.length, p50: quantileOf(ms, 0.5), p95: quantileOf(ms, 0.95), max: quantileOf(ms, 1) },
});
/** From the beginning of the call to its first word. */
const firstWordMs = summary(
  calls.flatMap(({ transcript }) => transcript.slice(0, 1).map((said) => said.secondsFromStart * 1000)),
);
/** From the end of what a caller said to the first word of the answer. */
const answerMs = summary(
  calls.flatMap(({ turns }) =>
    turns.flatMap(({ kind, waitedMs }) => (kind === 'speech' && waitedMs !== null ? [waitedMs] : [])),
  ),
);
/** Where the callers waited: for the stub of a transcriber, the end of the turn, the stub of a model, the voice, and the line. */
const steps = [
  'speechEndMs',
  'transcriptFinalMs',
  'endOfTurnMs',
  'firstSentenceMs',
  'firstAudioMs',
  'firstRtpMs',
] as const;
const names = ['transcriber', 'turn', 'model', 'voice', 'line'];
const turns = calls
  .flatMap((call) => call.turns)
  .filter(({ kind, waitedMs }) => kind === 'speech' && waitedMs !== null);
const parts = Object.fromEntries(
  names.map((name, index) => {
    const between = turns.flatMap((turn) => {
      const [from, to] = [turn[steps[index]!], turn[steps[index + 1]!]];
      return from === null || to === null ? [] : [to - from];
    });
    return [name, summary(between)];
  }),
);
const result = { callsMax, seconds, answered: hangUps.length, refused, liveMax, lost };
const ringing = { ...summary(rangMs), rangForRoom: rangMs.filter((ms) => ms > ringsForRoomMs).length };
const gate = world.program
  .log()
  .filter(({ msg }) => /overloaded|accepts calls again/.test(String(msg)))
  .map(({ msg, calls: live, lateShare, loopLagMs, voiceBehindMs }) => ({
    ...{ msg, live, lateShare, loopLagMs, voiceBehindMs },
  }));
const endsOf = Object.fromEntries(ends);
console.log(
  JSON.stringify(
    { ...result, ends: endsOf, ringing, firstWordMs, answerMs, parts, cores: share, gate },
    null,
    2,
  ),
);
await bank.close();
await world.program.stop();
process.exit();

async function readCalls({ program }: BenchWorld): Promise<RecordedCall[]> {
  const read: RecordedCall[] = [];
  let path: string | null = '/api/calls?pageSize=100';
  while (path !== null) {
    const page: { body: unknown } = await program.request('GET', path);
    const { calls, metadata } = page.body as {
      calls: { callId: string }[];
      metadata: { nextPage: string | null };
    };
    for (const { callId } of calls)
      read.push((await program.request('GET', `/api/calls/${callId}`)).body as RecordedCall);
    path = metadata.nextPage?.slice(new URL(metadata.nextPage).origin.length) ?? null;
  }
  return read.filter(({ startedAt }) => startedAt !== null);
}
