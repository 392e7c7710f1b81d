import { Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { AppLink, ConfirmButton, ErrorState, formatInstant, Panel, TimeText } from '../../ui/index.ts';
import { versionQuery } from '../flow-trace/index.ts';
import { NameOf } from '../picks/index.ts';
import { type Agent, type Configuration, changedFields, configurationOf } from './agent-labels.ts';
import { Differences } from './differences.tsx';
import { versionsQuery } from './queries.ts';

const draftName = 'draft';

/** The versions of an agent, and their differences. */
export function VersionsPanel({ agent }: { agent: Agent }) {
  const { agentId, version, draft } = agent;
  const mayWrite = useCan('agents:write');
  const { data, error, refetch } = useQuery(versionsQuery(agentId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [chosenBase, setBase] = useState<string | null>(null);
  const shown = chosen ?? (draft ? draftName : String(version));
  const base = chosenBase ?? String(shown === draftName ? version : Math.max(1, Number(shown) - 1));
  const after = useConfiguration(agent, shown);
  const before = useConfiguration(agent, base);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={360} aria-busy="true" />;
  const options = [
    ...(draft ? [{ value: draftName, label: 'Draft' }] : []),
    ...data.versions.map((one) => ({
      value: String(one.version),
      label: `Version ${one.version}, ${formatInstant(one.publishedAt)}`,
    })),
  ];
  const summary = data.versions.find((one) => String(one.version) === shown);
  const failure = after.error ?? before.error;
  return (
    <Panel title="Versions">
      <Group gap="sm" align="flex-end" mb="md">
        <Select
          label="Show"
          data={options}
          value={shown}
          onChange={(value) => {
            setChosen(value);
            setBase(null);
          }}
          allowDeselect={false}
          maw={300}
          flex="1 1 200px"
        />
        <Select
          label="Compare with"
          data={options}
          value={base}
          onChange={setBase}
          allowDeselect={false}
          maw={300}
          flex="1 1 200px"
        />
        {mayWrite && after.data && shown !== draftName && shown !== String(version) ? (
          <BringBack agentId={agentId} version={shown} configuration={after.data} hasDraft={draft !== null} />
        ) : null}
      </Group>
      {summary ? (
        <Text size="sm" c="dimmed" mb="sm">
          Published <TimeText at={summary.publishedAt} /> by{' '}
          <NameOf kind="members" id={summary.publishedBy} />.{' '}
          <AppLink className="underlined" to="/calls" search={{ agentId, agentVersion: shown }}>
            View its calls
          </AppLink>
        </Text>
      ) : null}
      {failure ? <ErrorState error={failure} /> : null}
      {after.data && before.data ? (
        <Comparison shown={shown} base={base} before={before.data} after={after.data} />
      ) : failure ? null : (
        <Skeleton height={200} />
      )}
    </Panel>
  );
}

interface ComparisonProps {
  /** The names of the compared versions. */
  shown: string;
  base: string;
  before: Configuration;
  after: Configuration;
}

function Comparison({ shown, base, before, after }: ComparisonProps) {
  return (
    <Stack gap="md">
      {shown === base || changedFields(before, after).length === 0 ? (
        <Text size="sm">
          {shown === '1' ? 'This is the first version.' : 'These versions are identical.'}
        </Text>
      ) : (
        <Differences before={before} after={after} />
      )}
    </Stack>
  );
}

/** Returns the configuration of a version. The draft and the published one are known already. */
function useConfiguration(
  agent: Agent,
  name: string,
): { data: Configuration | undefined; error: Error | null } {
  const isKnown = name === draftName || name === String(agent.version);
  const { data, error } = useQuery({
    ...versionQuery(agent.agentId, Number(name)),
    enabled: !isKnown,
  });
  if (isKnown)
    return { data: configurationOf(name === draftName ? (agent.draft ?? agent) : agent), error: null };
  return { data: data?.configuration, error };
}

interface BringBackProps {
  agentId: string;
  version: string;
  configuration: Configuration;
  hasDraft: boolean;
}

function BringBack({ agentId, version, configuration, hasDraft }: BringBackProps) {
  const bring = async () => {
    const body = { ...configurationOf(configuration), publish: false } as Schema<'UpdateAgentInput'>;
    await read(api.PATCH('/api/agents/{agentId}', { params: { path: { agentId } }, body }));
  };
  return (
    <ConfirmButton
      consequence={`${hasDraft ? 'This replaces the current draft. ' : ''}Calls use the published version until you publish the draft.`}
      onConfirm={bring}
      refreshes={['agents']}
      done={`Version ${version} restored to the draft.`}
    >
      Restore to draft
    </ConfirmButton>
  );
}
