import { Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { ErrorState, FactList, Panel, StatusBadge } from '../../ui/index.ts';
import type { Agent } from './agent-labels.ts';

type Direction = NonNullable<Schema<'PreviewAgentInput'>['direction']>;

const directions: { value: Direction; label: string }[] = [
  { value: 'outbound', label: 'Outbound call' },
  { value: 'inbound', label: 'Inbound call' },
];

/** Shows what a call with a number would say. It has no effects. */
export function PreviewPanel({ agent, isDirty }: { agent: Agent; isDirty: boolean }) {
  const [phoneNumber, setPhoneNumber] = useState('');
  // Only inbound calls use personalization, which not every member may read.
  const mayPersonalize = useCan('personalization:read');
  const [direction, setDirection] = useState<Direction>('outbound');
  const preview = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/agents/{agentId}/preview', {
          params: { path: { agentId: agent.agentId } },
          body: {
            ...(phoneNumber.trim() === '' ? {} : { phoneNumber: phoneNumber.trim() }),
            direction,
            variables: {},
            draft: agent.draft !== null,
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
      description={`Shows ${agent.draft ? 'the draft' : `version ${agent.version}`}${isDirty ? ' without unsaved changes' : ''}.`}
    >
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end">
          <TextInput
            label="Customer number"
            placeholder="+14155550134"
            value={phoneNumber}
            onChange={({ currentTarget }) => setPhoneNumber(currentTarget.value)}
            inputMode="tel"
            flex={1}
            miw={140}
          />
          {mayPersonalize ? (
            <Select
              aria-label="Call direction"
              data={directions}
              value={direction}
              onChange={(value) => setDirection((value ?? 'outbound') as Direction)}
              allowDeselect={false}
              w={150}
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
  const { prompt, opening, variables, missing } = preview;
  return (
    <Stack gap="sm" mt="sm" role="status">
      {missing.length > 0 ? (
        <Group gap={6}>
          <StatusBadge status="missing" tone="waiting" />
          <Text size="sm">
            {missing.join(', ')}: each call must supply {missing.length === 1 ? 'it' : 'them'}.
          </Text>
        </Group>
      ) : null}
      <div>
        <Text size="xs" c="dimmed">
          First words
        </Text>
        <Text size="sm">{opening ?? 'The model finds them, or the caller speaks first.'}</Text>
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
                {source ?? 'missing'}
              </Text>
            </>,
          ])}
        />
      ) : null}
    </Stack>
  );
}
