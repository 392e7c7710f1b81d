import { stripVTControlCharacters } from 'node:util';
import { type Command, countOf } from '../command.ts';

const colors: Record<string, 'cyan' | 'green' | 'yellow'> = {
  'call.queued': 'yellow',
  'call.started': 'green',
  'call.ended': 'cyan',
};

export const command: Command = {
  usage: 'calls tail [--count N]',
  about:
    'Prints the events of calls as they happen, until Ctrl-C or after N events. With --json, prints one event a line.',
  example: 'parley calls tail',
  positionals: [0, 0],
  options: { count: { type: 'string' } },
  async run({ values, output, connect, signal }) {
    const max = countOf('count', values.count) ?? Number.POSITIVE_INFINITY;
    let count = 0;
    for await (const { event } of connect().followEvents({ types: ['call.'], signal })) {
      if (output.isJson) output.json(event);
      else {
        const data: Record<string, unknown> = event.data;
        const details = ['callId', 'customerNumber', 'status', 'endedReason'].map((name) => data[name]);
        const text = stripVTControlCharacters(details.filter((detail) => detail != null).join(' '));
        output.line(`${event.timestamp}  ${output.paint(colors[event.type] ?? 'cyan', event.type)}  ${text}`);
      }
      if (++count >= max) break;
    }
    return undefined;
  },
};
