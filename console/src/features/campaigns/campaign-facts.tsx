import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../api/index.ts';
import { FactList, formatInstant, formatNumber, Panel } from '../../ui/index.ts';
import type { CampaignDetail } from './campaign-labels.ts';
import { LimitsDialog } from './limits-dialog.tsx';

/** The campaign's settings for the dialer. */
export function CampaignFacts({ campaign }: { campaign: CampaignDetail }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const mayChange = useCan('campaigns:write') && campaign.status !== 'ended';
  const { maxConcurrentCalls, weight, endCampaignAt, endedAt, createdAt, campaignId } = campaign;
  return (
    <Panel
      title="Limits"
      aside={
        mayChange ? (
          <Button size="xs" variant="default" onClick={open}>
            Change limits
          </Button>
        ) : null
      }
    >
      <FactList
        facts={[
          [
            'Concurrent calls',
            maxConcurrentCalls === null ? 'Organization limit' : formatNumber(maxConcurrentCalls),
          ],
          ['Weight', weight],
          ['Started', formatInstant(createdAt)],
          endedAt === null
            ? ['Ends', endCampaignAt === null ? 'When ended manually' : formatInstant(endCampaignAt)]
            : ['Ended', formatInstant(endedAt)],
          ['Campaign id', <code key="id">{campaignId}</code>],
        ]}
      />
      {isOpen ? <LimitsDialog campaign={campaign} onClose={close} /> : null}
    </Panel>
  );
}
