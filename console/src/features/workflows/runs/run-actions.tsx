import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read, useCan } from '../../../api/index.ts';
import { ConfirmButton, toastDone, toastFailure } from '../../../ui/index.ts';
import { isOpen, type Run } from '../workflow-words.ts';

/** What can be done about a run, for who may. */
export function RunActions({ run }: { run: Run }) {
  const mayWrite = useCan('workflows:write');
  const client = useQueryClient();
  const params = { path: { workflowRunId: run.workflowRunId } };
  const refresh = () => client.invalidateQueries({ queryKey: ['workflow-runs'] });
  const cancel = async () => {
    await read(api.POST('/api/workflow-runs/{workflowRunId}/cancel', { params }));
    await refresh();
  };
  const retry = async () => {
    await read(api.POST('/api/workflow-runs/{workflowRunId}/retry', { params }));
    await refresh();
  };
  if (!mayWrite) return null;
  if (run.status === 'failed') {
    return (
      <ConfirmButton
        consequence="It goes on from the step that failed, in the version that it began with. What was completed is not done again; requests keep their Idempotency-Key."
        onConfirm={retry}
        done="The run goes on."
      >
        Retry run
      </ConfirmButton>
    );
  }
  if (!isOpen(run)) return null;
  return (
    <>
      <ConfirmButton
        color="red"
        variant="light"
        consequence="No other step begins. What it has begun elsewhere, such as a call, is not undone. A canceled run cannot be taken up again."
        onConfirm={cancel}
        done="The run was canceled."
      >
        Cancel run
      </ConfirmButton>
      <PauseRun run={run} />
    </>
  );
}

function PauseRun({ run: { workflowRunId, pausedAt } }: { run: Run }) {
  const client = useQueryClient();
  const params = { path: { workflowRunId } };
  const move = useMutation({
    mutationFn: () =>
      pausedAt === null
        ? read(api.POST('/api/workflow-runs/{workflowRunId}/pause', { params }))
        : read(api.POST('/api/workflow-runs/{workflowRunId}/resume', { params })),
    onSuccess: async (now) => {
      toastDone(now.pausedAt === null ? 'The run goes on.' : 'The run is paused: no other step begins.');
      await client.invalidateQueries({ queryKey: ['workflow-runs'] });
    },
    onError: toastFailure,
  });
  return (
    <Button variant="default" onClick={() => move.mutate()} loading={move.isPending}>
      {pausedAt === null ? 'Pause run' : 'Resume run'}
    </Button>
  );
}
