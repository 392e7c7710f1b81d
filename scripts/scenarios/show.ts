import type { Screen } from '../demo/screen.ts';
import type { FileOutcome } from './play-file.ts';
import type { ScenarioOutcome } from './run.ts';
import { comparisonLines } from './show-comparison.ts';

/** Returns whether a file succeeded: its call met the expectations, equals the earlier call, or was skipped. */
export function isAsItShouldBe({ outcome, comparison }: FileOutcome): boolean {
  return outcome.failures.length === 0 && !comparison?.differs;
}

/** Returns the outcome for `--json`. */
export function outcomeJson({ path, outcome, comparison }: FileOutcome) {
  const { name, skipped, failures, record, measured } = outcome;
  const { callId = null, endedReason = null, transcript = [] } = record ?? {};
  return { path, name, skipped, failures, callId, endedReason, transcript, measured, comparison };
}

/** Prints the outcome of a file in lines of at most `width` characters. */
export function showFile(screen: Screen, file: FileOutcome, width: number): void {
  const { outcome, comparison } = file;
  if (comparison === null) {
    showOutcome(screen, outcome);
    return;
  }
  for (const line of comparisonLines(comparison, (style, text) => screen.paint(style, text), width)) {
    screen.line(line);
  }
  for (const failure of outcome.failures) screen.field(screen.paint('red', '✗'), failure);
}

/** Prints the transcript of a played call, and its failures. */
function showOutcome(screen: Screen, outcome: ScenarioOutcome): void {
  const { record, failures, skipped } = outcome;
  if (skipped !== null) screen.field('skipped', skipped);
  if (record) {
    screen.field('ended', `${record.endedBy} (${record.endedReason})`);
    for (const { secondsFromStart, role, message, name, toolCall } of record.transcript) {
      const at = screen.paint('dim', `${secondsFromStart.toFixed(2)} s`);
      const what = role === 'tool' ? `${name} ${JSON.stringify(toolCall?.arguments ?? {})}` : `“${message}”`;
      screen.field('transcript', `${at} ${role} ${what}`);
    }
  }
  for (const failure of failures) screen.field(screen.paint('red', '✗'), failure);
  if (failures.length === 0 && skipped === null) screen.field(screen.paint('green', '✓'), 'as expected');
}

/** Returns all outcomes as a table, with the longest times of each call in milliseconds. */
export function table(files: readonly FileOutcome[]): string {
  const greatest = (values: readonly number[] | undefined) =>
    values === undefined || values.length === 0 ? '–' : String(Math.round(Math.max(...values)));
  const rows = files.map((file) => [
    file.outcome.name,
    verdict(file),
    file.outcome.record?.endedReason ?? '–',
    greatest(file.outcome.measured?.answerMs),
    greatest(file.outcome.measured?.silencedMs),
  ]);
  const all = [['scenario', 'outcome', 'ended', 'answer ms', 'silenced ms'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`)
    .join('\n');
}

function verdict(file: FileOutcome): string {
  const { outcome, comparison } = file;
  if (outcome.skipped !== null) return 'skipped';
  if (comparison !== null) return isAsItShouldBe(file) ? 'same' : 'DIFFERENT';
  return isAsItShouldBe(file) ? 'passed' : 'FAILED';
}
