import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { FormDialog, toastDone, useDraft } from '../../ui/index.ts';

export function AddSuppressionButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Add number</Button>
      {isOpen ? <AddSuppressionDialog onClose={close} /> : null}
    </>
  );
}

function AddSuppressionDialog({ onClose }: { onClose: () => void }) {
  const { draft, change, isDirty } = useDraft({ phoneNumber: '', reason: '' });
  const client = useQueryClient();
  const submit = async () => {
    const body = { phoneNumber: draft.phoneNumber.trim(), reason: draft.reason.trim() || null };
    const added = await read(api.POST('/api/suppressions', { body }));
    await client.invalidateQueries({ queryKey: ['suppressions'] });
    return added;
  };
  return (
    <FormDialog
      title="Add number to suppression list"
      action="Add number"
      size="md"
      isDirty={isDirty}
      onSubmit={submit}
      onSaved={({ phoneNumber }) => toastDone(`${phoneNumber} was added to the suppression list.`)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Phone number"
            description="With the country code, such as +14155550134. A ringing call is hung up."
            value={draft.phoneNumber}
            onChange={({ currentTarget }) => change({ phoneNumber: currentTarget.value })}
            error={errorOf('phoneNumber')}
            type="tel"
            required
            data-autofocus
          />
          <TextInput
            label="Reason"
            description="Shown in the list."
            value={draft.reason}
            onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            error={errorOf('reason')}
            maxLength={500}
          />
        </>
      )}
    </FormDialog>
  );
}
