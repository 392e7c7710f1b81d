import { isDeepStrictEqual } from 'node:util';
import { flowEntryName } from '../../src/conversation/flow/index.ts';
import type { Expectations, ExpectedToolCall, Said } from '../../src/domains/scenarios/index.ts';
import type { SimulatedCall } from '../../src/simulation/index.ts';
import type { CallRecord } from '../demo/api.ts';
import type { PlayedAction } from './play.ts';
import type { SpokenText } from './speech-service.ts';

/** An ended call with its measurements. */
export interface PlayedCall {
  record: CallRecord;
  heard: SimulatedCall['heardSpeech'];
  heardZeroEpochMs: number;
  heardLevels: SimulatedCall['heardLevels'];
  /** When the call ended for the customer's phone. */
  endedEpochMs: number;
  actions: readonly PlayedAction[];
  /** The texts that simulated voices were asked to say. */
  spoken: readonly SpokenText[];
}

/** Times measured by RTP packets, in milliseconds, one for each event. */
export interface Measured {
  answerMs: number[];
  silencedMs: number[];
}

/** Converts positions of heard speech to epoch times. */
function heardTimes({ heard, heardZeroEpochMs }: PlayedCall): { startMs: number; endMs: number }[] {
  return heard.map(({ startMs, endMs }) => ({
    startMs: heardZeroEpochMs + startMs,
    endMs: heardZeroEpochMs + endMs,
  }));
}

/** Measures how fast the agent answered, and stopped at an interruption, by the packets of both sides. */
export function measure(played: PlayedCall): Measured {
  const heard = heardTimes(played);
  const measured: Measured = { answerMs: [], silencedMs: [] };
  const said = played.actions.filter(({ kind }) => kind === 'said');
  for (const [index, { startEpochMs, endEpochMs, interrupts }] of said.entries()) {
    const nextSaidMs = said[index + 1]?.startEpochMs ?? Number.POSITIVE_INFINITY;
    const answer = heard.find(({ startMs }) => startMs >= endEpochMs && startMs < nextSaidMs);
    if (answer) measured.answerMs.push(answer.startMs - endEpochMs);
    const cut = heard.find(({ startMs, endMs }) => startMs < startEpochMs && endMs >= startEpochMs);
    if (interrupts && cut) measured.silencedMs.push(cut.endMs - startEpochMs);
  }
  return measured;
}

/**
 * Returns what the customer said without hearing an answer within `maxMs`, its next action, or the end of the call. Words
 * during the agent's speech need no answer when the agent continues.
 */
function unansweredFor(maxMs: number | undefined, played: PlayedCall): string[] {
  if (maxMs === undefined) return [];
  const heard = heardTimes(played);
  const { actions, endedEpochMs } = played;
  return actions.flatMap(({ kind, what, endEpochMs }, index) => {
    const untilMs = Math.min(actions[index + 1]?.startEpochMs ?? endedEpochMs, endedEpochMs);
    const isHeard = heard.some(({ startMs, endMs }) => endMs > endEpochMs && startMs < untilMs);
    return kind === 'said' && !isHeard && untilMs - endEpochMs > maxMs ? [what] : [];
  });
}

