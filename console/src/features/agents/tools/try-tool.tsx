import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read, type Schema, useCan } from '../../../api/index.ts';
import { ErrorState, formatDuration, JsonView, StatusBadge } from '../../../ui/index.ts';
import { rowsOf } from '../../json-text/index.ts';
import type { Configuration } from '../configuration.ts';
import { variablesIn } from '../prompt-variables.ts';
import { ArgumentFields } from './argument-fields.tsx';
import { argumentsOf } from './arguments.ts';

const route = getRouteApi('/frame/agents/$agentId');
type HttpTool = Extract<Configuration['tools'][number], { type: 'http' }>;

/** Sends the request of the tool as a call would, and shows what the model would see. */
export function TryTool({ tool }: { tool: HttpTool }) {
  const mayTry = useCan('agents:write');
  const { agentId } = route.useParams();
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [variables, setVariables] = useState<Record<string, string>>({});
  const rows = rowsOf(tool.parameters ?? {}) ?? [];
  const named = new Set(rows.map(({ name }) => name));
  const wanted = variablesIn(tool.url, JSON.stringify(tool.body ?? null)).filter((name) => !named.has(name));
  const trial = useMutation({
    mutationFn: () => {
      const params = { path: { agentId } };
      const body = { tool, arguments: argumentsOf(rows, values), variables } as Schema<'TryAgentToolInput'>;
      return read(api.POST('/api/agents/{agentId}/try-tool', { params, body }));
    },
  });
  if (!mayTry) return null;
  return (
    <fieldset className="tool-part">
      <legend>Try it</legend>
      <Text size="xs" c="dimmed">
        Sends the request now, to the real address. If the tool changes something there, this does too.
      </Text>
      <ArgumentFields rows={rows} values={values} set={setValues} of="" />
      {wanted.map((name) => (
        <TextInput
          key={name}
          size="xs"
          mt={6}
          label={`Variable ${name}`}
          value={variables[name] ?? ''}
          onChange={({ currentTarget }) => setVariables({ ...variables, [name]: currentTarget.value })}
        />
      ))}
      <Group gap="sm" mt="xs">
        <Button variant="default" size="compact-sm" loading={trial.isPending} onClick={() => trial.mutate()}>
          Try {tool.name || 'the tool'}
        </Button>
        <div role="status">{trial.data ? <Outcome trial={trial.data} /> : null}</div>
      </Group>
      {trial.data ? (
        <>
          <Text size="xs" mt="xs">
            What the model sees:
          </Text>
          <JsonView value={trial.data.result} label="What the model sees" />
        </>
      ) : null}
      {trial.error ? <ErrorState error={trial.error} /> : null}
    </fieldset>
  );
}

function Outcome({
  trial: { outcome, status, tookMs, sentTo, message },
}: {
  trial: Schema<'AgentToolTrial'>;
}) {
  const isGood = outcome === 'answered';
  return (
    <>
      <Group gap="xs">
        <StatusBadge tone={isGood ? 'good' : 'bad'} status={outcome} />
        <Text size="sm" span>
          {status === null ? 'No answer' : `Status ${status}`} after {formatDuration(tookMs)}
        </Text>
      </Group>
      {message === null ? null : <Text size="sm">{message}</Text>}
      {sentTo === null ? null : (
        <Text size="xs" c="dimmed" className="break-anywhere">
          {sentTo}
        </Text>
      )}
    </>
  );
}
