import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'calls analyze CALL',
  about:
    'Has a call that has ended analysed again, by the version of its agent that is published now. While an analysis of it is pending there is no other.',
  example: 'parley calls analyze call_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    const analysis = await connect().calls.analyze(id, { signal });
    if (output.isJson) output.json(analysis, 2);
    else output.line(`An analysis by version ${analysis.pendingAgentVersion} of the agent is pending.`);
    return undefined;
  },
};
