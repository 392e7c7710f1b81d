import './value-fields.css';
import { ActionIcon, Autocomplete, Button, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isObject, isSame, readLiteral } from '../json-text/index.ts';
import { SimpleValue } from './simple-value.tsx';
import { converted, kindOf, type ValueKind, valueKinds } from './value-kinds.ts';
import type { ValueInputProps } from './value-props.ts';

interface PairsFieldProps {
  label: string;
  /** The label is for screen readers alone. */
  isLabelHidden?: boolean;
  description?: string;
  /** The names of the two columns. */
  columns: readonly [string, string];
  value: Readonly<Record<string, unknown>>;
  onChange: (value: Record<string, unknown>, name?: string) => void;
  /** The name of the next pair. Without it, a pair begins without a name. */
  nextName?: string;
  /** Names that are offered while one is typed. */
  names?: readonly string[];
  /** The words of the button that adds a pair. */
  add?: string;
  /** Returns the value of a typed text. */
  read?: (text: string) => unknown;
  /** Whether a value has a type, may have fields, or be a list. */
  isNested?: boolean;
  /** The input of each value; default: a text, or a value with a type when `isNested`. */
  renderValue?: (props: ValueInputProps) => ReactNode;
  error: string | undefined;
  errorOf?: (name: string) => string | undefined;
  isReadOnly: boolean;
}

type Row = readonly [string, unknown];

/** A pair without a name is left out. Of two with the same name the last one counts. */
const pairsOf = (rows: readonly Row[]): Record<string, unknown> =>
  Object.fromEntries(rows.filter(([name]) => name !== ''));

function problemOf(rows: readonly Row[], index: number): string | undefined {
  const [name, value] = rows[index]!;
  if (name === '') return value === '' ? undefined : 'Needs a name.';
  return rows.slice(0, index).some(([other]) => other === name) ? 'Listed twice.' : undefined;
}

