import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../../api/index.ts';
import {
  AppLink,
  Elapsed,
  ErrorState,
  FactList,
  formatInstant,
  JsonView,
  Panel,
  StatusBadge,
  TimeText,
} from '../../../ui/index.ts';
import { isObject } from '../../json-text/index.ts';
import { typeLabel } from '../definition/step-types.ts';
import type { Run, RunStep } from '../workflow-labels.ts';
import { stepMark } from './run-marks.ts';

interface StepEntryPanelProps {
  run: Run;
  /** The selected step, or null. */
  stepId: string | null;
  /** The entries of the step, one for each iteration of a loop. */
  entries: readonly RunStep[];
}

/** The input and result of the selected step. */
export function StepEntryPanel({ run, stepId, entries }: StepEntryPanelProps) {
  const [key, setKey] = useState<string | null>(null);
  const entry = entries.find((one) => one.key === key) ?? entries.find(isShownFirst) ?? entries[0];
  if (stepId === null || !entry) {
    return (
      <Panel title={stepId ?? 'Step'}>
        <Text size="sm" c="dimmed">
          {stepId === null
            ? 'Select a step to see its input and output.'
            : 'This step has not started in this run.'}
        </Text>
      </Panel>
    );
  }
  const { label, tone, pulse } = stepMark(entry);
  return (
    <Panel title={stepId} aside={<StatusBadge status={label} tone={tone} pulse={pulse} />}>
      <Stack gap="sm">
        {entries.length > 1 ? (
          <Select
            label={`Execution (of ${entries.length})`}
            size="xs"
            data={entries.map((one) => ({ value: one.key, label: `${one.key} · ${one.status}` }))}
            value={entry.key}
            onChange={setKey}
            allowDeselect={false}
            searchable
          />
        ) : null}
        {entry.error ? (
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {entry.error}
          </Text>
        ) : null}
        <EntryFacts entry={entry} />
        <Values key={entry.key} run={run} entry={entry} />
      </Stack>
    </Panel>
  );
}

/** Returns true for the iteration to show first. */
function isShownFirst({ status }: RunStep): boolean {
  return status === 'failed' || status === 'running' || status === 'waiting';
}

function EntryFacts({ entry }: { entry: RunStep }) {
  const { type, attempts, startedAt, endedAt, waitsUntil, waitsFor } = entry;
  return (
    <FactList
      facts={[
        ['Type', typeLabel(type)],
        ['Started', formatInstant(startedAt)],
        ['Duration', <Elapsed key="took" since={startedAt} until={endedAt} />],
        ['Attempts', attempts],
        waitsUntil === null ? null : ['Waiting until', <TimeText key="until" at={waitsUntil} />],
        waitsFor === null ? null : ['Waiting for', <WaitsFor key="for" what={waitsFor} />],
      ]}
    />
  );
}

/** `event:<key>`, `run:<id>` or `call:<id>`. Calls and runs are links. */
function WaitsFor({ what }: { what: string }) {
  const [kind, id = ''] = what.split(/:(.*)/s);
  if (kind === 'run')
    return (
      <AppLink to="/workflow-runs/$workflowRunId" params={{ workflowRunId: id }}>
        the end of run {id}
      </AppLink>
    );
  if (kind === 'call')
    return (
      <AppLink to="/calls/$callId" params={{ callId: id }}>
        the end of call {id}
      </AppLink>
    );
  return <>the event {id}</>;
}

/** Input and output. Long ones are stored apart, and fetched when their step is shown. */
function Values({ run: { workflowRunId }, entry }: { run: Run; entry: RunStep }) {
  const isCut = isTooLong(entry.input) || isTooLong(entry.output);
  const { data, error } = useQuery({
    queryKey: ['workflow-runs', 'step', workflowRunId, entry.key, entry.status],
    queryFn: async ({ signal }) => {
      const params = { path: { workflowRunId }, query: { key: entry.key } };
      const answer = await read(api.GET('/api/workflow-runs/{workflowRunId}/steps', { params, signal }));
      return answer.steps[0] ?? null;
    },
    enabled: isCut,
  });
  const whole = isCut ? (data ?? entry) : entry;
  return (
    <>
      {error ? <ErrorState error={error} /> : null}
      <Text size="xs" fw={500}>
        Input
      </Text>
      <JsonView value={whole.input ?? null} label={`Input of ${entry.key}`} />
      <Text size="xs" fw={500}>
        Output
      </Text>
      <JsonView value={whole.output ?? null} label={`Output of ${entry.key}`} />
    </>
  );
}

function isTooLong(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 1 && typeof value.tooLong === 'number';
}
