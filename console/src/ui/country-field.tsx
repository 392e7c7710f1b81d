import { Select } from '@mantine/core';
import { allCountries, searchCountries } from './countries.ts';

interface CountryFieldProps {
  label: string;
  description?: string;
  /** Shown while no country is chosen. */
  placeholder?: string;
  /** Two capital letters, or empty. */
  value: string;
  onChange: (country: string) => void;
  error?: string | undefined;
  /** False when a country must be chosen. */
  clearable?: boolean;
  w?: number;
}

/** Chooses a country by its name or its two letters. */
export function CountryField({ value, onChange, clearable = true, ...select }: CountryFieldProps) {
  return (
    <Select
      placeholder="Choose a country"
      {...select}
      data={allCountries()}
      value={value === '' ? null : value.toUpperCase()}
      onChange={(country) => onChange(country ?? '')}
      filter={({ search }) => searchCountries(search)}
      nothingFoundMessage="No country has this name."
      searchable
      clearable={clearable}
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': `Clear: ${select.label}` }}
    />
  );
}
