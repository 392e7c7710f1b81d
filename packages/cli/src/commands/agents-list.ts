import type { Command } from '../command.ts';
import { timeText } from '../durations.ts';
import { counted, listOptions, printList } from '../list.ts';

export const command: Command = {
  usage: 'agents list [--limit N]',
  about: 'Lists agents, newest first, 50 by default. With --json, prints one a line.',
  example: 'parley agents list --limit 10',
  positionals: [0, 0],
  options: listOptions,
  run: (context) =>
    printList(
      context,
      context.connect().agents.list({}, { signal: context.signal }),
      {
        AGENT: (agent) => agent.agentId,
        NAME: (agent) => agent.name,
        VERSION: (agent) => agent.version,
        DRAFT: (agent) => (agent.draft === null ? null : 'yes'),
        UPDATED: (agent) => timeText(agent.updatedAt),
      },
      (agents) => counted(agents.length, 'agent'),
    ),
};
