import type { Command } from '../command.ts';
import { durationText, secondsOf, timeText } from '../durations.ts';
import { counted, listOptions, printList } from '../list.ts';
import { agentNames } from '../names.ts';

export const command: Command = {
  usage: 'calls list [--limit N]',
  about: 'Lists calls, newest first, 50 by default. With --json, prints one a line.',
  example: 'parley calls list --limit 10',
  positionals: [0, 0],
  options: listOptions,
  run(context) {
    const parley = context.connect();
    const nameOf = agentNames(parley, context.signal);
    return printList(
      context,
      parley.calls.list({}, { signal: context.signal }),
      {
        CALL: (call) => call.callId,
        CREATED: (call) => timeText(call.createdAt),
        NUMBER: (call) => call.customerNumber,
        AGENT: (call) => nameOf(call.agentId),
        CAMPAIGN: (call) => call.campaignName,
        STATUS: (call) => call.status,
        DURATION: (call) => asDuration(secondsOf(call)),
        ENDED: (call) => call.endedReason,
      },
      (calls) => {
        const answered = calls.flatMap((call) => secondsOf(call) ?? []);
        const seconds = answered.reduce((sum, one) => sum + one, 0);
        return `${counted(calls.length, 'call')}, ${answered.length} answered, ${durationText(seconds)} in all`;
      },
    );
  },
};

function asDuration(seconds: number | null): string | null {
  return seconds === null ? null : durationText(seconds);
}
