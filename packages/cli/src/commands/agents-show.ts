import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'agents show ID',
  about: 'Prints an agent field by field, without empty ones. With --json, prints all fields.',
  example: 'parley agents show agent_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    const agent = await connect().agents.get(id, { signal });
    if (output.isJson) output.json(agent, 2);
    else output.facts(agent);
    return undefined;
  },
};
