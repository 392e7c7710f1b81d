import { Select, type SelectProps } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Kind, Pick } from './kinds.ts';
import { moreValue, scrollingList, useOptions } from './use-options.ts';
import { usePick } from './use-pick.ts';

interface PickSelectProps
  extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'searchValue' | 'searchable' | 'filter'> {
  kind: Kind;
  /** Empty when nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Further choices that the server does not list. */
  also?: readonly Pick[] | undefined;
  trunkId?: string | undefined;
}

/** Chooses one of the organization's resources. The server searches while its name is typed. */
export function PickSelect({ kind, value, onChange, also, trunkId, ...select }: PickSelectProps) {
  const [typed, setTyped] = useState('');
  const known = also?.find((one) => one.value === value);
  const pick = usePick(kind, known ? null : value);
  const chosen =
    value === '' ? null : (known ?? { value, label: pick === undefined ? '…' : (pick?.label ?? value) });
  const search = typed === chosen?.label ? '' : typed;
  const options = useOptions({ kind, search, chosen: chosen ? [chosen] : [], also, trunkId });
  const wantsMore = useRef(false);
  return (
    <Select
      {...select}
      data={options.data}
      filter={options.filter}
      value={value === '' ? null : value}
      onChange={(next) => {
        if (next !== moreValue) onChange(next ?? '');
      }}
      onOptionSubmit={(next) => {
        wantsMore.current = next === moreValue;
        if (wantsMore.current) options.loadMore();
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      dropdownOpened={options.isOpen}
      onDropdownOpen={() => options.setOpen(true)}
      onDropdownClose={() => {
        if (!wantsMore.current) options.setOpen(false);
        wantsMore.current = false;
      }}
      {...scrollingList}
      searchable
    />
  );
}
