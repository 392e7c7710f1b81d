import { Input, Select, TagsInput, TextInput } from '@mantine/core';
import type { ParameterRow } from '../../json-text/index.ts';
import { ValueInput } from '../../value-fields/index.ts';

interface ArgumentFieldsProps {
  rows: readonly ParameterRow[];
  values: Record<string, unknown>;
  set: (values: Record<string, unknown>) => void;
  /** The names above, for the labels. */
  of: string;
}

/** The sample arguments of a tool. */
export function ArgumentFields({ rows, values, set, of }: ArgumentFieldsProps) {
  return (
    <div className="argument-fields">
      {rows.map((row, index) => (
        <ArgumentField
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name while they are edited
          key={index}
          row={row}
          label={`${of}${row.name}`}
          value={values[row.name]}
          set={(value) => set({ ...values, [row.name]: value })}
        />
      ))}
    </div>
  );
}

interface ArgumentFieldProps {
  row: ParameterRow;
  label: string;
  value: unknown;
  set: (value: unknown) => void;
}

function ArgumentField({ row, label, value, set }: ArgumentFieldProps) {
  const { type, items, fields, choices, description, isRequired } = row;
  if (type === 'object' || (type === 'array' && items === 'object'))
    return (
      <ArgumentFields
        rows={fields}
        values={(value ?? {}) as Record<string, unknown>}
        set={set}
        of={`${label}${type === 'array' ? '[0]' : ''}.`}
      />
    );
  if (type === 'other')
    return (
      <Input.Wrapper size="xs" label={label} labelElement="div" required={isRequired}>
        <ValueInput label={label} value={value ?? ''} onChange={set} isReadOnly={false} />
      </Input.Wrapper>
    );
  const shared = { size: 'xs', label, required: isRequired } as const;
  if (type === 'array')
    return <TagsInput {...shared} value={Array.isArray(value) ? value : []} onChange={set} />;
  const options = type === 'boolean' ? yesOrNo : choices;
  if (options.length > 0)
    return (
      <Select
        {...shared}
        data={options}
        value={typeof value === 'string' ? value : null}
        onChange={(one) => set(one ?? '')}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      />
    );
  return (
    <TextInput
      {...shared}
      placeholder={description}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
