import { Code, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Problem } from '../definition/problems.ts';
import { type Trigger, triggerTypeLabels } from '../workflow-labels.ts';

type TriggerEvent = Extract<Trigger, { type: 'event' }>['event'];

const eventLabels: Readonly<Record<TriggerEvent, string>> = {
  'call.started': 'A call has started',
  'call.ended': 'A call has ended',
  'call.analyzed': 'A call was analyzed',
  'call.agentChanged': 'An agent handed a call over',
  'call.stageEntered': 'A call entered a stage of its flow',
  'teamCall.waiting': 'A call waits for a team',
  'teamCall.ringing': 'A call of a team rings at a member',
  'teamCall.answered': 'A member took a call of a team',
  'teamCall.abandoned': 'A caller hung up while waiting for a team',
  'teamCall.unanswered': 'No member took a call of a team',
  'teamCall.ended': 'A member finished a call of a team',
  'campaign.updated': 'A campaign was updated',
  'campaign.paused': 'A campaign was paused',
  'campaign.resumed': 'A campaign was resumed',
  'campaign.ended': 'A campaign has ended',
  'campaign.importCompleted': 'A campaign import completed',
  'chat.created': 'A chat has started',
  'chat.agentChanged': 'An agent handed a chat over',
  'chat.stageEntered': 'A chat entered a stage of its flow',
  'chat.handedOff': 'A member took over a chat',
  'chat.handedBack': 'A chat was handed back to the agent',
  'chat.ended': 'A chat has ended',
  'chat.abandoned': 'A chat was abandoned',
  'personalization.consumed': 'A call used personalization data',
  'suppression.added': 'A number was suppressed',
  'alert.began': 'An alert began',
  'alert.ended': 'An alert ended',
  'webhookEndpoint.disabled': 'A webhook endpoint was disabled',
  'database.failedOver': 'The database failed over',
};

interface TriggerFieldsProps {
  trigger: Trigger;
  /** For the address of the API that starts it. */
  workflowId: string;
  problems: readonly Problem[];
  isReadOnly: boolean;
  onChange: (trigger: Trigger) => void;
}

/** The trigger of the workflow. */
export function TriggerFields({ trigger, workflowId, problems, isReadOnly, onChange }: TriggerFieldsProps) {
  const errorOf = (name: string) => problems.find(({ field }) => field === name)?.message;
  return (
    <Stack gap="sm">
      <Select
        label="Started by"
        data={Object.entries(triggerTypeLabels).map(([value, label]) => ({ value, label }))}
        value={trigger.type}
        onChange={(type) => type && type !== trigger.type && onChange(newTrigger(type as Trigger['type']))}
        error={errorOf('') ?? errorOf('type')}
        allowDeselect={false}
        readOnly={isReadOnly}
      />
      {trigger.type === 'webhook' ? (
        <Text size="sm" c="dimmed">
          <Code>POST /api/workflows/{workflowId}/trigger</Code> starts a run. Its body is <Code>input</Code>.
          Other workflows and agent tools can start it too.
        </Text>
      ) : null}
      {trigger.type === 'schedule' ? (
        <ScheduleFields trigger={trigger} errorOf={errorOf} isReadOnly={isReadOnly} onChange={onChange} />
      ) : null}
      {trigger.type === 'event' ? (
        <EventFields trigger={trigger} errorOf={errorOf} isReadOnly={isReadOnly} onChange={onChange} />
      ) : null}
    </Stack>
  );
}

interface FieldsProps<Type extends Trigger['type']> {
  trigger: Extract<Trigger, { type: Type }>;
  errorOf: (name: string) => string | undefined;
  isReadOnly: boolean;
  onChange: (trigger: Trigger) => void;
}

function ScheduleFields({ trigger, errorOf, isReadOnly, onChange }: FieldsProps<'schedule'>) {
  return (
    <>
      <TextInput
        label="Cron"
        description="Minute, hour, day of the month, month, day of the week: 0 9 * * mon-fri"
        value={trigger.cron}
        onChange={({ currentTarget }) => onChange({ ...trigger, cron: currentTarget.value })}
        classNames={{ input: 'mono-input' }}
        error={errorOf('cron')}
        readOnly={isReadOnly}
        required
      />
      <TextInput
        label="Time zone"
        description="An IANA time zone, such as Europe/London."
        value={trigger.timeZone}
        onChange={({ currentTarget }) => onChange({ ...trigger, timeZone: currentTarget.value })}
        error={errorOf('timeZone')}
        readOnly={isReadOnly}
        required
      />
    </>
  );
}

function EventFields({ trigger, errorOf, isReadOnly, onChange }: FieldsProps<'event'>) {
  return (
    <>
      <Select
        label="Event"
        data={Object.entries(eventLabels).map(([value, word]) => ({
          value,
          label: `${word} (${value})`,
        }))}
        value={trigger.event}
        onChange={(event) => event && onChange({ ...trigger, event: event as TriggerEvent })}
        error={errorOf('event')}
        allowDeselect={false}
        readOnly={isReadOnly}
        searchable
      />
      <Textarea
        label="Filter"
        description="An expression such as event.data.endedReason == &quot;customer-busy&quot;. Leave empty for every event."
        value={trigger.filter ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { type, event } = trigger;
          onChange({ type, event, ...(value === '' ? {} : { filter: value }) });
        }}
        classNames={{ input: 'mono-input' }}
        error={errorOf('filter')}
        readOnly={isReadOnly}
        autosize
        minRows={2}
      />
    </>
  );
}

function newTrigger(type: Trigger['type']): Trigger {
  if (type === 'schedule') {
    return { type, cron: '0 9 * * mon-fri', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  }
  return type === 'event' ? { type, event: 'call.ended' } : { type };
}
