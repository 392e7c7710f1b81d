import type { Command } from '../command.ts';
import { counted, listOptions, printList } from '../list.ts';
import { agentNames, stateText } from '../names.ts';

export const command: Command = {
  usage: 'campaigns list [--limit N]',
  about: 'Lists campaigns, newest first, 50 by default. With --json, prints one a line.',
  example: 'parley campaigns list --limit 10',
  positionals: [0, 0],
  options: listOptions,
  run(context) {
    const parley = context.connect();
    const nameOf = agentNames(parley, context.signal);
    return printList(
      context,
      parley.campaigns.list({}, { signal: context.signal }),
      {
        CAMPAIGN: (campaign) => campaign.campaignId,
        NAME: (campaign) => campaign.name,
        STATUS: (campaign) => stateText(campaign.state),
        AGENT: (campaign) => nameOf(campaign.agentId),
        CUSTOMERS: (campaign) => campaign.customers.total,
        REACHED: (campaign) => campaign.customers.reached,
        WAITING: (campaign) => campaign.customers.waiting,
        CALLS: (campaign) => campaign.calls.total,
        ENDED: (campaign) => campaign.calls.ended,
      },
      (campaigns) => {
        const sum = (of: 'total' | 'ended') => campaigns.reduce((all, { calls }) => all + calls[of], 0);
        return `${counted(campaigns.length, 'campaign')}, ${counted(sum('total'), 'call')}, ${sum('ended')} ended`;
      },
    );
  },
};
