import { Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, useCan } from '../../api/index.ts';
import { DialogButton, FormDialog, NameField, useDraft } from '../../ui/index.ts';
import { examples } from './examples.ts';
import { triggerTypeLabels } from './workflow-labels.ts';

export function NewWorkflowButton() {
  if (!useCan('workflows:write')) return null;
  return <DialogButton label="New workflow">{(close) => <NewWorkflowDialog onClose={close} />}</DialogButton>;
}

function NewWorkflowDialog({ onClose }: { onClose: () => void }) {
  const [first] = examples;
  const { draft, change, isDirty } = useDraft({ example: first!.id, name: first!.name });
  const client = useQueryClient();
  const navigate = useNavigate();
  const submit = async () => {
    const { trigger, definition } = examples.find(({ id }) => id === draft.example)!;
    const workflow = await read(
      api.POST('/api/workflows', { body: { name: draft.name, trigger, definition } }),
    );
    await client.invalidateQueries({ queryKey: ['workflows'] });
    return workflow;
  };
  const choose = (id: string) => {
    const before = examples.find((one) => one.id === draft.example)!;
    const isOwnName = draft.name !== before.name;
    change({ example: id, ...(isOwnName ? {} : { name: examples.find((one) => one.id === id)!.name }) });
  };
  return (
    <FormDialog
      title="New workflow"
      action="Create draft"
      isDirty={isDirty}
      onSubmit={submit}
      onSaved={({ workflowId }) => void navigate({ to: '/workflows/$workflowId', params: { workflowId } })}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NameField value={draft.name} onChange={(name) => change({ name })} error={errorOf('name')} />
          <Radio.Group label="Start from" value={draft.example} onChange={choose}>
            <Stack gap={6} mt={6}>
              {examples.map(({ id, title, about, trigger }) => (
                <Radio.Card key={id} value={id} className="example" aria-label={title}>
                  <Radio.Indicator />
                  <span>
                    <Text span size="sm" fw={600}>
                      {title}
                    </Text>
                    <Text span size="xs" c="dimmed" ml={8}>
                      {triggerTypeLabels[trigger.type]}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {about}
                    </Text>
                  </span>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
          <Text size="xs" c="dimmed">
            This creates a draft. It does not run until you publish it.
          </Text>
        </>
      )}
    </FormDialog>
  );
}
