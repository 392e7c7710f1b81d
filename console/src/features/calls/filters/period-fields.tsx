import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { FilterDay } from '../../../ui/index.ts';
import { type Period, periods } from './periods.ts';

interface PeriodFieldsProps {
  /** "Created" or "Ended". */
  label: string;
  period: Period;
  onChange: (chosen: {
    period: string | undefined;
    from: string | undefined;
    to: string | undefined;
  }) => void;
  comboboxProps?: SelectProps['comboboxProps'];
}

const custom = 'custom';

/** Chooses one of the usual periods, or a first and a last day. */
export function PeriodFields({ label, period, onChange, comboboxProps }: PeriodFieldsProps) {
  const { created, from, to } = period;
  const hasDays = Boolean(from ?? to);
  const [isCustom, setCustom] = useState(hasDays);
  const showsDays = created === undefined && (isCustom || hasDays);
  return (
    <>
      <Select
        aria-label={label}
        placeholder="Any time"
        data={[...periods.map(({ value, label }) => ({ value, label })), { value: custom, label: 'Custom…' }]}
        value={created ?? (showsDays ? custom : null)}
        onChange={(value) => {
          setCustom(value === custom);
          const chosen = value === custom ? undefined : (value ?? undefined);
          onChange({ period: chosen, from: undefined, to: undefined });
        }}
        clearable
        clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
        size="xs"
        w={{ base: '100%', xs: 150 }}
        {...(comboboxProps ? { comboboxProps } : {})}
      />
      {showsDays ? (
        <>
          <FilterDay
            label="From"
            value={dayOf(from)}
            onChange={(day) => onChange({ period: undefined, from: day, to })}
          />
          <FilterDay
            label="To"
            value={dayOf(to)}
            onChange={(day) => onChange({ period: undefined, from, to: day })}
          />
        </>
      ) : null}
    </>
  );
}

/** Links may name instants, which the fields show as days. */
function dayOf(text: string | undefined): string | undefined {
  return text?.slice(0, 10);
}
