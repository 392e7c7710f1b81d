import { MultiSelect, Text } from '@mantine/core';
import { type EventChoice, eventLabels } from './webhook-labels.ts';

interface EventsFieldProps {
  value: EventChoice[];
  onChange: (events: EventChoice[]) => void;
  error?: string | undefined;
}

const choices = Object.keys(eventLabels).map((value) => ({
  value,
  label: value === '*' ? 'All events' : value,
}));

/** The events that an endpoint receives. "Everything" excludes other choices. */
export function EventsField({ value: events, onChange, error }: EventsFieldProps) {
  const choose = (chosen: EventChoice[]) => {
    const added = chosen.find((event) => !events.includes(event));
    onChange(added === '*' ? ['*'] : chosen.length > 1 ? chosen.filter((event) => event !== '*') : chosen);
  };
  return (
    <MultiSelect
      label="Events"
      description="All events includes event types added later."
      placeholder={events.length === 0 ? 'Choose events' : ''}
      data={choices}
      value={events}
      onChange={(chosen) => choose(chosen as EventChoice[])}
      renderOption={({ option: { value, label } }) => (
        <div>
          <Text size="sm">{label}</Text>
          <Text size="xs" c="dimmed">
            {eventLabels[value as EventChoice]}
          </Text>
        </div>
      )}
      searchable
      error={error}
    />
  );
}
