import { useNavigate } from '@tanstack/react-router';
import { api, read, useCan } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { PairsField } from '../value-fields/index.ts';
import { inputNames } from './definition/input-names.ts';
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
  const names = inputNames(workflow.published?.definition);
  const form = useDraft({ input: Object.fromEntries(names.map((name) => [name, ''])) as Input });
  const navigate = useNavigate();
  const submit = async () => {
    const params = { path: { workflowId: workflow.workflowId } };
    const body = Object.fromEntries(Object.entries(form.draft.input).filter(([, value]) => value !== ''));
    return await read(api.POST('/api/workflows/{workflowId}/trigger', { params, body }));
  };
  return (
    <FormDialog
      title="Start run"
      action="Start run"
      size="lg"
      form={form}
      onSubmit={submit}
      refreshes={['workflow-runs']}
      onSaved={({ workflowTriggeredId }) =>
        void navigate({ to: '/workflow-runs/$workflowRunId', params: { workflowRunId: workflowTriggeredId } })
      }
      onClose={onClose}
    >
      {({ draft, change, errorOf }) => (
        <PairsField
          label="Input"
          description={`What the steps read as input.name. Texts that are empty are not sent. Version ${workflow.published?.version} runs for real.`}
          columns={['Name', 'Value']}
          value={draft.input}
          onChange={(input) => change({ input })}
          names={names}
          add="Add value"
          isNested
          error={errorOf('input') ?? errorOf('')}
          isReadOnly={false}
        />
      )}
    </FormDialog>
  );
}

type Input = Record<string, unknown>;
