import type { Command } from '../command.ts';
import { timeText } from '../durations.ts';
import { withNames } from '../names.ts';

export const command: Command = {
  usage: 'calls why CALL',
  about: 'Prints every decision about a call, in order.',
  example: 'parley calls why call_01kb…',
  positionals: [1, 1],
  options: {},
  async run({ positionals: [id = ''], output, connect, signal }) {
    const parley = connect();
    const why = await parley.calls.explain(id, { signal });
    if (output.isJson) {
      output.json(why, 2);
      return undefined;
    }
    const messages = why.decisions.map(({ message }) => message);
    const texts = await withNames(parley, messages, signal);
    output.table(
      ['AT', 'DECISION', 'REASON', 'IN WORDS'],
      why.decisions.map(({ at, decision, reason }, i) => [timeText(at), decision, reason, texts[i]]),
    );
    return undefined;
  },
};
