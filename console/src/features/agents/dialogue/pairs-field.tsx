import { ActionIcon, Button, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import { isObject } from '../../json-text/index.ts';
import { readLiteral } from './literal.ts';

interface PairsFieldProps {
  label: string;
  description: string;
  /** The names of the two columns. */
  columns: readonly [string, string];
  value: Readonly<Record<string, unknown>>;
  onChange: (value: Record<string, unknown>, name?: string) => void;
  /** The name of the next pair. */
  nextName: string;
  /** Returns the value of a typed text. */
  read?: (text: string) => unknown;
  /** Whether a value may have fields or be a list. */
  isNested?: boolean;
  error: string | undefined;
  isReadOnly: boolean;
}

/** Names with a value each, one pair a row. */
export function PairsField(props: PairsFieldProps) {
  const { label, description, columns, value, onChange, nextName, error, isReadOnly } = props;
  const { read = readLiteral, isNested = false } = props;
  const rows = Object.entries(value);
  const replace = (index: number, row: [string, unknown], name?: string) =>
    onChange(Object.fromEntries(rows.with(index, row)), name);
  const add = () => {
    let name = nextName;
    for (let number = 2; name in value; number += 1) name = `${nextName}${number}`;
    onChange({ ...value, [name]: '' });
  };
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Stack gap={4} mt={4}>
        {rows.map(([name, own], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the names are edited here
          <Group key={index} gap={4} wrap="nowrap" align="flex-start">
            <TextInput
              size="xs"
              flex={1}
              aria-label={`${columns[0]} ${index + 1} of ${label}`}
              placeholder={columns[0]}
              value={name}
              // A name that exists would replace the other pair.
              onChange={({ currentTarget }) =>
                currentTarget.value in value
                  ? undefined
                  : replace(index, [currentTarget.value, own], `name ${index}`)
              }
              readOnly={isReadOnly}
            />
            <PairValue
              label={`${columns[1]} ${index + 1} of ${label}`}
              placeholder={columns[1]}
              value={own}
              read={isNested ? null : read}
              onChange={(next, part) => replace(index, [name, next], part && `value ${index} ${part}`)}
              isReadOnly={isReadOnly}
            />
            {isReadOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${name} from ${label}`}
                onClick={() => onChange(Object.fromEntries(rows.toSpliced(index, 1)))}
              >
                ×
              </ActionIcon>
            )}
          </Group>
        ))}
        {isReadOnly ? null : (
          <Group>
            <Button size="compact-xs" variant="subtle" onClick={add}>
              Add to {label.toLowerCase()}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

interface PairValueProps extends ValueFieldProps {
  placeholder: string;
  /** Returns the value of a typed text; null for a value that may have fields or be a list. */
  read: ((text: string) => unknown) | null;
}

function PairValue({ placeholder, read, ...field }: PairValueProps) {
  if (!read) return <ValueField {...field} />;
  const { label, value, onChange, isReadOnly } = field;
  return (
    <TextInput
      size="xs"
      flex={1}
      aria-label={label}
      placeholder={placeholder}
      value={typeof value === 'string' ? value : JSON.stringify(value)}
      onChange={({ currentTarget }) => onChange(read(currentTarget.value), 'text')}
      readOnly={isReadOnly}
    />
  );
}

/** The forms of a value, with their labels. */
const valueKinds = { text: 'Value', fields: 'Fields', list: 'List' } as const;
type ValueKind = keyof typeof valueKinds;
const emptyValues: Readonly<Record<ValueKind, unknown>> = { text: '', fields: {}, list: [] };

function kindOf(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'list';
  return isObject(value) ? 'fields' : 'text';
}

interface ValueFieldProps {
  label: string;
  value: unknown;
  /** `part` names what was changed, so that typing is undone at once. */
  onChange: (value: unknown, part?: string) => void;
  isReadOnly: boolean;
}

/** A value: text, number or truth value, fields with values, or a list of values. */
function ValueField({ label, value, onChange, isReadOnly }: ValueFieldProps) {
  const kind = kindOf(value);
  return (
    <Stack gap={4} flex={2} miw={0}>
      <Group gap={4} wrap="nowrap">
        <Select
          size="xs"
          w={84}
          aria-label={`Form of ${label}`}
          data={Object.entries(valueKinds).map(([one, text]) => ({ value: one, label: text }))}
          value={kind}
          onChange={(chosen) => chosen !== kind && onChange(emptyValues[chosen as ValueKind])}
          allowDeselect={false}
          readOnly={isReadOnly}
        />
        {kind === 'text' ? (
          <TextInput
            size="xs"
            flex={1}
            aria-label={label}
            placeholder="Value"
            value={typeof value === 'string' ? value : JSON.stringify(value)}
            onChange={({ currentTarget }) => onChange(readLiteral(currentTarget.value), 'text')}
            readOnly={isReadOnly}
          />
        ) : null}
      </Group>
      {isObject(value) ? (
        <div className="dialogue-part">
          <PairsField
            label="Fields"
            description=""
            columns={['Field', 'Value']}
            value={value}
            onChange={onChange}
            nextName="field"
            isNested
            error={undefined}
            isReadOnly={isReadOnly}
          />
        </div>
      ) : null}
      {Array.isArray(value) ? (
        <ListField label={label} values={value} onChange={onChange} isReadOnly={isReadOnly} />
      ) : null}
    </Stack>
  );
}

interface ListFieldProps extends Omit<ValueFieldProps, 'value'> {
  values: readonly unknown[];
}

function ListField({ label, values, onChange, isReadOnly }: ListFieldProps) {
  return (
    <Stack gap={4} className="dialogue-part">
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value is identified by its position
        <Group key={index} gap={4} wrap="nowrap" align="flex-start">
          <ValueField
            label={`${index + 1} in ${label}`}
            value={value}
            onChange={(next, part) => onChange(values.with(index, next), part && `${index} ${part}`)}
            isReadOnly={isReadOnly}
          />
          {isReadOnly ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${index + 1} from ${label}`}
              onClick={() => onChange(values.toSpliced(index, 1))}
            >
              ×
            </ActionIcon>
          )}
        </Group>
      ))}
      {isReadOnly ? null : (
        <Group>
          <Button size="compact-xs" variant="subtle" onClick={() => onChange([...values, ''])}>
            Add value
          </Button>
        </Group>
      )}
    </Stack>
  );
}
