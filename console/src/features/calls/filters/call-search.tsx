import { FilterText } from '../../../ui/index.ts';
import { PeriodFields } from './period-fields.tsx';
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
      <PeriodFields
        label="Created"
        period={search}
        onChange={({ period: created, from, to }) => choose({ created, from, to })}
      />
    </>
  );
}