/** Returns a sentence for each expectation that was not met. */
export function failuresOf(expected: Expectations, played: PlayedCall): string[] {
  const { record } = played;
  const failures: string[] = [];
  const same = (name: string, actual: unknown, wanted: unknown) => {
    if (wanted !== undefined && actual !== wanted) failures.push(`${name} is ${actual}, not ${wanted}`);
  };
  same('endedReason', record.endedReason, expected.endedReason);
  same('endedBy', record.endedBy, expected.endedBy);
  failures.push(...transcriptFailures(expected, record));
  failures.push(...spokenFailures(expected, played));
  if (expected.toolCalls) failures.push(...toolFailures(expected.toolCalls, record));
  const turnEnds = record.turns.flatMap(({ endedBy }) => endedBy ?? []).join(', ');
  same('turnEnds', turnEnds, expected.turnEnds?.join(', '));
  const { turnsMin = 0 } = expected;
  if (played.heard.length < turnsMin) failures.push(`the agent spoke ${played.heard.length} times`);
  const { answerMs, silencedMs } = measure(played);
  const unanswered = unansweredFor(expected.answerMsMax, played);
  failures.push(...unanswered.map((what) => `the agent never answered “${what}”`));
  if (unanswered.length === 0 || answerMs.length > 0)
    failures.push(...slower('answered after', answerMs, expected.answerMsMax));
  failures.push(...slower('fell silent after', silencedMs, expected.silencedMsMax));
  const waitedMs = record.turns.flatMap((turn) => turn.waitedMs ?? []);
  if (expected.waitedMsMax !== undefined) {
    const { waitedMsMax } = expected;
    const late = waitedMs.filter((ms) => ms > waitedMsMax);
    failures.push(...late.map((ms) => `the customer waited ${ms} ms`));
  }
  return failures;
}

function toolFailures(expected: readonly ExpectedToolCall[], { transcript }: CallRecord): string[] {
  const used = transcript.filter(({ role, name }) => role === 'tool' && name !== flowEntryName);
  const calls = expected.map((call) => (typeof call === 'string' ? { name: call } : call));
  const names = (list: readonly { name?: string | undefined }[]) => list.map(({ name }) => name).join(', ');
  if (names(used) !== names(calls)) return [`toolCalls is ${names(used)}, not ${names(calls)}`];
  return calls.flatMap(({ name, arguments: wanted = {} }, index) => {
    const given = used[index]!.toolCall?.arguments ?? {};
    return Object.entries(wanted)
      .filter(([key, value]) => !isDeepStrictEqual(given[key], value))
      .map(
        ([key, value]) =>
          `toolCalls.${index} (${name}): ${key} is ${JSON.stringify(given[key])}, not ${JSON.stringify(value)}`,
      );
  });
}

function transcriptFailures({ transcript, never }: Expectations, record: CallRecord): string[] {
  const failures: string[] = [];
  let at = 0;
  for (const said of transcript) {
    const found = record.transcript.findIndex((entry, index) => index >= at && fits(said, entry));
    if (found < 0) failures.push(`the transcript lacks ${JSON.stringify(said)} after its entry ${at}`);
    else at = found + 1;
  }
  for (const said of never) {
    const found = record.transcript.find((entry) => fits(said, entry));
    if (found) failures.push(`the transcript has ${JSON.stringify(found.message)}`);
  }
  return failures;
}

function spokenFailures(expected: Expectations, { spoken }: PlayedCall): string[] {
  let at = 0;
  return expected.spoken.flatMap(({ voice, contains }) => {
    const found = spoken.findIndex(
      (one, index) => index >= at && one.voice === voice && one.text.includes(contains),
    );
    if (found < 0) return [`the voice ${voice} was not asked to say “${contains}” after its text ${at}`];
    at = found + 1;
    return [];
  });
}

/** Returns whether an entry matches. Case and outer white space do not count. */
function fits(said: Said, entry: { role: string; message: string }): boolean {
  const message = entry.message.trim().toLowerCase();
  if (said.role !== undefined && said.role !== entry.role) return false;
  if (said.is !== undefined && said.is.trim().toLowerCase() !== message) return false;
  if (said.contains !== undefined && !message.includes(said.contains.toLowerCase())) return false;
  return said.matches === undefined || new RegExp(said.matches, 'i').test(entry.message);
}

function slower(what: string, measuredMs: readonly number[], maxMs: number | undefined): string[] {
  if (maxMs === undefined) return [];
  if (measuredMs.length === 0) return [`the agent never ${what.replace(' after', '')}`];
  return measuredMs.filter((ms) => ms > maxMs).map((ms) => `the agent ${what} ${Math.round(ms)} ms`);
}
