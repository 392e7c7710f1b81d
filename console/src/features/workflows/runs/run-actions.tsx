import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read, useCan } from '../../../api/index.ts';
import { ConfirmButton, ConfirmItem, MoreMenu, toastDone, toastFailure } from '../../../ui/index.ts';
import { isOpen, type Run } from '../workflow-labels.ts';

export function RunActions({ run }: { run: Run }) {
  const mayWrite = useCan('workflows:write');
  const params = { path: { workflowRunId: run.workflowRunId } };
  const cancel = () => read(api.POST('/api/workflow-runs/{workflowRunId}/cancel', { params }));
  const retry = () => read(api.POST('/api/workflow-runs/{workflowRunId}/retry', { params }));
  if (!mayWrite) return null;
  if (run.status === 'failed') {
    return (
      <ConfirmButton
        consequence="The run continues from the failed step with the same version. Completed steps do not run again; requests keep their Idempotency-Key."
        onConfirm={retry}
        refreshes={['workflow-runs']}
        done="Run resumed."
      >
        Retry run
      </ConfirmButton>
    );
  }
  if (!isOpen(run)) return null;
  return (
    <>
      <PauseRun run={run} />
      <MoreMenu>
        <ConfirmItem
          isDestructive
          consequence="No further step starts. Actions already started, such as a call, are not undone. A canceled run cannot be resumed."
          onConfirm={cancel}
          refreshes={['workflow-runs']}
          done="Run canceled."
        >
          Cancel run
        </ConfirmItem>
      </MoreMenu>
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
      toastDone(now.pausedAt === null ? 'Run resumed.' : 'Run paused. No further step starts.');
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
