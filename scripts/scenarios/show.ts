import type { Screen } from '../demo/screen.ts';
import type { ScenarioOutcome } from './run.ts';

/** The transcript of a call that was played, and what was not as expected. */
export function showOutcome(screen: Screen, outcome: ScenarioOutcome): void {
  const { record, failures, skipped } = outcome;
  if (skipped !== null) screen.field('skipped', skipped);
  if (record) {
    screen.field('ended', `${record.endedBy} (${record.endedReason})`);
    for (const { secondsFromStart, role, message } of record.transcript) {
      const at = screen.paint('dim', `${secondsFromStart.toFixed(2)} s`);
      screen.field('transcript', `${at} ${role} “${message}”`);
    }
  }
  for (const failure of failures) screen.field(screen.paint('red', '✗'), failure);
  if (failures.length === 0 && skipped === null) screen.field(screen.paint('green', '✓'), 'as expected');
}

/** All outcomes, one a line; times are milliseconds as measured on the wire, the greatest of each call. */
export function table(outcomes: readonly ScenarioOutcome[]): string {
  const greatest = (values: readonly number[] | undefined) =>
    values === undefined || values.length === 0 ? '–' : String(Math.round(Math.max(...values)));
  const rows = outcomes.map(({ name, failures, skipped, record, measured }) => [
    name,
    skipped === null ? (failures.length === 0 ? 'passed' : 'FAILED') : 'skipped',
    record?.endedReason ?? '–',
    greatest(measured?.answerMs),
    greatest(measured?.silencedMs),
  ]);
  const all = [['scenario', 'outcome', 'ended', 'answer ms', 'silenced ms'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`)
    .join('\n');
}
