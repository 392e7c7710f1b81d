import { NumberInput, Select, Text } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';
import type { CampaignDetail } from './campaign-state.tsx';
import { dialingModes } from './dialing-labels.ts';

export function SettingsDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const form = useDraft({
    maxConcurrentCalls: campaign.maxConcurrentCalls ?? ('' as number | string),
    weight: campaign.weight as number | string,
    scheduleId: campaign.callDefaults.scheduleId ?? '',
    phoneNumberId: campaign.callDefaults.phoneNumberId ?? '',
    callRetryConfigId: campaign.callDefaults.callRetryConfigId ?? '',
    mode: campaign.dialing.mode as string,
    teamId: campaign.dialing.teamId ?? '',
    abandonmentPercent: (Math.round(campaign.dialing.maxAbandonment * 1000) / 10) as number | string,
  });
  const save = () => {
    const { maxConcurrentCalls: cap, weight, scheduleId, phoneNumberId, callRetryConfigId } = form.draft;
    const { mode, teamId, abandonmentPercent } = form.draft;
    const callDefaults = {
      scheduleId: scheduleId || null,
      phoneNumberId: phoneNumberId || null,
      callRetryConfigId: callRetryConfigId || null,
    };
    const body = {
      maxConcurrentCalls: cap === '' ? null : Number(cap),
      weight: Number(weight),
      callDefaults,
      dialing: {
        mode: mode as CampaignDetail['dialing']['mode'],
        teamId: mode === 'agent' ? null : teamId || null,
        maxAbandonment: Number(abandonmentPercent) / 100,
      },
    };
    const params = { path: { campaignId: campaign.campaignId } };
    return read(api.PATCH('/api/campaigns/{campaignId}', { params, body }));
  };
  return (
    <FormDialog
      title="Campaign settings"
      action="Save settings"
      size="md"
      form={form}
      version={campaign.updatedAt}
      onSubmit={save}
      refreshes={['campaigns']}
      done="The settings were saved."
      onClose={onClose}
    >
      {({ value, errorOf }) => (
        <>
          <NumberInput
            label="Concurrent calls"
            description="Leave empty to use only the organization limit."
            {...value('maxConcurrentCalls')}
            min={1}
            data-autofocus
          />
          <NumberInput
            label="Weight"
            description="A campaign of weight 3 gets three calls for each call of a campaign of weight 1."
            {...value('weight')}
            min={1}
            max={100}
          />
          <Select
            label="Who takes the answered calls"
            data={dialingModes}
            allowDeselect={false}
            {...value('mode')}
            onChange={(mode) => value('mode').onChange(mode ?? 'agent')}
          />
          {form.draft.mode === 'agent' ? null : (
            <Choice label="Team" kind="teams" {...value('teamId')} error={errorOf('dialing.teamId')} />
          )}
          {form.draft.mode === 'predictive' ? (
            <NumberInput
              label="Abandoned at most (percent)"
              description="Of the calls that people answer, over 30 days. The agent carries a call that no member takes within 2 s, and it counts as abandoned."
              {...value('abandonmentPercent')}
              error={errorOf('dialing.maxAbandonment')}
              min={0}
              max={20}
              step={0.5}
              decimalScale={1}
            />
          ) : null}
          <Text size="sm" c="dimmed">
            New imports begin with these values. Calls that are queued keep their own.
          </Text>
          <Choice label="Schedule" kind="schedules" {...value('scheduleId')} />
          <Choice label="Caller id" kind="phone-numbers" {...value('phoneNumberId')} />
          <Choice label="Retry configuration" kind="retry-configs" {...value('callRetryConfigId')} />
        </>
      )}
    </FormDialog>
  );
}
