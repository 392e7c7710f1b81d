import { Radio, Stack, Text } from '@mantine/core';
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
  const form = useDraft({ example: first!.id, name: first!.name });
  const { draft, change } = form;
  const navigate = useNavigate();
  const submit = async () => {
    const { trigger, definition } = examples.find(({ id }) => id === draft.example)!;
    return await read(api.POST('/api/workflows', { body: { name: draft.name, trigger, definition } }));
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
      form={form}
      onSubmit={submit}
      refreshes={['workflows']}
      onSaved={({ workflowId }) => void navigate({ to: '/workflows/$workflowId', params: { workflowId } })}
      onClose={onClose}
    >
      {({ value }) => (
        <>
          <NameField {...value('name')} />
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
