import { Textarea, TextInput } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, parseJson, useDraft } from '../../ui/index.ts';

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
  const form = useDraft({ phoneNumber, data: '{\n  "first_name": ""\n}' });
  const push = async () => {
    const number = form.draft.phoneNumber.trim();
    const data = parseJson('data', form.draft.data) as Record<string, unknown>;
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
      {({ text }) => (
        <>
          <TextInput
            label="Phone number"
            description="The customer's number. Ten digits are read as a US number."
            {...text('phoneNumber')}
            inputMode="tel"
            required
            data-autofocus
          />
          <Textarea
            label="Data"
            description="A JSON object with the agent's variable names as keys. It replaces data pushed earlier; {} clears it."
            {...text('data')}
            classNames={{ input: 'json-text' }}
            spellCheck={false}
            autosize
            minRows={6}
            maxRows={20}
          />
        </>
      )}
    </FormDialog>
  );
}
