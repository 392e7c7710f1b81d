import { Button, Group, type MantineStyleProps, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Two filters fit side by side on a phone. */
export const filterWidth = { base: 'calc(50% - 5px)', xs: 172 };

interface FilterBarProps {
  /** The filters in the URL. */
  chosen: object;
  onClear: () => void;
  children: ReactNode;
}

/** The filters of a list. They are in the URL, so a link to the page keeps them. */
export function FilterBar({ chosen, onClear, children }: FilterBarProps) {
  const isFiltered = Object.values(chosen).some((value) => value !== undefined && value !== '');
  return (
    <Group gap="xs" role="search" aria-label="Filters">
      {children}
      {isFiltered ? (
        <Button variant="subtle" size="xs" color="gray" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </Group>
  );
}

interface FilterSelectProps {
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
  searchable?: boolean;
}

/** One of a few values. An empty choice is no filter. */
export function FilterSelect({ label, value, options, onChange, searchable = false }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={options}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      searchable={searchable}
      size="xs"
      w={filterWidth}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      nothingFoundMessage="No matches"
    />
  );
}

interface FilterTextProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const typingMs = 400;

/** Free text that becomes the filter when typing pauses, or on Enter. */
export function FilterText({
  label,
  value,
  onChange,
  w = filterWidth,
}: FilterTextProps & Pick<MantineStyleProps, 'w'>) {
  const [text, setText] = useState(value ?? '');
  /** Values that this field requested and that the URL does not have yet. */
  const own = useRef<(string | undefined)[]>([]);
  useEffect(() => {
    // A value that came from this field is not written back: the input may be ahead of it.
    const place = own.current.lastIndexOf(value);
    own.current = place === -1 ? [] : own.current.slice(place + 1);
    if (place === -1) setText(value ?? '');
  }, [value]);
  const commit = () => {
    const wanted = text.trim() || undefined;
    if (wanted === value || wanted === own.current.at(-1)) return;
    own.current.push(wanted);
    onChange(wanted);
  };
  useEffect(() => {
    const timer = setTimeout(commit, typingMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
      size="xs"
      w={w}
    />
  );
}

/** A day, such as `2026-11-22`. */
export function FilterDay({ label, value, onChange }: FilterTextProps) {
  return (
    <TextInput
      aria-label={label}
      title={label}
      leftSection={
        <Text size="xs" c="dimmed">
          {label}
        </Text>
      }
      leftSectionWidth={44}
      type="date"
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      size="xs"
      w={filterWidth}
    />
  );
}
