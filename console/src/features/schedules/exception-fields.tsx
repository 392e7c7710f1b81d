import { Button, Fieldset, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schedule } from './schedule-labels.ts';

type Exceptions = Schedule['exceptions'];

interface ExceptionFieldsProps {
  value: Exceptions;
  onChange: (exceptions: Exceptions) => void;
  error: string | undefined;
}

/** Days that differ from the week: closed, or with their own hours. */
export function ExceptionFields({ value: exceptions, onChange, error }: ExceptionFieldsProps) {
  const change = (index: number, changed: Partial<Exceptions[number]>) =>
    onChange(exceptions.map((exception, at) => (at === index ? { ...exception, ...changed } : exception)));
  return (
    <Fieldset legend="Exceptions" aria-invalid={error !== undefined}>
      {exceptions.map(({ date, windows }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same date while it is typed
        <div key={index} className="window-row">
          <TextInput
            label="Date"
            type="date"
            size="xs"
            value={date}
            onChange={({ currentTarget }) => change(index, { date: currentTarget.value })}
          />
          <HoursInput
            key={exceptions.length}
            windows={windows}
            onChange={(changed) => change(index, { windows: changed })}
          />
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => onChange(exceptions.filter((_, at) => at !== index))}
            aria-label={`Remove exception ${index + 1}`}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        onClick={() => onChange([...exceptions, { date: '', windows: [] }])}
      >
        Add exception
      </Button>
      {error ? (
        <Text size="xs" c="var(--mantine-color-error)" mt={6}>
          {error}
        </Text>
      ) : null}
    </Fieldset>
  );
}

type Hours = Exceptions[number]['windows'];

/** Hours as text: `09:00-12:00, 13:00-17:00`. Invalid text is sent unchanged, and the service reports the error. */
function HoursInput({ windows, onChange }: { windows: Hours; onChange: (windows: Hours) => void }) {
  const [text, setText] = useState(() => windows.map(({ start, end }) => `${start}-${end}`).join(', '));
  return (
    <TextInput
      label="Hours"
      placeholder="Closed all day"
      size="xs"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        const parts = currentTarget.value.replaceAll(' ', '');
        if (parts === '') return onChange([]);
        const read = parts.split(',').map((part) => {
          const dash = part.indexOf('-');
          return dash < 0
            ? { start: part, end: '' }
            : { start: part.slice(0, dash), end: part.slice(dash + 1) };
        });
        onChange(read);
      }}
    />
  );
}
