import '../workflows.css';
import { Alert, Grid, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { AppLink, JsonView, Page, Panel, TimeText, UnloadedPage, useNowMs } from '../../../ui/index.ts';
import { usePick } from '../../picks/index.ts';
import { flat, stepsOf } from '../definition/tree.ts';
import { StepsView } from '../graph/steps-view.tsx';
import { runQuery, versionQuery } from '../queries.ts';
import { isOpen, type Run, triggerLabel } from '../workflow-labels.ts';
import { EntriesTable } from './entries-table.tsx';
import { RunActions } from './run-actions.tsx';
import { RunFacts } from './run-facts.tsx';
import { entriesByStep, runMarks } from './run-marks.ts';
import { RunStatusBadge } from './runs-table.tsx';
import { StepEntryPanel } from './step-entry-panel.tsx';

const route = getRouteApi('/frame/workflow-runs/$workflowRunId');

/** One run, on the version that it started with. */
export function RunPage() {
  const { workflowRunId } = route.useParams();
  const { data, error, refetch } = useQuery(runQuery(workflowRunId));
  if (data) return <LoadedRun key={workflowRunId} run={data} />;
  return (
    <UnloadedPage
      title="Run"
      id={workflowRunId}
      back={<Back workflowId={null} />}
      skeleton={520}
      {...{ error, refetch }}
    />
  );
}

function Back({ workflowId, name = 'Workflow' }: { workflowId: string | null; name?: string }) {
  if (workflowId === null)
    return (
      <AppLink to="/workflow-runs" className="app-link back">
        Workflow runs
      </AppLink>
    );
  return (
    <AppLink
      to="/workflows/$workflowId"
      params={{ workflowId }}
      search={{ view: 'runs' }}
      className="app-link back"
    >
      {name}
    </AppLink>
  );
}

function LoadedRun({ run }: { run: Run }) {
  const nowMs = useNowMs(isOpen(run));
  const { workflowId, version, createdAt, reason, output } = run;
  const [chosen, setChosen] = useState<string | null>(null);
  const name = usePick('workflows', workflowId)?.label;
  const byStep = useMemo(() => entriesByStep(run.steps), [run.steps]);
  const stepId = chosen ?? firstStepToShow(run);
  return (
    <Page
      title={name ?? 'Run'}
      back={<Back workflowId={name === undefined ? null : workflowId} name={name ?? ''} />}
      beside={<RunStatusBadge run={run} />}
      description={
        <>
          Run of version {version ?? '—'} · started <TimeText at={createdAt} />
        </>
      }
      actions={<RunActions run={run} />}
    >
      {reason ? (
        <Alert variant="light" color={run.status === 'failed' ? 'red' : 'gray'} p="sm">
          <Text size="sm">{reason}</Text>
        </Alert>
      ) : null}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <RunGraph run={run} byStep={byStep} stepId={stepId} onSelect={setChosen} />
            <EntriesTable run={run} nowMs={nowMs} onSelect={setChosen} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <StepEntryPanel run={run} entries={(stepId && byStep.get(stepId)) || []} stepId={stepId} />
            <RunFacts run={run} />
            <Panel title="Input">
              <JsonView value={run.input} label="Input of the run" />
            </Panel>
            {isOpen(run) ? null : (
              <Panel title="Output">
                <JsonView value={output ?? null} label="Output of the run" />
              </Panel>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** Returns the step to show first: the one that failed, the one in progress, or the last one. */
function firstStepToShow({ status, steps }: Run): string | null {
  const failed = status === 'failed' ? steps.findLast((step) => step.status === 'failed') : undefined;
  const open = steps.findLast((step) => step.status === 'running' || step.status === 'waiting');
  return (failed ?? open ?? steps.at(-1))?.stepId ?? null;
}

interface RunGraphProps {
  run: Run;
  byStep: ReturnType<typeof entriesByStep>;
  stepId: string | null;
  onSelect: (stepId: string | null) => void;
}

/** The run's version with the state of each step. */
function RunGraph({ run: { workflowId, version }, byStep, stepId, onSelect }: RunGraphProps) {
  const { data, error } = useQuery(versionQuery(workflowId, version));
  const steps = useMemo(() => stepsOf(data?.definition), [data]);
  const marks = useMemo(() => runMarks(steps, byStep), [steps, byStep]);
  const all = flat(steps);
  if (version === null || error)
    return (
      <Paper withBorder p="md">
        <Text size="sm" c="dimmed">
          {version === null
            ? 'No version was published, so nothing ran.'
            : 'The workflow was deleted with its versions. The steps are below.'}
        </Text>
      </Paper>
    );
  if (!data) return <Skeleton height={460} aria-busy="true" />;
  return (
    <Paper withBorder className="run-graph">
      <StepsView
        steps={steps}
        label="Steps of the run"
        triggerLabel={triggerLabel(data.trigger)}
        selected={all.find(({ id }) => id === stepId)?.key ?? null}
        onSelect={(key) => onSelect(all.find((one) => one.key === key)?.id ?? null)}
        marks={marks}
        editing={null}
      />
    </Paper>
  );
}
