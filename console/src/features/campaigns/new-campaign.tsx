import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import { FormDialog, toastDone, useDraft } from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';

export function NewCampaignButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!useCan('campaigns:write')) return null;
  return (
    <>
      <Button onClick={open}>New campaign</Button>
      {isOpen ? <NewCampaignDialog onClose={close} /> : null}
    </>
  );
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

function NewCampaignDialog({ onClose }: { onClose: () => void }) {
  const { draft, change, isDirty } = useDraft(blank);
  const client = useQueryClient();
  const navigate = useNavigate();
  const submit = async () => {
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
    const queued = await read(
      api.POST('/api/agents/{agentId}/calls/campaign', { params: { path: { agentId } }, body }),
    );
    await client.invalidateQueries({ queryKey: ['campaigns'] });
    return queued;
  };
  return (
    <FormDialog
      title="New campaign"
      action="Queue first call"
      isDirty={isDirty}
      onSubmit={submit}
      onSaved={({ campaignId }) => {
        toastDone('Campaign started. Import more calls on its page.');
        void navigate({ to: '/campaigns/$campaignId', params: { campaignId } });
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Name"
            value={draft.campaignName}
            onChange={({ currentTarget }) => change({ campaignName: currentTarget.value })}
            error={errorOf('campaignName')}
            maxLength={40}
            required
            data-autofocus
          />
          <Group grow align="flex-start">
            <Choice
              label="Agent"
              value={draft.agentId}
              kind="agents"
              error={errorOf('agentId')}
              onChange={(agentId) => change({ agentId })}
              required
            />
            <Choice
              label="Caller id"
              value={draft.phoneNumberId}
              kind="phone-numbers"
              error={errorOf('phoneNumberId')}
              onChange={(phoneNumberId) => change({ phoneNumberId })}
              required
            />
          </Group>
          <Group grow align="flex-start">
            <Choice
              label="Schedule"
              value={draft.scheduleId}
              kind="schedules"
              error={errorOf('scheduleId')}
              onChange={(scheduleId) => change({ scheduleId })}
              required
            />
            <Choice
              label="Retry configuration"
              value={draft.callRetryConfigId}
              kind="retry-configs"
              error={errorOf('callRetryConfigId')}
              onChange={(callRetryConfigId) => change({ callRetryConfigId })}
            />
          </Group>
          <TextInput
            label="First customer to call"
            description="With the country code, such as +14155550134."
            value={draft.phoneNumber}
            onChange={({ currentTarget }) => change({ phoneNumber: currentTarget.value })}
            error={errorOf('phoneNumber')}
            type="tel"
            required
          />
          <NumberInput
            label="Concurrent calls"
            description="Leave empty to use only the organization limit."
            value={draft.maxConcurrentCalls}
            onChange={(maxConcurrentCalls) => change({ maxConcurrentCalls })}
            error={errorOf('maxConcurrentCalls')}
            min={1}
          />
        </>
      )}
    </FormDialog>
  );
}
