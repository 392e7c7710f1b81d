import { NumberInput, Select, Stack, Switch, Textarea } from '@mantine/core';
import { Panel } from '../../ui/index.ts';
import type { Configuration } from './agent-words.ts';
import { JsonField } from './json-field.tsx';
import type { AgentForm } from './use-agent-form.ts';

type Conversation = Configuration['conversation'];

/** How it behaves in a call, and when calls end by themselves. */
export function BehaviourPanel({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { limits, conversation } = values;
  const change = (changes: Partial<Conversation>) => set('conversation', { ...conversation, ...changes });
  return (
    <>
      <Panel title="Limits">
        <Stack gap="sm">
          <NumberInput
            label="Longest call, in seconds"
            value={limits.maxDurationSeconds}
            onChange={(value) => set('limits', { ...limits, maxDurationSeconds: Number(value) })}
            error={errorOf('limits.maxDurationSeconds')}
            readOnly={isReadOnly}
            allowDecimal={false}
          />
          <NumberInput
            label="Silence that ends a call, in seconds"
            value={limits.silenceSeconds}
            onChange={(value) => set('limits', { ...limits, silenceSeconds: Number(value) })}
            error={errorOf('limits.silenceSeconds')}
            readOnly={isReadOnly}
            allowDecimal={false}
          />
        </Stack>
      </Panel>
      <Panel title="In a call">
        <Stack gap="sm">
          <Switch
            label="Callers can interrupt it"
            checked={conversation.interruptible}
            onChange={({ currentTarget }) => change({ interruptible: currentTarget.checked })}
            disabled={isReadOnly}
          />
          <Switch
            label="Waits until the caller has spoken"
            description="With its first message, though not for long."
            checked={conversation.waitForCaller}
            onChange={({ currentTarget }) => change({ waitForCaller: currentTarget.checked })}
            disabled={isReadOnly}
          />
          <Switch
            label="Finds out first whether a person answered"
            description="In calls that it makes. A machine is left the message below."
            checked={conversation.answerDetection === 'on'}
            onChange={({ currentTarget }) =>
              change({ answerDetection: currentTarget.checked ? 'on' : 'off' })
            }
            disabled={isReadOnly}
          />
          <Select
            label="Recording"
            data={[
              { value: 'always', label: 'Always' },
              { value: 'announced', label: 'Announced first' },
              { value: 'off', label: 'Off' },
            ]}
            value={conversation.recording}
            onChange={(value) => change({ recording: (value ?? 'always') as Conversation['recording'] })}
            error={errorOf('conversation.recording')}
            readOnly={isReadOnly}
            allowDeselect={false}
          />
          <Textarea
            label="Left on an answering machine"
            placeholder="Nothing"
            value={conversation.voicemailMessage ?? ''}
            onChange={({ currentTarget }) => change({ voicemailMessage: currentTarget.value || null })}
            error={errorOf('conversation.voicemailMessage')}
            readOnly={isReadOnly}
            autosize
            minRows={2}
          />
          <details className="more-fields">
            <summary>All settings of the conversation, and speech to speech</summary>
            <Stack gap="sm" mt="xs">
              <JsonField
                form={form}
                path="conversation"
                label="Conversation"
                value={conversation}
                onChange={(value) => set('conversation', value as Conversation)}
              />
              <JsonField
                form={form}
                path="speechToSpeech"
                label="Speech to speech"
                description="A model that hears and speaks by itself. Empty: none."
                value={values.speechToSpeech}
                onChange={(value) => set('speechToSpeech', value as Configuration['speechToSpeech'])}
              />
            </Stack>
          </details>
        </Stack>
      </Panel>
    </>
  );
}
