import type { Command } from '../command.ts';
import { listOptions, printList } from '../list.ts';

export const command: Command = {
  usage: 'calls list [--limit N]',
  about: 'Lists calls, newest first, 50 by default. With --json, prints one a line.',
  example: 'parley calls list --limit 10',
  positionals: [0, 0],
  options: listOptions,
  run: (context) =>
    printList(context, context.connect().calls.list({}, { signal: context.signal }), {
      CALL: (call) => call.callId,
      CREATED: (call) => call.createdAt,
      NUMBER: (call) => call.customerNumber,
      STATUS: (call) => call.status,
      ENDED: (call) => call.endedReason,
    }),
};
