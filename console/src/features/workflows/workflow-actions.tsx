import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, useCan } from '../../api/index.ts';
import { ConfirmItem, MoreMenu, toastDone, toastFailure } from '../../ui/index.ts';
import { StartRunButton } from './start-run.tsx';
import type { Workflow } from './workflow-labels.ts';

export function WorkflowActions({ workflow }: { workflow: Workflow }) {
  const mayWrite = useCan('workflows:write');
  return (
    <>
      <StartRunButton workflow={workflow} />
      {mayWrite ? (
        <MoreMenu>
          <EnableWorkflow workflow={workflow} />
          <DeleteWorkflow workflow={workflow} />
        </MoreMenu>
      ) : null}
    </>
  );
}

function EnableWorkflow({ workflow: { workflowId, enabled } }: { workflow: Workflow }) {
  const client = useQueryClient();
  const params = { path: { workflowId } };
  const move = useMutation({
    mutationFn: () =>
      enabled
        ? read(api.POST('/api/workflows/{workflowId}/disable', { params }))
        : read(api.POST('/api/workflows/{workflowId}/enable', { params })),
    onSuccess: async (now) => {
      toastDone(
        now.enabled
          ? 'Workflow enabled. Triggers start runs again.'
          : 'Workflow disabled. Triggers are rejected; active runs continue.',
      );
      await client.invalidateQueries({ queryKey: ['workflows'] });
    },
    onError: toastFailure,
  });
  return (
    <Menu.Item onClick={() => move.mutate()} disabled={move.isPending}>
      {enabled ? 'Disable workflow' : 'Enable workflow'}
    </Menu.Item>
  );
}

function DeleteWorkflow({ workflow: { workflowId } }: { workflow: Workflow }) {
  const navigate = useNavigate();
  const remove = async () => {
    await read(api.DELETE('/api/workflows/{workflowId}', { params: { path: { workflowId } } }));
    await navigate({ to: '/workflows' });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="The draft and all versions are deleted; the runs stay readable. You cannot delete it while runs are active or an agent uses it as a tool. This cannot be undone."
      onConfirm={remove}
      refreshes={['workflows']}
      done="The workflow was deleted."
    >
      Delete workflow
    </ConfirmItem>
  );
}
