import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { DialogButton, FormDialog, NameField, useDraft } from '../../ui/index.ts';

export function NewAgentButton() {
  if (!useCan('agents:write')) return null;
  return <DialogButton label="New agent">{(close) => <NewAgentDialog onClose={close} />}</DialogButton>;
}

/** Creates an agent from a name and a prompt. The rest is edited on its page. */
function NewAgentDialog({ onClose }: { onClose: () => void }) {
  const { draft, change, isDirty } = useDraft({ name: '', prompt: '' });
  const client = useQueryClient();
  const navigate = useNavigate();
  const submit = async () => {
    const made = await read(api.POST('/api/agents', { body: draft as Schema<'CreateAgentInput'> }));
    await client.invalidateQueries({ queryKey: ['agents'] });
    return made;
  };
  return (
    <FormDialog
      title="New agent"
      action="Create agent"
      isDirty={isDirty}
      onSubmit={submit}
      onSaved={({ agentId }) => void navigate({ to: '/agents/$agentId', params: { agentId } })}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NameField
            description="Shown to members of your organization."
            value={draft.name}
            onChange={(name) => change({ name })}
            error={errorOf('name')}
          />
          <Textarea
            label="Prompt"
            description="Describe the agent's role, goal and limits. {{variable}} inserts a value of the call."
            value={draft.prompt}
            onChange={({ currentTarget }) => change({ prompt: currentTarget.value })}
            error={errorOf('prompt')}
            autosize
            minRows={6}
            maxRows={16}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
