import { Select } from '@mantine/core';
import { useState } from 'react';
import { FilterDay, FilterText } from '../../../ui/index.ts';
import { periods } from './periods.ts';
import { type CallSearch, typedFilter } from './search-of.ts';

interface CallSearchProps {
  search: CallSearch;
  choose: (chosen: CallSearch) => void;
}

/** One field for numbers and words, and the period. */
export function CallSearchFields({ search, choose }: CallSearchProps) {
  return (
    <>
      <FilterText
        label="Number, its last digits, or words said"
        value={search.customerNumber ?? search.text}
        onChange={(typed) => choose(typedFilter(typed ?? ''))}
        w={{ base: '100%', xs: 300 }}
      />
      <PeriodFields search={search} choose={choose} />
    </>
  );
}

const custom = 'custom';

function PeriodFields({ search, choose }: CallSearchProps) {
  const [isCustom, setCustom] = useState(Boolean(search.from ?? search.to));
  const showsDays = search.created === undefined && (isCustom || Boolean(search.from ?? search.to));
  return (
    <>
      <Select
        aria-label="Created"
        placeholder="Any time"
        data={[...periods.map(({ value, label }) => ({ value, label })), { value: custom, label: 'Custom…' }]}
        value={search.created ?? (showsDays ? custom : null)}
        onChange={(value) => {
          setCustom(value === custom);
          choose({
            created: value === custom ? undefined : (value ?? undefined),
            from: undefined,
            to: undefined,
          });
        }}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Created' }}
        size="xs"
        w={{ base: '100%', xs: 150 }}
      />
      {showsDays ? (
        <>
          <FilterDay label="From" value={dayOf(search.from)} onChange={(from) => choose({ from })} />
          <FilterDay label="To" value={dayOf(search.to)} onChange={(to) => choose({ to })} />
        </>
      ) : null}
    </>
  );
}

/** Links may name instants, which the fields show as days. */
function dayOf(text: string | undefined): string | undefined {
  return text?.slice(0, 10);
}
