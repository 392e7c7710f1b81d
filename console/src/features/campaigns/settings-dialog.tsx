import { NumberInput, Text } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';
import { type CampaignDetail, calledOnce } from './campaign-state.ts';
import { ConcurrentCallsField } from './concurrent-calls-field.tsx';
import { DaytimeSwitch } from './daytime-switch.tsx';
import { type DialingDraft, DialingFields, dialingOf } from './dialing-fields.tsx';
import { HoursNote } from './hours-note.tsx';

interface Draft extends DialingDraft {
  maxConcurrentCalls: number | string;
  weight: number | string;
  daytimeOnly: boolean;
  scheduleId: string;
  phoneNumberId: string;
  callRetryConfigId: string;
}

function bodyOf(draft: Draft) {
  const { maxConcurrentCalls: cap, weight, scheduleId, phoneNumberId, callRetryConfigId } = draft;
  return {
    maxConcurrentCalls: cap === '' ? null : Number(cap),
    weight: Number(weight),
    daytimeOnly: draft.daytimeOnly,
    callDefaults: {
      scheduleId: scheduleId || null,
      phoneNumberId: phoneNumberId || null,
      callRetryConfigId: callRetryConfigId || null,
    },
    dialing: dialingOf(draft),
  };
}

export function SettingsDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const form = useDraft<Draft>({
    maxConcurrentCalls: campaign.maxConcurrentCalls ?? '',
    weight: campaign.weight,
    daytimeOnly: campaign.daytimeOnly,
    scheduleId: campaign.callDefaults.scheduleId ?? '',
    phoneNumberId: campaign.callDefaults.phoneNumberId ?? '',
    callRetryConfigId: campaign.callDefaults.callRetryConfigId ?? '',
    mode: campaign.dialing.mode,
    teamId: campaign.dialing.teamId ?? '',
    abandonmentPercent: Math.round(campaign.dialing.maxAbandonment * 1000) / 10,
  });
  const save = () => {
    const params = { path: { campaignId: campaign.campaignId } };
    return read(api.PATCH('/api/campaigns/{campaignId}', { params, body: bodyOf(form.draft) }));
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
      {({ value, checked, ...rest }) => (
        <>
          <ConcurrentCallsField value={value} data-autofocus />
          <NumberInput
            label="Weight"
            description="A campaign of weight 3 gets three calls for each call of a campaign of weight 1."
            {...value('weight')}
            min={1}
            max={100}
          />
          <DaytimeSwitch {...checked('daytimeOnly')} />
          <DialingFields {...rest} value={value} />
          <Text size="sm" c="dimmed">
            New imports begin with these values. Calls that are queued keep their own.
          </Text>
          <Choice label="Schedule" kind="schedules" {...value('scheduleId')} />
          <HoursNote {...rest.draft} />
          <Choice label="Caller id" kind="phone-numbers" {...value('phoneNumberId')} />
          <Choice
            label="Retry configuration"
            description={calledOnce}
            kind="retry-configs"
            {...value('callRetryConfigId')}
          />
        </>
      )}
    </FormDialog>
  );
}
