import { Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import type { Workflow } from './workflow-labels.ts';

/** Starts a run by hand. Only workflows with a webhook trigger can be started this way. */
export function StartRunButton({ workflow }: { workflow: Workflow }) {
  const { enabled, published } = workflow;
  if (!useCan('workflows:trigger') || published?.trigger.type !== 'webhook') return null;
  return (
    <DialogButton label="Start run" variant="default" disabled={!enabled}>
      {(close) => <StartRunDialog workflow={workflow} onClose={close} />}
    </DialogButton>
  );
}

function StartRunDialog({ workflow, onClose }: { workflow: Workflow; onClose: () => void }) {
  const form = useDraft({ input: '{}' });
  const navigate = useNavigate();
  const submit = async () => {
    const params = { path: { workflowId: workflow.workflowId } };
    const body = inputOf(form.draft.input);
    return await read(api.POST('/api/workflows/{workflowId}/trigger', { params, body }));
  };
  return (
    <FormDialog
      title="Start run"
      action="Start run"
      form={form}
      onSubmit={submit}
      refreshes={['workflow-runs']}
      onSaved={({ workflowTriggeredId }) =>
        void navigate({ to: '/workflow-runs/$workflowRunId', params: { workflowRunId: workflowTriggeredId } })
      }
      onClose={onClose}
    >
      {({ text }) => (
        <Textarea
          label="Input"
          description={`A JSON object, as sent to the trigger. Version ${workflow.published?.version} runs for real.`}
          classNames={{ input: 'mono-input' }}
          {...text('input')}
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
