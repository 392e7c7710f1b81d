import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useCan } from '../../api/index.ts';
import { AppLink, FactList, formatInstant, formatNumber, Panel } from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import type { CampaignDetail } from './campaign-state.ts';
import { SettingsDialog } from './settings-dialog.tsx';

/** The campaign's settings for the dialer. */
export function CampaignFacts({ campaign }: { campaign: CampaignDetail }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const mayChange = useCan('campaigns:write') && campaign.status !== 'ended';
  const { maxConcurrentCalls, weight, endCampaignAt, endedAt, createdAt, campaignId } = campaign;
  const { scheduleId, phoneNumberId, callRetryConfigId } = campaign.callDefaults;
  return (
    <Panel
      title="Settings"
      aside={
        mayChange ? (
          <Button size="xs" variant="default" onClick={open}>
            Change settings
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
          ['Created', formatInstant(createdAt)],
          endedAt === null
            ? ['Ends', endCampaignAt === null ? 'When ended manually' : formatInstant(endCampaignAt)]
            : ['Ended', formatInstant(endedAt)],
          ...(scheduleId
            ? [
                fact(
                  'Schedule',
                  <AppLink
                    key="schedule"
                    to="/schedules/$scheduleId"
                    params={{ scheduleId }}
                    search={{ campaignId }}
                  >
                    <NameOf kind="schedules" id={scheduleId} />
                  </AppLink>,
                ),
              ]
            : []),
          [
            'Calling hours',
            campaign.daytimeOnly
              ? '8:00 to 21:00 on the customer’s clock, within the schedule'
              : 'Those of the schedule',
          ],
          ...(phoneNumberId
            ? [
                fact(
                  'Caller id',
                  <AppLink key="number" to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId }}>
                    <NameOf kind="phone-numbers" id={phoneNumberId} />
                  </AppLink>,
                ),
              ]
            : []),
          ...(callRetryConfigId
            ? [fact('Retry configuration', <NameOf kind="retry-configs" id={callRetryConfigId} />)]
            : []),
          ['Campaign id', <code key="id">{campaignId}</code>],
        ]}
      />
      {isOpen ? <SettingsDialog campaign={campaign} onClose={close} /> : null}
    </Panel>
  );
}

function fact(name: string, value: ReactNode): [string, ReactNode] {
  return [name, value];
}
