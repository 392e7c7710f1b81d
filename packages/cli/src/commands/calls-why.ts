import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'calls why CALL',
  about: 'Prints every decision about a call, in order.',
  example: 'parley calls why call_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    const why = await connect().calls.explain(id, { signal });
    if (output.isJson) output.json(why, 2);
    else
      output.table(
        ['AT', 'DECISION', 'REASON', 'IN WORDS'],
        why.decisions.map(({ at, decision, reason, message }) => [at, decision, reason, message]),
      );
    return undefined;
  },
};
