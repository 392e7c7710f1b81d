import { TextInput } from '@mantine/core';
import { api, read, refusedField } from '../../api/index.ts';
import { countryCodeAdvice, DialogButton, dialable, FormDialog, useDraft } from '../../ui/index.ts';

export function AddSuppressionButton() {
  return (
    <DialogButton label="Add number">{(close) => <AddSuppressionDialog onClose={close} />}</DialogButton>
  );
}

function AddSuppressionDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft({ phoneNumber: '', reason: '' });
  const submit = async () => {
    const advice = countryCodeAdvice(form.draft.phoneNumber);
    if (advice !== null) throw refusedField('phoneNumber', advice);
    const body = { phoneNumber: dialable(form.draft.phoneNumber), reason: form.draft.reason.trim() || null };
    return await read(api.POST('/api/suppressions', { body }));
  };
  return (
    <FormDialog
      title="Add number to suppression list"
      action="Add number"
      size="md"
      form={form}
      onSubmit={submit}
      refreshes={['suppressions']}
      done={({ phoneNumber }) => `${phoneNumber} was added to the suppression list.`}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <TextInput
            label="Phone number"
            description="With the country code, such as +14155550134. A ringing call is hung up."
            {...text('phoneNumber')}
            type="tel"
            required
            data-autofocus
          />
          <TextInput label="Reason" description="Shown in the list." {...text('reason')} maxLength={500} />
        </>
      )}
    </FormDialog>
  );
}
