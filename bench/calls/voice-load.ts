/**
 * `npm run bench:voice [-- --calls 100 --seconds 60 --shared]` holds that many calls at once in which the embedded voice speaks
 * sentences that no other call says: each greeting names the caller, and each answer has three sentences of its own. A
 * call that is refused is placed again, as a customer calls again. Callers hang up after `--seconds`. Each answered call is
 * followed to its end.
 *
 * Prints how calls ended, by whom and why, how long callers heard ringing, how late calls began, the stalls that callers
 * heard, and when the process took no more calls. With `--shared` all calls say the same sentences, as those of one
 * agent with a dialogue do. `--at-once 300` places that many calls in one moment; 16 by default. `--busy 2` keeps that
 * many processes busy beside the program, at its priority. Exits with 1 if Parley ended a call or if one did not end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { recordOf } from './level.ts';
import { PhoneBank, type PlacedCall } from './phone-bank.ts';
import { readUsage, sharesBetween } from './process-usage.ts';
import { quantileOf } from './statistics.ts';
import { startBenchWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    shared: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '16' },
    busy: { type: 'string', default: '0' },
  },
});
const [callsMax, seconds] = [Number(values.calls), Number(values.seconds)];
const callAgainMs = 1_000;
const placedAtOnce = Number(values['at-once']);
/** A caller who hears ringing for longer than this has waited for room. */
const ringsForRoomMs = 1_500;
/** A silence within an answer that a caller notices. Pauses between sentences are shorter. */
const stallMs = 1_000;
const recordsAtOnce = 8;

type AnsweredCall = Extract<PlacedCall, { kind: 'answered' }>;

/** The steps of a turn, in milliseconds of the call. */
const steps = [
  'speechEndMs',
  'transcriptFinalMs',
  'endOfTurnMs',
  'firstSentenceMs',
  'firstAudioMs',
  'firstRtpMs',
] as const;
/** Where the callers waited: for the stub of a transcriber, the end of the turn, the stub of a model, the voice, and the line. */
const partNames = ['transcriber', 'turn', 'model', 'voice', 'line'];

/** The ledger of a turn. */
interface Turn extends Record<(typeof steps)[number], number | null> {
  kind: string;
  waitedMs: number | null;
}

interface RecordedCall {
  callId: string;
  endedBy: string | null;
  endedReason: string | null;
  turns: Turn[];
}

await using world = await startBenchWorld(callsMax, {
  ...{ modelMs: 200, voiceMs: null, droppedAnswersMax: 0, ownWords: !values.shared },
});
const bank = await PhoneBank.open();
const busy: ChildProcess[] = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);']),
);
const from = readUsage(world.processId);
const untilMs = performance.now() + seconds * 1000;
let [wanted, refused, liveMax] = [callsMax, 0, 0];
const rangMs: number[] = [];
const answered: AnsweredCall[] = [];
const watch = setInterval(() => {
  liveMax = Math.max(liveMax, bank.live);
}, 200);
const caller = async () => {
  while (wanted > 0 && performance.now() < untilMs) {
    wanted--;
    const placedAtMs = performance.now();
    const call = await bank.place(world.calledNumber, world.program.sipPort);
    if (call.kind === 'answered') {
      answered.push(call);
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
const cores = sharesBetween(from, readUsage(world.processId));
const { lost } = bank;
for (const { hangUp } of answered) hangUp();
const records = await followToTheEnd(answered);
for (const process of busy) process.kill();

const ends: Record<string, number> = {};
for (const { endedBy, endedReason } of records.ended) {
  const end = `${endedBy}: ${endedReason}`;
  ends[end] = (ends[end] ?? 0) + 1;
}
const endedByUs = records.ended.filter(({ endedBy }) => endedBy !== 'Customer ended the call');
const heard = answered.map((call) => call.heard);
const innerMs = heard.map(({ innerSilenceMs }) => innerSilenceMs);
const result = {
  ...{ callsMax, seconds, answered: answered.length, refused, liveMax, lost, ends },
  notEnded: records.missing,
  endedByUs: await Promise.all(endedByUs.map(whyEnded)),
  ringing: { ...summary(rangMs), rangForRoom: rangMs.filter((ms) => ms > ringsForRoomMs).length },
  /** From the answer to the first sound. */
  firstSoundMs: summary(heard.flatMap(({ firstSoundMs }) => firstSoundMs ?? [])),
  silentCalls: heard.filter(({ firstSoundMs }) => firstSoundMs === null).length,
  /** From the end of what a caller said to the first sound of the answer, as the caller hears it and by the ledger. */
  answerMs: summary(bank.measurements.answersMs),
  ledgerAnswerMs: summary(speechTurns().map(({ waitedMs }) => waitedMs!)),
  questions: heard.reduce((sum, { questions }) => sum + questions, 0),
  /** Questions after which the caller heard nothing before asking again. */
  unanswered: heard.reduce((sum, { unanswered }) => sum + unanswered, 0),
  /** The longest silence within an answer, by call. */
  stalls: { ...summary(innerMs), callsWithStall: innerMs.filter((ms) => ms > stallMs).length },
  /** The longest time without a sound of the agent, by call. Callers ask every 9 s. */
  silenceMs: summary(heard.map(({ longestSilenceMs }) => longestSilenceMs)),
  parts: partsOfTurns(),
  cores,
  gate: world.program
    .log()
    .filter(({ msg }) => /overloaded|accepts calls again/.test(String(msg)))
    .map(({ msg, calls: live, lateShare, loopLagMs, voiceBehindMs }) => ({
      ...{ msg, live, lateShare, loopLagMs, voiceBehindMs },
    })),
};
console.log(JSON.stringify(result, null, 2));
await bank.close();
await world.program.stop();
process.exit(endedByUs.length + records.missing.length + lost === 0 ? 0 : 1);

function summary(ms: readonly number[]) {
  const at = (share: number) => Math.round(quantileOf(ms, share) ?? 0);
  return ms.length === 0 ? { count: 0 } : { count: ms.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}

/** Waits for the end of each call on record. `missing` are the Call-IDs of those that do not end. */
async function followToTheEnd(calls: readonly AnsweredCall[]) {
  const waiting = [...calls];
  const ended: RecordedCall[] = [];
  const missing: string[] = [];
  const follow = async () => {
    for (let call = waiting.pop(); call; call = waiting.pop()) {
      const { sipCallId } = call;
      const record = await recordOf<RecordedCall>(world, sipCallId).catch(() => null);
      if (record) ended.push(record);
      else missing.push(sipCallId);
    }
  };
  await Promise.all(Array.from({ length: recordsAtOnce }, follow));
  return { ended, missing };
}

/** Returns the last decision about a call that its caller did not end. */
async function whyEnded({ callId, endedBy, endedReason }: RecordedCall) {
  const { body } = await world.program.request('GET', `/api/calls/${callId}/why`);
  const { decisions } = body as { decisions: { message: string }[] };
  return { callId, endedBy, endedReason, message: decisions.at(-1)?.message };
}

function speechTurns(): Turn[] {
  return records.ended.flatMap(({ turns }) =>
    turns.filter(({ kind, waitedMs }) => kind === 'speech' && waitedMs !== null),
  );
}

function partsOfTurns() {
  return Object.fromEntries(
    partNames.map((name, index) => {
      const between = speechTurns().flatMap((turn) => {
        const [begin, end] = [turn[steps[index]!], turn[steps[index + 1]!]];
        return begin === null || end === null ? [] : [end - begin];
      });
      return [name, summary(between)];
    }),
  );
}
