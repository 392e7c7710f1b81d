import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'calls show ID',
  about: 'Prints a call with all its fields, as JSON.',
  example: 'parley calls show call_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    output.json(await connect().calls.get(id, { signal }), 2);
    return undefined;
  },
};
