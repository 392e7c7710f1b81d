import { Button, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { FormDialog, parseJson, toastDone, useDraft } from '../../ui/index.ts';

interface PushProps {
  /** The number to fill in, or an empty string. */
  phoneNumber: string;
  onPushed: (phoneNumber: string) => void;
}

/** Pushes data for a number. */
export function PushButton(props: PushProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Push data</Button>
      {isOpen ? <PushDialog {...props} onClose={close} /> : null}
    </>
  );
}

function PushDialog({ phoneNumber, onPushed, onClose }: PushProps & { onClose: () => void }) {
  const { draft, change, isDirty } = useDraft({ phoneNumber, data: '{\n  "first_name": ""\n}' });
  const client = useQueryClient();
  const push = async () => {
    const number = draft.phoneNumber.trim();
    const data = parseJson('data', draft.data) as Record<string, unknown>;
    await read(api.POST('/api/call-personalization-webhook', { body: { phoneNumber: number, data } }));
    await client.invalidateQueries({ queryKey: ['personalization'] });
    return number;
  };
  return (
    <FormDialog
      title="Push data"
      action="Push data"
      isDirty={isDirty}
      onSubmit={push}
      onSaved={(number) => {
        toastDone('Data stored for the next call.');
        onPushed(number);
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Phone number"
            description="The customer's number. Ten digits are read as a US number."
            value={draft.phoneNumber}
            onChange={({ currentTarget }) => change({ phoneNumber: currentTarget.value })}
            error={errorOf('phoneNumber')}
            inputMode="tel"
            required
            data-autofocus
          />
          <Textarea
            label="Data"
            description="A JSON object with the agent's variable names as keys. It replaces data pushed earlier; {} clears it."
            value={draft.data}
            onChange={({ currentTarget }) => change({ data: currentTarget.value })}
            error={errorOf('data')}
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
