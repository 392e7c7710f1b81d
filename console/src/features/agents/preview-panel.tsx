import { Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { ErrorState, FactList, Panel, StatusBadge } from '../../ui/index.ts';
import type { Agent } from './agent-words.ts';

type Direction = NonNullable<Schema<'PreviewAgentInput'>['direction']>;

const directions: { value: Direction; label: string }[] = [
  { value: 'outbound', label: 'It is called' },
  { value: 'inbound', label: 'It calls in' },
];

/** What a call with a number would really say. Nothing is used up by it. */
export function PreviewPanel({ agent, isDirty }: { agent: Agent; isDirty: boolean }) {
  const [phoneNumber, setPhoneNumber] = useState('');
  // Only a call that comes in uses what was pushed for its number, which not everybody may read.
  const mayPersonalize = useCan('personalization:read');
  const [direction, setDirection] = useState<Direction>('outbound');
  const preview = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/agents/{agentId}/preview', {
          params: { path: { agentId: agent.agentId } },
          body: {
            ...(phoneNumber.trim() === '' ? {} : { phoneNumber: phoneNumber.trim() }),
            ...{ direction, variables: {}, draft: agent.draft !== null },
          },
        }),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate();
  };
  return (
    <Panel
      title="Preview"
      description={`Of ${agent.draft ? 'the draft' : `version ${agent.version}`}${isDirty ? ', without what is not saved yet' : ''}.`}
    >
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end">
          <TextInput
            label="For the number"
            placeholder="+14155550134"
            value={phoneNumber}
            onChange={({ currentTarget }) => setPhoneNumber(currentTarget.value)}
            inputMode="tel"
            flex={1}
            miw={140}
          />
          {mayPersonalize ? (
            <Select
              aria-label="Direction of the call"
              data={directions}
              value={direction}
              onChange={(value) => setDirection((value ?? 'outbound') as Direction)}
              allowDeselect={false}
              w={126}
            />
          ) : null}
          <Button type="submit" variant="default" loading={preview.isPending}>
            Preview
          </Button>
        </Group>
      </form>
      {preview.error ? (
        <div className="below">
          <ErrorState error={preview.error} />
        </div>
      ) : null}
      {preview.data ? <Previewed preview={preview.data} /> : null}
    </Panel>
  );
}

function Previewed({ preview }: { preview: Schema<'AgentPreview'> }) {
  const { prompt, firstMessage, variables, missing } = preview;
  return (
    <Stack gap="sm" mt="sm" role="status">
      {missing.length > 0 ? (
        <Group gap={6}>
          <StatusBadge status="missing" tone="waiting" />
          <Text size="sm">
            {missing.join(', ')}: a call has to bring {missing.length === 1 ? 'it' : 'them'}.
          </Text>
        </Group>
      ) : null}
      <div>
        <Text size="xs" c="dimmed">
          First message
        </Text>
        <Text size="sm">{firstMessage ?? 'What its model says first.'}</Text>
      </div>
      <div>
        <Text size="xs" c="dimmed">
          Prompt
        </Text>
        <Code
          block
          tabIndex={0}
          role="region"
          aria-label="Prompt of the preview"
          className="previewed-prompt"
        >
          {prompt}
        </Code>
      </div>
      {variables.length > 0 ? (
        <FactList
          facts={variables.map(({ name, value, source }) => [
            name,
            <>
              {value === null || value === undefined ? '—' : String(value)}{' '}
              <Text span size="xs" c="dimmed">
                {source ?? 'nothing gives it'}
              </Text>
            </>,
          ])}
        />
      ) : null}
    </Stack>
  );
}
