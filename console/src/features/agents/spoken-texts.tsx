import { NumberInput, Select, Stack, Switch, TagsInput, Textarea } from '@mantine/core';
import type { Configuration } from './agent-labels.ts';
import { TextListField } from './text-list-field.tsx';
import type { AgentForm } from './use-agent-form.ts';

type Conversation = Configuration['conversation'];
interface FieldsProps {
  form: AgentForm;
  change: (changes: Partial<Conversation>) => void;
}

/** Texts that the agent says by itself in some situations. */
export function SpokenTexts({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { conversation } = values;
  const change = (changes: Partial<Conversation>) => set('conversation', { ...conversation, ...changes });
  return (
    <>
      <Fillers form={form} change={change} />
      <SilencePrompts form={form} change={change} />
      <DurationWarning form={form} change={change} />
      <TagsInput
        label="Words that do not interrupt the agent"
        description="Beside those of its language, such as “mhm”. Press Enter after each."
        value={conversation.backchannels}
        onChange={(backchannels) => change({ backchannels })}
        error={errorOf('conversation.backchannels')}
        readOnly={isReadOnly}
      />
    </>
  );
}

/** The announcement of a recording. */
export function RecordingAnnouncement({ form, change }: FieldsProps) {
  const { conversation } = form.values;
  if (conversation.recording !== 'announced' && conversation.recordingAnnouncement === null) return null;
  return (
    <Textarea
      label="Announcement of the recording"
      description="Spoken before anything else."
      placeholder="This call is recorded."
      value={conversation.recordingAnnouncement ?? ''}
      onChange={({ currentTarget }) => change({ recordingAnnouncement: currentTarget.value || null })}
      error={form.errorOf('conversation.recordingAnnouncement')}
      readOnly={form.isReadOnly}
      autosize
      minRows={1}
      maxRows={6}
    />
  );
}

const fillersMax = 20;

/** The fillers, which the agent says while a tool or the model is slow. */
function Fillers({ form, change }: FieldsProps) {
  const { errorOf, isReadOnly } = form;
  const { fillers } = form.values.conversation;
  const kind = fillers === null ? 'usual' : fillers.length === 0 ? 'none' : 'own';
  const first: Record<string, string[] | null> = { usual: null, none: [], own: ['One moment, please.'] };
  return (
    <>
      <Select
        label="While a tool or the model is slow"
        data={[
          { value: 'usual', label: 'Say the usual words of the language' },
          { value: 'own', label: 'Say words of your own' },
          { value: 'none', label: 'Say nothing' },
        ]}
        value={kind}
        onChange={(chosen) => chosen !== null && chosen !== kind && change({ fillers: first[chosen]! })}
        error={errorOf('conversation.fillers')}
        readOnly={isReadOnly}
        allowDeselect={false}
      />
      {kind === 'own' ? (
        <TextListField
          label="Words while something is slow"
          one="filler"
          texts={fillers ?? []}
          onChange={(next) => change({ fillers: next })}
          errorOf={(index) => errorOf(`conversation.fillers.${index}`)}
          error={undefined}
          least={1}
          most={fillersMax}
          isReadOnly={isReadOnly}
        />
      ) : null}
    </>
  );
}

const firstPrompts = { afterSeconds: 8, messages: ['Are you still there?'] };
const promptsMax = 10;

/** The messages to a silent caller. */
function SilencePrompts({ form, change }: FieldsProps) {
  const { errorOf, isReadOnly } = form;
  const prompts = form.values.conversation.silencePrompts;
  const put = (changes: Partial<typeof firstPrompts>) =>
    change({ silencePrompts: { ...(prompts ?? firstPrompts), ...changes } });
  return (
    <Stack gap="xs">
      <Switch
        label="Speak when the caller is silent"
        checked={prompts !== null}
        onChange={({ currentTarget }) =>
          change({ silencePrompts: currentTarget.checked ? firstPrompts : null })
        }
        error={errorOf('conversation.silencePrompts')}
        disabled={isReadOnly}
      />
      {prompts === null ? null : (
        <>
          <NumberInput
            label="Silence before each message, in seconds"
            value={prompts.afterSeconds}
            onChange={(value) => put({ afterSeconds: Number(value) })}
            error={errorOf('conversation.silencePrompts.afterSeconds')}
            readOnly={isReadOnly}
            min={1}
            max={600}
          />
          <TextListField
            label="Messages during silence"
            description="The next one is said after each silence."
            one="message"
            texts={prompts.messages}
            onChange={(messages) => put({ messages })}
            errorOf={(index) => errorOf(`conversation.silencePrompts.messages.${index}`)}
            error={errorOf('conversation.silencePrompts.messages')}
            least={1}
            most={promptsMax}
            isReadOnly={isReadOnly}
          />
        </>
      )}
    </Stack>
  );
}

const firstWarning = { beforeSeconds: 60, message: 'We have one minute left.' };

/** The warning before the call reaches its longest duration. */
function DurationWarning({ form, change }: FieldsProps) {
  const { errorOf, isReadOnly } = form;
  const warning = form.values.conversation.durationWarning;
  const put = (changes: Partial<typeof firstWarning>) =>
    change({ durationWarning: { ...(warning ?? firstWarning), ...changes } });
  return (
    <Stack gap="xs">
      <Switch
        label="Warn before the maximum call duration"
        checked={warning !== null}
        onChange={({ currentTarget }) =>
          change({ durationWarning: currentTarget.checked ? firstWarning : null })
        }
        error={errorOf('conversation.durationWarning')}
        disabled={isReadOnly}
      />
      {warning === null ? null : (
        <>
          <NumberInput
            label="Seconds before the end"
            value={warning.beforeSeconds}
            onChange={(value) => put({ beforeSeconds: Number(value) })}
            error={errorOf('conversation.durationWarning.beforeSeconds')}
            readOnly={isReadOnly}
            allowDecimal={false}
            min={1}
            max={600}
          />
          <Textarea
            label="Warning"
            value={warning.message}
            onChange={({ currentTarget }) => put({ message: currentTarget.value })}
            error={errorOf('conversation.durationWarning.message')}
            readOnly={isReadOnly}
            autosize
            minRows={1}
            maxRows={6}
          />
        </>
      )}
    </Stack>
  );
}
