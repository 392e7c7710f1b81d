import { Button, Chip, Fieldset, Group, Text, TextInput } from '@mantine/core';
import { type Day, dayLabels, days, type Schedule } from './schedule-labels.ts';

interface WindowFieldsProps {
  value: Schedule['windows'];
  onChange: (windows: Schedule['windows']) => void;
  error: string | undefined;
}

/** The windows of the week: days, start and end. */
export function WindowFields({ value: windows, onChange, error }: WindowFieldsProps) {
  const change = (index: number, changed: Partial<Schedule['windows'][number]>) =>
    onChange(windows.map((window, at) => (at === index ? { ...window, ...changed } : window)));
  return (
    <Fieldset legend="Open hours" aria-invalid={error !== undefined}>
      {windows.map((window, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no id
        <div key={index} className="window-row">
          <Chip.Group
            multiple
            value={window.days}
            onChange={(chosen) =>
              change(index, { days: days.filter((day) => chosen.includes(day)) as Day[] })
            }
          >
            <Group gap={4} role="group" aria-label={`Days of open hours ${index + 1}`}>
              {days.map((day) => (
                <Chip key={day} value={day} size="xs" radius="sm">
                  {dayLabels[day]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <TextInput
            label="From"
            size="xs"
            w={84}
            value={window.start}
            onChange={({ currentTarget }) => change(index, { start: currentTarget.value })}
          />
          <TextInput
            label="To"
            size="xs"
            w={84}
            value={window.end}
            onChange={({ currentTarget }) => change(index, { end: currentTarget.value })}
          />
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => onChange(windows.filter((_, at) => at !== index))}
            aria-label={`Remove open hours ${index + 1}`}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        onClick={() => onChange([...windows, { days: ['mon'], start: '09:00', end: '17:00' }])}
      >
        Add open hours
      </Button>
      {error ? (
        <Text size="xs" c="var(--mantine-color-error)" mt={6}>
          {error}
        </Text>
      ) : null}
    </Fieldset>
  );
}
