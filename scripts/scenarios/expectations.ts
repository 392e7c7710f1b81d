import type { SimulatedCall } from '../../src/simulation/index.ts';
import type { CallRecord } from '../demo/api.ts';
import type { SaidByCustomer } from './play.ts';
import type { Expectations, Said } from './schema.ts';

/** What is known of a call that is over. */
export interface PlayedCall {
  record: CallRecord;
  heard: SimulatedCall['heardSpeech'];
  heardZeroEpochMs: number;
  said: readonly SaidByCustomer[];
}

/** What was measured on the wire, in milliseconds, one for each time. */
export interface Measured {
  answerMs: number[];
  silencedMs: number[];
}

/** Where the agent goes on over what the customer says for so long, it was not silenced but had finished. */
const speechGapMs = 5_000;

/** Measures how fast the agent answered, and fell silent when it was interrupted, by the packets of both sides. */
export function measure(played: PlayedCall): Measured {
  const heard = played.heard.map(({ startMs, endMs }) => ({
    startMs: played.heardZeroEpochMs + startMs,
    endMs: played.heardZeroEpochMs + endMs,
  }));
  const measured: Measured = { answerMs: [], silencedMs: [] };
  for (const [index, { startEpochMs, endEpochMs, interrupts }] of played.said.entries()) {
    const nextSaidMs = played.said[index + 1]?.startEpochMs ?? Number.POSITIVE_INFINITY;
    const answer = heard.find(({ startMs }) => startMs >= endEpochMs && startMs < nextSaidMs);
    if (answer) measured.answerMs.push(answer.startMs - endEpochMs);
    const cut = heard.find(({ startMs, endMs }) => startMs < startEpochMs && endMs >= startEpochMs);
    if (interrupts && cut && cut.endMs - startEpochMs < speechGapMs) {
      measured.silencedMs.push(cut.endMs - startEpochMs);
    }
  }
  return measured;
}

/** What was expected and is not so, in sentences; empty when all is as expected. */
export function failuresOf(expected: Expectations, played: PlayedCall): string[] {
  const { record } = played;
  const failures: string[] = [];
  const same = (name: string, actual: unknown, wanted: unknown) => {
    if (wanted !== undefined && actual !== wanted) failures.push(`${name} is ${actual}, not ${wanted}`);
  };
  same('endedReason', record.endedReason, expected.endedReason);
  same('endedBy', record.endedBy, expected.endedBy);
  failures.push(...transcriptFailures(expected, record));
  const calls = record.transcript.filter(({ role }) => role === 'tool').map(({ name }) => name);
  if (expected.toolCalls) same('toolCalls', calls.join(', '), expected.toolCalls.join(', '));
  const { turnsMin = 0 } = expected;
  if (played.heard.length < turnsMin) failures.push(`the agent spoke ${played.heard.length} times`);
  const { answerMs, silencedMs } = measure(played);
  failures.push(...slower('answered after', answerMs, expected.answerMsMax));
  failures.push(...slower('fell silent after', silencedMs, expected.silencedMsMax));
  return failures;
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

/** Whether an entry is as expected. Case and the white space around do not count. */
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
