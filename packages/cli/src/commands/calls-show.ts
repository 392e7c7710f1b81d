import { callReport } from '../call-report.ts';
import type { Command } from '../command.ts';
import { namesOf } from '../names.ts';

export const command: Command = {
  usage: 'calls show ID',
  about: 'Prints a call with names, without what is empty. With --json, prints all fields.',
  example: 'parley calls show call_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    const parley = connect();
    const call = await parley.calls.get(id, { signal });
    if (output.isJson) output.json(call, 2);
    else output.facts(callReport(call, await namesOf(parley, idsOf(call), signal)));
    return undefined;
  },
};

function idsOf({ agentId, trunkId, usage }: Parameters<typeof callReport>[0]): string[] {
  const ofUsage = usage.map(({ provider }) => provider);
  return [agentId, ...(trunkId === null ? [] : [trunkId]), ...ofUsage];
}
