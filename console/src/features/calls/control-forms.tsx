import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type CommandInput, typedValue } from './commands.ts';

export interface FormProps {
  send: (command: CommandInput) => void;
  isPending: boolean;
}

const textMax = 2_000;

/** Says a text in the agent's voice. */
export function SpeechForm({ send, isPending }: FormProps) {
  const [waits, setWaits] = useState(false);
  return (
    <>
      <TextForm
        send={send}
        isPending={isPending}
        label="Text that the agent says"
        action="Say"
        commandOf={(text) => ({ type: 'say', text, when: waits ? 'afterTurn' : 'now' })}
      />
      <Checkbox
        mt="xs"
        size="xs"
        label="Wait for a pause, instead of replacing what the agent is saying"
        checked={waits}
        onChange={(event) => setWaits(event.currentTarget.checked)}
      />
    </>
  );
}

interface TextFormProps extends FormProps {
  label: string;
  action: string;
  commandOf: (text: string) => CommandInput;
}

/** Sends a text. */
export function TextForm({ send, isPending, label, action, commandOf }: TextFormProps) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isPending) return;
    send(commandOf(text));
    setText('');
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          flex={1}
          maxLength={textMax}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={text.trim() === '' || isPending}>
          {action}
        </Button>
      </Group>
    </form>
  );
}

interface ChoiceFormProps extends FormProps {
  label: string;
  action: string;
  data: readonly (string | { value: string; label: string })[];
  commandOf: (value: string) => CommandInput;
}

/** Sends a choice. */
export function ChoiceForm({ send, isPending, label, action, data, commandOf }: ChoiceFormProps) {
  const [value, setValue] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== null && !isPending) send(commandOf(value));
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          label={label}
          placeholder="Choose one"
          flex={1}
          searchable
          data={[...data]}
          value={value}
          onChange={setValue}
        />
        <Button type="submit" disabled={value === null || isPending}>
          {action}
        </Button>
      </Group>
    </form>
  );
}

/** Sets a variable. */
export function VariableForm({ send, isPending }: FormProps) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const isNamed = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNamed && !isPending) send({ type: 'setVariable', name, value: typedValue(value) });
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Variable"
          flex={1}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Value"
          flex={1}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isNamed || isPending}>
          Set variable
        </Button>
      </Group>
    </form>
  );
}

/** Presses keys in the call. */
export function KeysForm({ send, isPending }: FormProps) {
  const [keys, setKeys] = useState('');
  const isValid = /^[0-9*#A-Dw]{1,64}$/.test(keys);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !isPending) send({ type: 'pressKeys', keys });
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Keys (w: a pause of half a second)"
          flex={1}
          value={keys}
          onChange={(event) => setKeys(event.currentTarget.value)}
          error={keys === '' || isValid ? null : 'Digits, *, #, A to D and w only'}
        />
        <Button type="submit" disabled={!isValid || isPending}>
          Press keys
        </Button>
      </Group>
    </form>
  );
}
