import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
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
  error: string | undefined;
  isReadOnly: boolean;
}

/** Names with a value each, one pair a row. */
export function PairsField(props: PairsFieldProps) {
  const { label, description, columns, value, onChange, nextName, error, isReadOnly } = props;
  const { read = readLiteral } = props;
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
          <Group key={index} gap={4} wrap="nowrap">
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
            <TextInput
              size="xs"
              flex={1}
              aria-label={`${columns[1]} ${index + 1} of ${label}`}
              placeholder={columns[1]}
              value={typeof own === 'string' ? own : JSON.stringify(own)}
              onChange={({ currentTarget }) =>
                replace(index, [name, read(currentTarget.value)], `value ${index}`)
              }
              readOnly={isReadOnly}
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
