import { Group, NumberInput, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import { DialogButton, type DraftFields, FormDialog, useDraft } from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';

export function NewCampaignButton() {
  if (!useCan('campaigns:write')) return null;
  return <DialogButton label="New campaign">{(close) => <NewCampaignDialog onClose={close} />}</DialogButton>;
}

const blank = {
  campaignName: '',
  agentId: '',
  scheduleId: '',
  phoneNumberId: '',
  callRetryConfigId: '',
  phoneNumber: '',
  maxConcurrentCalls: '' as number | string,
};

/** Queues the first call of a campaign, which creates it. */
async function queueFirstCall(draft: typeof blank) {
  const { agentId, callRetryConfigId, maxConcurrentCalls, ...rest } = draft;
  if (agentId === '') throw refusedField('agentId', 'Choose the agent that makes the calls.');
  if (rest.scheduleId === '') throw refusedField('scheduleId', 'Choose when the calls may be placed.');
  if (rest.phoneNumberId === '') throw refusedField('phoneNumberId', 'Choose the caller id.');
  const body = {
    ...rest,
    ...(callRetryConfigId === '' ? {} : { callRetryConfigId }),
    ...(maxConcurrentCalls === '' ? {} : { maxConcurrentCalls: Number(maxConcurrentCalls) }),
    variables: {},
  };
  return await read(
    api.POST('/api/agents/{agentId}/calls/campaign', { params: { path: { agentId } }, body }),
  );
}

function NewCampaignDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft(blank);
  const navigate = useNavigate();
  return (
    <FormDialog
      title="New campaign"
      action="Queue first call"
      form={form}
      onSubmit={() => queueFirstCall(form.draft)}
      refreshes={['campaigns']}
      done="Campaign started. Import more calls on its page."
      onSaved={({ campaignId }) => void navigate({ to: '/campaigns/$campaignId', params: { campaignId } })}
      onClose={onClose}
    >
      {(fields) => <CampaignFields {...fields} />}
    </FormDialog>
  );
}

function CampaignFields({ text, value }: DraftFields<typeof blank>) {
  return (
    <>
      <TextInput label="Name" {...text('campaignName')} maxLength={40} required data-autofocus />
      <Group grow align="flex-start">
        <Choice label="Agent" kind="agents" {...value('agentId')} required />
        <Choice label="Caller id" kind="phone-numbers" {...value('phoneNumberId')} required />
      </Group>
      <Group grow align="flex-start">
        <Choice label="Schedule" kind="schedules" {...value('scheduleId')} required />
        <Choice label="Retry configuration" kind="retry-configs" {...value('callRetryConfigId')} />
      </Group>
      <TextInput
        label="First customer to call"
        description="With the country code, such as +14155550134."
        {...text('phoneNumber')}
        type="tel"
        required
      />
      <NumberInput
        label="Concurrent calls"
        description="Leave empty to use only the organization limit."
        {...value('maxConcurrentCalls')}
        min={1}
      />
    </>
  );
}