/** Names with a value each, one pair a row. */
export function PairsField(props: PairsFieldProps) {
  const { label, isLabelHidden = false, description, columns, value, onChange, error, isReadOnly } = props;
  const { nextName = '', add = `Add to ${label.toLowerCase()}`, errorOf } = props;
  const [kept, setKept] = useState<readonly Row[]>(() => Object.entries(value));
  // A change from elsewhere is shown. Rows that are being named are kept.
  const rows = isSame(pairsOf(kept), value) ? kept : Object.entries(value);
  const set = (next: readonly Row[], name?: string) => {
    setKept(next);
    onChange(pairsOf(next), name);
  };
  const append = () => {
    let name = nextName;
    for (let number = 2; name !== '' && rows.some(([other]) => other === name); number += 1)
      name = `${nextName}${number}`;
    set([...rows, [name, '']]);
  };
  return (
    <Input.Wrapper
      label={isLabelHidden ? undefined : label}
      labelElement="div"
      description={description}
      error={error}
    >
      <Stack gap={4} mt={isLabelHidden ? 0 : 4} role="group" aria-label={label}>
        {rows.map(([name, own], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the names are edited here
          <div key={index} className="value-row">
            <PairName
              {...props}
              index={index}
              name={name}
              problem={problemOf(rows, index) ?? errorOf?.(name)}
              onRename={(to) => set(rows.with(index, [to, own]), `name ${index}`)}
            />
            <div className="value-of-name">
              <PairValue
                {...props}
                label={`${columns[1]} of ${name || index + 1}`}
                value={own}
                onChange={(next, part) =>
                  set(rows.with(index, [name, next]), part && `value ${index} ${part}`)
                }
              />
            </div>
            {isReadOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${name || index + 1} from ${label}`}
                onClick={() => set(rows.toSpliced(index, 1))}
              >
                ×
              </ActionIcon>
            )}
          </div>
        ))}
        {isReadOnly ? null : (
          <Group>
            <Button size="compact-xs" variant="subtle" onClick={append}>
              {add}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

interface PairNameProps extends Pick<PairsFieldProps, 'label' | 'columns' | 'names' | 'isReadOnly'> {
  index: number;
  name: string;
  problem: string | undefined;
  onRename: (to: string) => void;
}

function PairName({ label, columns, names = [], isReadOnly, index, name, problem, onRename }: PairNameProps) {
  const shared = {
    size: 'xs',
    className: 'value-name',
    'aria-label': `${columns[0]} ${index + 1} of ${label}`,
    placeholder: columns[0],
    value: name,
    error: problem,
    readOnly: isReadOnly,
    autoComplete: 'off',
    spellCheck: false,
  } as const;
  if (names.length > 0) return <Autocomplete {...shared} data={names} onChange={onRename} />;
  return <TextInput {...shared} onChange={({ currentTarget }) => onRename(currentTarget.value)} />;
}

type PairValueProps = Pick<PairsFieldProps, 'columns' | 'read' | 'isNested' | 'renderValue'> &
  ValueInputProps;

function PairValue(props: PairValueProps) {
  const { columns, read = readLiteral, isNested = false, renderValue } = props;
  const { label, value, onChange, isReadOnly } = props;
  const field = { label, value, onChange, isReadOnly };
  if (renderValue) return renderValue(field);
  if (isNested) return <ValueInput {...field} />;
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={columns[1]}
      value={typeof value === 'string' ? value : JSON.stringify(value)}
      onChange={({ currentTarget }) => onChange(read(currentTarget.value), 'text')}
      readOnly={isReadOnly}
    />
  );
}

const kinds = Object.entries(valueKinds).map(([value, label]) => ({ value, label }));

/** Edits a value: its type, and then a text, a number, a truth value, fields with values, or a list of values. */
export function ValueInput({ label, value, onChange, isReadOnly, ...rest }: ValueInputProps) {
  const kind = kindOf(value);
  const empty = 'empty' in rest ? rest.empty : null;
  const choose = (chosen: ValueKind) => onChange(chosen === 'empty' ? empty : converted(value, chosen));
  return (
    <div className="value-input">
      <div className="value-line">
        <Select
          size="xs"
          className="value-kind"
          aria-label={`Type of ${label}`}
          data={kinds}
          value={kind}
          onChange={(chosen) => chosen !== null && chosen !== kind && choose(chosen as ValueKind)}
          allowDeselect={false}
          readOnly={isReadOnly}
        />
        <SimpleValue {...{ label, value, onChange, isReadOnly }} />
      </div>
      {isObject(value) ? (
        <div className="value-parts">
          <PairsField
            label={`Fields of ${label}`}
            isLabelHidden
            columns={['Field', 'Value']}
            value={value}
            onChange={onChange}
            add="Add field"
            isNested
            error={undefined}
            isReadOnly={isReadOnly}
          />
        </div>
      ) : null}
      {Array.isArray(value) ? (
        <ListInput label={label} values={value} onChange={onChange} isReadOnly={isReadOnly} />
      ) : null}
    </div>
  );
}

interface ListInputProps extends Omit<ValueInputProps, 'value'> {
  values: readonly unknown[];
}

function ListInput({ label, values, onChange, isReadOnly }: ListInputProps) {
  return (
    <Stack gap={4} className="value-parts">
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value is identified by its position
        <Group key={index} gap={4} wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <ValueInput
              label={`${index + 1} of ${label}`}
              value={value}
              onChange={(next, part) => onChange(values.with(index, next), part && `${index} ${part}`)}
              isReadOnly={isReadOnly}
            />
          </div>
          {isReadOnly ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${index + 1} of ${label}`}
              onClick={() => onChange(values.toSpliced(index, 1))}
            >
              ×
            </ActionIcon>
          )}
        </Group>
      ))}
      {isReadOnly ? null : (
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            // A list usually has values of one type.
            onClick={() => onChange([...values, converted(null, kindOf(values.at(-1) ?? ''))])}
          >
            Add value
          </Button>
        </Group>
      )}
    </Stack>
  );
}
