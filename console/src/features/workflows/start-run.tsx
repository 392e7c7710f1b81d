import { Button, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import type { Workflow } from './workflow-labels.ts';

/** Starts a run by hand. Only workflows with a webhook trigger can be started this way. */
export function StartRunButton({ workflow }: { workflow: Workflow }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { enabled, published } = workflow;
  if (!useCan('workflows:trigger') || published?.trigger.type !== 'webhook') return null;
  return (
    <>
      <Button variant="default" onClick={open} disabled={!enabled}>
        Start run
      </Button>
      {isOpen ? <StartRunDialog workflow={workflow} onClose={close} /> : null}
    </>
  );
}

function StartRunDialog({ workflow, onClose }: { workflow: Workflow; onClose: () => void }) {
  const { draft, change, isDirty } = useDraft({ input: '{}' });
  const client = useQueryClient();
  const navigate = useNavigate();
  const submit = async () => {
    const params = { path: { workflowId: workflow.workflowId } };
    const body = inputOf(draft.input);
    const run = await read(api.POST('/api/workflows/{workflowId}/trigger', { params, body }));
    await client.invalidateQueries({ queryKey: ['workflow-runs'] });
    return run;
  };
  return (
    <FormDialog
      title="Start run"
      action="Start run"
      isDirty={isDirty}
      onSubmit={submit}
      onSaved={({ workflowTriggeredId }) =>
        void navigate({ to: '/workflow-runs/$workflowRunId', params: { workflowRunId: workflowTriggeredId } })
      }
      onClose={onClose}
    >
      {(errorOf) => (
        <Textarea
          label="Input"
          description={`A JSON object, as sent to the trigger. Version ${workflow.published?.version} runs for real.`}
          classNames={{ input: 'mono-input' }}
          value={draft.input}
          onChange={({ currentTarget }) => change({ input: currentTarget.value })}
          error={errorOf('input')}
          autosize
          minRows={6}
          maxRows={18}
          spellCheck={false}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

function inputOf(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusedField('input', 'Invalid JSON. Put names and text in double quotes.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusedField('input', 'The input must be an object, such as {"name": "Ada"}.');
  return value as Record<string, unknown>;
}
