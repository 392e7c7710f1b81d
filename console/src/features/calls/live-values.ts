import type { Call } from './call-labels.ts';
import type { CallCommand } from './commands.ts';

type Timed = { atMs: number };

/**
 * Returns the variables of a live call: those that it began with, what its flow found out, and what members set. `steps` are the
 * changes of the flow, by their index in the transcript.
 */
export function liveVariables(
  { callVariables, transcript }: Pick<Call, 'callVariables' | 'transcript'>,
  steps: ReadonlyMap<number, { values: Readonly<Record<string, unknown>> }>,
  commands: readonly CallCommand[],
): Record<string, unknown> {
  const changes: (Timed & { values: Readonly<Record<string, unknown>> })[] = [];
  for (const [at, { values }] of steps) changes.push({ atMs: Date.parse(transcript[at]!.time), values });
  for (const { command, state, endedAt } of commands) {
    if (command.type === 'setVariable' && state === 'done' && endedAt !== null)
      changes.push({ atMs: Date.parse(endedAt), values: { [command.name]: command.value } });
  }
  changes.sort((a, b) => a.atMs - b.atMs);
  return Object.assign({}, callVariables, ...changes.map(({ values }) => values));
}

/**
 * Returns whether the recording of a live call is paused: by a member or a program, or by one of the agent's tools with these
 * names. Whichever was last counts.
 */
export function isRecordingPaused(
  transcript: Call['transcript'],
  decisions: readonly { at: string; reason: string }[],
  toolNames: readonly string[],
): boolean {
  const changes: (Timed & { isPaused: boolean })[] = [];
  for (const { at, reason } of decisions) {
    if (reason === 'recording-paused' || reason === 'recording-resumed')
      changes.push({ atMs: Date.parse(at), isPaused: reason === 'recording-paused' });
  }
  for (const { role, name, result, time } of transcript) {
    if (
      role === 'tool' &&
      name !== undefined &&
      toolNames.includes(name) &&
      typeof result?.paused === 'boolean'
    )
      changes.push({ atMs: Date.parse(time), isPaused: result.paused });
  }
  return changes.sort((a, b) => a.atMs - b.atMs).at(-1)?.isPaused ?? false;
}
