import type { Command } from '../command.ts';
import { listOptions, printList } from '../list.ts';

export const command: Command = {
  usage: 'campaigns list [--limit N]',
  about: 'Lists campaigns, newest first, 50 by default. With --json, prints one a line.',
  example: 'parley campaigns list --limit 10',
  positionals: [0, 0],
  options: listOptions,
  run: (context) =>
    printList(context, context.connect().campaigns.list({}, { signal: context.signal }), {
      CAMPAIGN: (campaign) => campaign.campaignId,
      NAME: (campaign) => campaign.name,
      STATUS: (campaign) => campaign.status,
      AGENT: (campaign) => campaign.agentId,
    }),
};
