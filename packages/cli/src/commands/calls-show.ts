import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'calls show ID',
  about: 'Prints a call field by field, without empty ones. With --json, prints all fields.',
  example: 'parley calls show call_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    const call = await connect().calls.get(id, { signal });
    if (output.isJson) output.json(call, 2);
    else output.facts({ ...call, transcript: call.transcript.map(spoken).join('\n'), turns: null });
    return undefined;
  },
};

/** Returns an entry of a transcript as a line: when, who and what. */
function spoken(entry: {
  secondsFromStart: number;
  role: string;
  message: string;
  notUnderstood?: boolean;
}): string {
  const words = entry.notUnderstood ? '(not understood)' : entry.message;
  return `${entry.secondsFromStart.toFixed(1)} s  ${entry.role}: ${words}`;
}
