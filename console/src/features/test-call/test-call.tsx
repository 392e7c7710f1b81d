import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import { Choice, type Pick, useAgentPicks } from '../picks/index.ts';

interface TestCallProps {
  /** Numbers that it may be made from; one alone is chosen already. */
  numbers: Pick[];
}

/** Offers to call somebody now, to see whether the way there works. */
export function TestCallButton({ numbers }: TestCallProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!useCan('calls:write') || numbers.length === 0) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        Make test call
      </Button>
      {isOpen ? <TestCallDialog numbers={numbers} onClose={close} /> : null}
    </>
  );
}

function TestCallDialog({ numbers, onClose }: TestCallProps & { onClose: () => void }) {
  const agents = useAgentPicks();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { draft, change, isDirty } = useDraft({
    ...{ agentId: '', phoneNumberId: numbers.length === 1 ? numbers[0]!.value : '', phoneNumber: '' },
  });
  const submit = async () => {
    const { agentId, phoneNumberId, phoneNumber } = draft;
    if (agentId === '') throw refusedField('agentId', 'Choose the agent that speaks.');
    if (phoneNumberId === '') throw refusedField('phoneNumberId', 'Choose the number to call from.');
    const body = { phoneNumberId, phoneNumber: phoneNumber.trim(), priority: 5, variables: {} };
    const call = await read(api.POST('/api/agents/{agentId}/calls', { params: { path: { agentId } }, body }));
    await client.invalidateQueries({ queryKey: ['calls'] });
    return call;
  };
  return (
    <FormDialog
      title="Test call"
      action="Call now"
      size="md"
      isDirty={isDirty}
      onSubmit={submit}
      onSaved={({ callId }) => void navigate({ to: '/calls/$callId', params: { callId } })}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Number to call"
            description="With its country code. It is a real call, and may cost."
            value={draft.phoneNumber}
            onChange={({ currentTarget }) => change({ phoneNumber: currentTarget.value })}
            error={errorOf('phoneNumber')}
            type="tel"
            required
            data-autofocus
          />
          <Choice
            label="Agent"
            value={draft.agentId}
            data={agents}
            onChange={(agentId) => change({ agentId })}
            error={errorOf('agentId')}
            required
          />
          <Choice
            label="Call from"
            value={draft.phoneNumberId}
            data={numbers}
            onChange={(phoneNumberId) => change({ phoneNumberId })}
            error={errorOf('phoneNumberId')}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
