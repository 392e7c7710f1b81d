import { TextInput } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { PairsField } from '../value-fields/index.ts';

interface PushProps {
  /** The number to fill in, or an empty string. */
  phoneNumber: string;
  onPushed: (phoneNumber: string) => void;
}

/** Pushes data for a number. */
export function PushButton(props: PushProps) {
  return (
    <DialogButton label="Push data">{(close) => <PushDialog {...props} onClose={close} />}</DialogButton>
  );
}

function PushDialog({ phoneNumber, onPushed, onClose }: PushProps & { onClose: () => void }) {
  const form = useDraft({ phoneNumber, data: { first_name: '' } as Record<string, unknown> });
  const push = async () => {
    const number = form.draft.phoneNumber.trim();
    const { data } = form.draft;
    await read(api.POST('/api/call-personalization-webhook', { body: { phoneNumber: number, data } }));
    return number;
  };
  return (
    <FormDialog
      title="Push data"
      action="Push data"
      form={form}
      onSubmit={push}
      refreshes={['personalization']}
      done="Data stored for the next call."
      onSaved={onPushed}
      onClose={onClose}
    >
      {({ draft, change, errorOf, text }) => (
        <>
          <TextInput
            label="Phone number"
            description="The customer's number. Ten digits are read as a US number."
            {...text('phoneNumber')}
            inputMode="tel"
            required
            data-autofocus
          />
          <PairsField
            label="Data"
            description="Values for the variables of the agent. They replace data pushed earlier; without any, they clear it."
            columns={['Variable', 'Value']}
            value={draft.data}
            onChange={(data) => change({ data })}
            add="Add value"
            isNested
            error={errorOf('data')}
            isReadOnly={false}
          />
        </>
      )}
    </FormDialog>
  );
}
