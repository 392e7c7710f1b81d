import type { Command } from '../command.ts';
import { stateText } from '../names.ts';

export const command: Command = {
  usage: 'campaigns show ID',
  about: 'Prints a campaign field by field, without empty ones. With --json, prints all fields.',
  example: 'parley campaigns show campaign_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    const campaign = await connect().campaigns.get(id, { signal });
    if (output.isJson) output.json(campaign, 2);
    else {
      const { state, isDone: _, hasStarted: __, ...shown } = campaign;
      output.facts({ ...shown, status: stateText(state) });
    }
    return undefined;
  },
};
