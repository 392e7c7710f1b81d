import { type Command, type CommandContext, textOf, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { onlyNumber } from '../only-one.ts';

export const command: Command = {
  usage: 'call AGENT NUMBER [--var NAME=VALUE …] [--from PHONE-NUMBER-ID] [--wait]',
  about: `Calls NUMBER (E.164) with an agent. The customer sees the number of --from, by default the organization's only
number. With --wait, waits for the end of the call, and exits with 1 if it was not answered.`,
  example: 'parley call agent_01kb… +12025550123 --var first_name=Ada --wait',
  positionals: [2, 2],
  options: {
    var: { type: 'string', multiple: true },
    from: { type: 'string' },
    wait: { type: 'boolean' },
  },
  async run({ positionals: [agentId = '', phoneNumber = ''], values, output, connect, signal }) {
    const variables = variablesOf(values.var);
    const parley = connect();
    const phoneNumberId = textOf(values.from) ?? (await onlyNumber(parley, signal));
    let call = await parley.calls.place(agentId, { phoneNumber, phoneNumberId, variables }, { signal });
    if (values.wait === true) {
      output.note(`${call.callId} is ${call.status}`);
      for await (const { event, data } of parley.calls.follow(call.callId, { signal })) {
        const status = (data as { status?: string }).status;
        if (event === 'state' && status) output.note(`${call.callId} is ${status}`);
      }
      call = await parley.calls.get(call.callId, { signal });
    }
    if (output.isJson) output.json(call, 2);
    else output.line([call.callId, call.status, call.endedReason].filter(Boolean).join(' '));
    return values.wait === true && call.startedAt === null ? exitCodes.failure : exitCodes.success;
  },
};

function variablesOf(given: CommandContext['values'][string]): Record<string, string> {
  const pairs = Array.isArray(given) ? given.map(String) : [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageError(`--var ${pair}: write NAME=VALUE`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
