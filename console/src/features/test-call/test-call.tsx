import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, read, refusedField, useCan } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { Choice, useFound } from '../picks/index.ts';

interface TestCallProps {
  /** The number to call from. Without it, one of the trunk's numbers is chosen. */
  phoneNumberId?: string;
  trunkId?: string;
}

/** Places a call now, to test the route. */
export function TestCallButton({ phoneNumberId, trunkId }: TestCallProps) {
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
    <DialogButton label="Make test call" variant="default">
      {(close) => <TestCallDialog own={own} trunkId={trunkId} onClose={close} />}
    </DialogButton>
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
  const form = useDraft({
    agentId: '',
    phoneNumberId: own,
    phoneNumber: '',
  });
  const submit = async () => {
    const { agentId, phoneNumberId, phoneNumber } = form.draft;
    if (agentId === '') throw refusedField('agentId', 'Choose an agent.');
    if (phoneNumberId === '') throw refusedField('phoneNumberId', 'Choose a number to call from.');
    const body = { phoneNumberId, phoneNumber: phoneNumber.trim(), priority: 5, variables: {} };
    return await read(api.POST('/api/agents/{agentId}/calls', { params: { path: { agentId } }, body }));
  };
  return (
    <FormDialog
      title="Test call"
      action="Call now"
      size="md"
      form={form}
      onSubmit={submit}
      refreshes={['calls']}
      onSaved={({ callId }) => void navigate({ to: '/calls/$callId', params: { callId } })}
      onClose={onClose}
    >
      {({ text, value }) => (
        <>
          <TextInput
            label="Number to call"
            description="With the country code. This is a real call and may incur costs."
            {...text('phoneNumber')}
            type="tel"
            required
            data-autofocus
          />
          <Choice label="Agent" kind="agents" {...value('agentId')} required />
          <Choice
            label="Call from"
            kind="phone-numbers"
            trunkId={trunkId}
            {...value('phoneNumberId')}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
