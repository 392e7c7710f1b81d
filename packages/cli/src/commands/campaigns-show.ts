import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'campaigns show ID',
  about: 'Prints a campaign with all its fields, as JSON.',
  example: 'parley campaigns show campaign_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    output.json(await connect().campaigns.get(id, { signal }), 2);
    return undefined;
  },
};
