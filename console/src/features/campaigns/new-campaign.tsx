import { Group, type SelectProps, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import { DialogButton, type DraftFields, FormDialog, useDraft } from '../../ui/index.ts';
import { Choice, useOnly } from '../picks/index.ts';
import { AgentNote } from './agent-note.tsx';
import { calledOnce } from './campaign-state.ts';
import { ConcurrentCallsField } from './concurrent-calls-field.tsx';
import { DaytimeSwitch } from './daytime-switch.tsx';
import { DialingFields, dialingDraft, dialingOf } from './dialing-fields.tsx';
import { HoursNote } from './hours-note.tsx';

export function NewCampaignButton() {
  if (!useCan('campaigns:write')) return null;
  return <DialogButton label="New campaign">{(close) => <NewCampaign onClose={close} />}</DialogButton>;
}

const blank = {
  name: '',
  agentId: '',
  scheduleId: '',
  phoneNumberId: '',
  callRetryConfigId: '',
  maxConcurrentCalls: '' as number | string,
  daytimeOnly: true,
  ...dialingDraft,
};

/** The values that the form begins with, '' where there is a choice. */
type Usual = Pick<typeof blank, 'agentId' | 'phoneNumberId' | 'scheduleId'>;

/** Creates a campaign without calls, which a member starts when its customers are there. */
async function create(draft: typeof blank) {
  const { name, agentId, maxConcurrentCalls, daytimeOnly } = draft;
  const { scheduleId, phoneNumberId, callRetryConfigId } = draft;
  if (agentId === '') throw refusedField('agentId', 'Choose the agent that makes the calls.');
  if (scheduleId === '') throw refusedField('scheduleId', 'Choose when the calls may be placed.');
  if (phoneNumberId === '') throw refusedField('phoneNumberId', 'Choose the caller id.');
  if (draft.mode !== 'agent' && draft.teamId === '')
    throw refusedField('dialing.teamId', 'Choose the team whose members take the calls.');
  const body = {
    name,
    agentId,
    daytimeOnly,
    dialing: dialingOf(draft),
    ...(maxConcurrentCalls === '' ? {} : { maxConcurrentCalls: Number(maxConcurrentCalls) }),
    callDefaults: { scheduleId, phoneNumberId, callRetryConfigId: callRetryConfigId || null },
    // A file that is imported by mistake calls no customer.
    status: 'paused' as const,
  };
  return await read(api.POST('/api/campaigns', { body }));
}

/** Begins with the agent, the number and the schedule of organizations that have one of each. */
function NewCampaign({ onClose }: { onClose: () => void }) {
  const only = useOnly(['agents', 'phone-numbers', 'schedules']);
  if (only === null) return null;
  const { agents: agentId, 'phone-numbers': phoneNumberId, schedules: scheduleId } = only;
  return <NewCampaignDialog usual={{ agentId, phoneNumberId, scheduleId }} onClose={onClose} />;
}

interface NewCampaignDialogProps {
  usual: Usual;
  onClose: () => void;
}

function NewCampaignDialog({ usual, onClose }: NewCampaignDialogProps) {
  const form = useDraft({ ...blank, ...usual });
  const navigate = useNavigate();
  return (
    <FormDialog
      title="New campaign"
      action="Create campaign"
      form={form}
      onSubmit={() => create(form.draft)}
      refreshes={['campaigns']}
      done="Campaign created. Import its calls next."
      onSaved={({ campaignId }) => void navigate({ to: '/campaigns/$campaignId', params: { campaignId } })}
      onClose={onClose}
    >
      {(fields) => <CampaignFields {...fields} usual={usual} />}
    </FormDialog>
  );
}

/** The fields of a row stay in line. */
const inputWrapperOrder: SelectProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

type CampaignFieldsProps = DraftFields<typeof blank> & { usual: Usual };

function CampaignFields({ text, value, checked, usual, ...rest }: CampaignFieldsProps) {
  const filledIn = (field: keyof Usual, only: string) => ({
    ...value(field),
    ...(rest.draft[field] !== '' &&
      rest.draft[field] === usual[field] && { description: only, inputWrapperOrder }),
  });
  return (
    <>
      <TextInput label="Name" {...text('name')} maxLength={40} required data-autofocus />
      <Group grow align="flex-start">
        <Choice label="Agent" kind="agents" {...filledIn('agentId', 'Your only agent')} required />
        <Choice
          label="Caller id"
          kind="phone-numbers"
          {...filledIn('phoneNumberId', 'Your only phone number')}
          required
        />
      </Group>
      <AgentNote agentId={rest.draft.agentId} />
      <Group grow align="flex-start">
        <Choice
          label="Schedule"
          kind="schedules"
          {...filledIn('scheduleId', 'Your only schedule')}
          required
        />
        <Choice
          label="Retry configuration"
          description={calledOnce}
          kind="retry-configs"
          {...value('callRetryConfigId')}
        />
      </Group>
      <HoursNote {...rest.draft} />
      <DaytimeSwitch {...checked('daytimeOnly')} />
      <DialingFields {...rest} value={value} />
      <ConcurrentCallsField value={value} />
    </>
  );
}
