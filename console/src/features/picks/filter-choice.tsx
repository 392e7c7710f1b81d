import { filterWidth } from '../../ui/index.ts';
import type { Kind, Pick } from './kinds.ts';
import { PickSelect } from './pick-select.tsx';

interface FilterChoiceProps {
  label: string;
  kind: Kind;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Further choices that the server does not list. */
  also?: readonly Pick[];
}

/** Filters by one of the organization's resources. An empty choice is no filter. */
export function FilterChoice({ label, value = '', onChange, ...select }: FilterChoiceProps) {
  return (
    <PickSelect
      {...select}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(chosen) => onChange(chosen || undefined)}
      clearable
      size="xs"
      w={filterWidth}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
    />
  );
}
