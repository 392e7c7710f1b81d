import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../api/index.ts';
import { ConfirmDialog, formatCount, readableNumber } from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { TestCallDialog } from '../test-call/index.ts';
import { type CampaignDetail, calledOnce, hoursOf } from './campaign-state.ts';
import { Barriers } from './hold-note.tsx';
import { holdText } from './hold-text.ts';
import { waitingCallsQuery } from './queries.ts';
import { SettingsDialog } from './settings-dialog.tsx';

interface StartCallingProps {
  campaign: CampaignDetail;
  onStart: () => Promise<unknown>;
}

/**
 * Asks before a campaign starts. The dialogs that it leads to take its place, so that Escape closes one dialog. It opens again
 * after them.
 */
export function StartCalling({ campaign, onStart }: StartCallingProps) {
  const [shown, show] = useState<'start' | 'try' | 'hours' | null>(null);
  const label = `Start calling ${formatCount(campaign.customers.waiting, 'customer')}`;
  const goBack = () => show('start');
  return (
    <>
      <Button onClick={goBack}>{label}</Button>
      <ConfirmDialog
        of={{
          children: label,
          consequence: (
            <StartFacts campaign={campaign} onTry={() => show('try')} onSettings={() => show('hours')} />
          ),
          onConfirm: onStart,
          refreshes: ['campaigns'],
          done: `The campaign has started. Its customers are called ${hoursOf(campaign)}.`,
        }}
        isOpen={shown === 'start'}
        onClose={() => show(null)}
      />
      {shown === 'try' ? <TryFirst campaign={campaign} onClose={goBack} /> : null}
      {shown === 'hours' ? <SettingsDialog campaign={campaign} onClose={goBack} /> : null}
    </>
  );
}

/** Calls a telephone of one's own as the campaign calls a customer. The call is not one of the campaign. */
function TryFirst({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const { campaignId, agentId, callDefaults } = campaign;
  const { data, isLoading } = useQuery({ ...waitingCallsQuery(campaignId), enabled: useCan('calls:read') });
  if (isLoading) return null;
  const rows = data?.calls.map(({ callId, customerNumber, callVariables }) => ({
    value: callId,
    label: readableNumber(customerNumber ?? ''),
    variables: callVariables,
  }));
  return (
    <TestCallDialog
      title="Call my telephone"
      agentId={agentId}
      own={callDefaults.phoneNumberId ?? ''}
      rows={rows ?? []}
      onClose={onClose}
    />
  );
}

interface StartFactsProps {
  campaign: CampaignDetail;
  onTry: () => void;
  onSettings: () => void;
}

/** Says who is called by which agent, from which number, and when. */
function StartFacts({ campaign, onTry, onSettings }: StartFactsProps) {
  const { agentId, callDefaults, customers } = campaign;
  const { phoneNumberId, scheduleId, callRetryConfigId } = callDefaults;
  const mayCall = useCan('calls:write');
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        <NameOf kind="agents" id={agentId} /> calls {formatCount(customers.waiting, 'customer')}
        {phoneNumberId === null ? null : (
          <>
            {' '}
            from <NameOf kind="phone-numbers" id={phoneNumberId} />
          </>
        )}
        , {hoursOf(campaign)}
        {scheduleId === null ? null : (
          <>
            {' '}
            <NameOf kind="schedules" id={scheduleId} />
          </>
        )}
        . These are real calls and may incur costs. They begin as soon as these hours allow. You can pause the
        campaign at any time.
      </Text>
      {callRetryConfigId === null ? <Text size="sm">{calledOnce}</Text> : null}
      <FirstCall campaign={campaign} onSettings={onSettings} />
      {mayCall ? (
        <>
          <Text size="sm">To hear the agent before your customers do, let it call you:</Text>
          <Button size="xs" variant="default" onClick={onTry}>
            Call my telephone first
          </Button>
        </>
      ) : null}
    </Stack>
  );
}

/** Says that customers are not called at once, and when the first of them can be. */
function FirstCall({ campaign, onSettings }: Omit<StartFactsProps, 'onTry'>) {
  const { hold, customers } = campaign;
  const words = holdText(campaign);
  if (words === null || words.isInTurn || !hold) return null;
  const isAll = hold.isMore || hold.calls >= customers.waiting;
  const title = isAll ? 'No customer is called now' : 'Some customers are called later';
  return (
    <Alert color="yellow" variant="light" title={title} w="100%">
      <Barriers campaign={campaign} onSettings={onSettings} />
    </Alert>
  );
}
