import { Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { DialogButton, FormDialog, NameField, useDraft } from '../../ui/index.ts';
import { type Preset, PresetChoice } from '../provider-picks/index.ts';

export function NewAgentButton() {
  if (!useCan('agents:write')) return null;
  return <DialogButton label="New agent">{(close) => <NewAgentDialog onClose={close} />}</DialogButton>;
}

/** Creates an agent from a name and a prompt. The rest is edited on its page. */
function NewAgentDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft({ name: '', prompt: '', preset: null as Preset | null });
  const navigate = useNavigate();
  const submit = async () => {
    const { preset, ...fields } = form.draft;
    const body = { ...fields, ...preset?.configuration } as Schema<'CreateAgentInput'>;
    return await read(api.POST('/api/agents', { body }));
  };
  return (
    <FormDialog
      title="New agent"
      action="Create agent"
      form={form}
      onSubmit={submit}
      refreshes={['agents']}
      onSaved={({ agentId }) => void navigate({ to: '/agents/$agentId', params: { agentId } })}
      onClose={onClose}
    >
      {({ draft, change, text, value }) => (
        <>
          <NameField description="Shown to members of your organization." {...value('name')} />
          <Textarea
            label="Prompt"
            description="Describe the agent's role, goal and limits. {{variable}} inserts a value of the call."
            {...text('prompt')}
            autosize
            minRows={6}
            maxRows={16}
            required
          />
          <PresetChoice
            language="en-US"
            description="Chooses a model, a voice and a transcriber, so that you can call the agent at once. You can change them later."
            chosen={draft.preset}
            onChoose={(preset) => change({ preset })}
          />
        </>
      )}
    </FormDialog>
  );
}
