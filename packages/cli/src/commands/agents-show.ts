import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'agents show ID',
  about: 'Prints an agent with all its fields, as JSON.',
  example: 'parley agents show agent_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    output.json(await connect().agents.get(id, { signal }), 2);
    return undefined;
  },
};
