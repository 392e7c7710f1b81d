import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'calls analyze CALL',
  about:
    'Analyzes an ended call again, with the published version of its agent. While an analysis is pending, no other begins.',
  example: 'parley calls analyze call_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    const analysis = await connect().calls.analyze(id, { signal });
    if (output.isJson) output.json(analysis, 2);
    else output.line(`An analysis with version ${analysis.pendingAgentVersion} of the agent is pending.`);
    return undefined;
  },
};
