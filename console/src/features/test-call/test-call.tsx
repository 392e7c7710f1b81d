import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import { Choice, useFound } from '../picks/index.ts';

interface TestCallProps {
  /** The number to call from. Without it, one of the trunk's numbers is chosen. */
  phoneNumberId?: string;
  trunkId?: string;
}

/** Places a call now, to test the route. */
export function TestCallButton({ phoneNumberId, trunkId }: TestCallProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const numbers = useFound({
    kind: 'phone-numbers',
    search: '',
    trunkId,
    isEnabled: phoneNumberId === undefined,
  });
  // Stale rows belong to the trunk that was shown before.
  const rows = numbers.isStale ? [] : numbers.rows;
  const own = phoneNumberId ?? (rows.length > 1 ? '' : rows[0]?.value);
  if (!useCan('calls:write') || own === undefined) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        Make test call
      </Button>
      {isOpen ? <TestCallDialog own={own} trunkId={trunkId} onClose={close} /> : null}
    </>
  );
}

interface TestCallDialogProps {
  /** The only number that it can be called from. Empty when there are several. */
  own: string;
  trunkId: string | undefined;
  onClose: () => void;
}

function TestCallDialog({ own, trunkId, onClose }: TestCallDialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { draft, change, isDirty } = useDraft({
    agentId: '',
    phoneNumberId: own,
    phoneNumber: '',
  });
  const submit = async () => {
    const { agentId, phoneNumberId, phoneNumber } = draft;
    if (agentId === '') throw refusedField('agentId', 'Choose an agent.');
    if (phoneNumberId === '') throw refusedField('phoneNumberId', 'Choose a number to call from.');
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
            description="With the country code. This is a real call and may incur costs."
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
            kind="agents"
            onChange={(agentId) => change({ agentId })}
            error={errorOf('agentId')}
            required
          />
          <Choice
            label="Call from"
            value={draft.phoneNumberId}
            kind="phone-numbers"
            trunkId={trunkId}
            onChange={(phoneNumberId) => change({ phoneNumberId })}
            error={errorOf('phoneNumberId')}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
