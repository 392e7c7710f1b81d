import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { Kind } from './kinds.ts';
import { moreValue, scrollingList, useOptions } from './use-options.ts';
import { usePicks } from './use-pick.ts';

interface ChoicesProps {
  label: string;
  description: string;
  kind: Kind;
  value: string[];
  onChange: (values: string[]) => void;
  error?: string | undefined;
}

/** Chooses several resources, in the order of choosing. */
export function Choices({ kind, value, onChange, ...select }: ChoicesProps) {
  const [typed, setTyped] = useState('');
  const options = useOptions({ kind, search: typed, chosen: usePicks(kind, value) });
  return (
    <MultiSelect
      {...select}
      data={options.data}
      filter={options.filter}
      value={value}
      onChange={(next) => (next.includes(moreValue) ? options.loadMore() : onChange(next))}
      onOptionSubmit={(next) => {
        if (next !== moreValue) setTyped('');
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      clearSearchOnChange={false}
      dropdownOpened={options.isOpen}
      onDropdownOpen={() => options.setOpen(true)}
      onDropdownClose={() => options.setOpen(false)}
      {...scrollingList}
      searchable
    />
  );
}
