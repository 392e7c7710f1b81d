import { ActionIcon, Autocomplete, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { at, type Path } from '../../json-text/index.ts';
import {
  type Joint,
  joints,
  type Parts,
  readParts,
  readTest,
  type Test,
  tests,
  writeParts,
  writeTest,
} from './conditions.ts';
import type { DialogueForm } from './dialogue-form.ts';
import { fieldsAt, newCase } from './edit.ts';

interface ConditionFieldsProps {
  form: DialogueForm;
  path: Path;
  label: string;
  /** Removes the condition; null where there must be one. */
  remove: (() => void) | null;
}

/** Edits a condition: one test, or several parts that are joined, each a condition itself. */
export function ConditionFields(props: ConditionFieldsProps) {
  const condition = at(props.form.dialogue, props.path);
  const test = readTest(condition);
  if (test) return <TestFields {...props} test={test} />;
  const parts = readParts(condition);
  if (parts) return <PartsFields {...props} parts={parts} />;
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      This condition compares with a value that has no field here, so it is edited as text:{' '}
      {JSON.stringify(condition)}
    </Text>
  );
}

function TestFields({ form, path, label, remove, test }: ConditionFieldsProps & { test: Test }) {
  const { dialogue, put, isReadOnly, errorOf } = form;
  const change = (changes: Partial<Test>, name?: string) =>
    put(path, writeTest({ ...test, ...changes }), name && `${path.join('.')}.${name}`);
  const common = { size: 'xs', readOnly: isReadOnly } as const;
  return (
    <Stack gap={4}>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Autocomplete
          {...common}
          flex={1}
          aria-label={`Name of ${label}`}
          placeholder="Answer or variable"
          data={Object.keys(fieldsAt(dialogue, ['slots']))}
          value={test.name}
          onChange={(name) => change({ name }, 'name')}
          error={errorOf(...path)}
        />
        <Select
          {...common}
          w={128}
          aria-label={`Test of ${label}`}
          data={Object.entries(tests).map(([value, text]) => ({ value, label: text }))}
          value={test.kind}
          onChange={(kind) => change({ kind: kind as Test['kind'] })}
          allowDeselect={false}
        />
        {test.kind === 'known' || test.kind === 'unknown' ? null : (
          <TextInput
            {...common}
            flex={1}
            aria-label={`Value of ${label}`}
            description={test.kind === 'in' ? 'With commas' : undefined}
            value={test.value}
            onChange={({ currentTarget }) => change({ value: currentTarget.value }, 'value')}
          />
        )}
        <Remove label={label} remove={isReadOnly ? null : remove} />
      </Group>
      {isReadOnly ? null : (
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Add a part to ${label}`}
            onClick={() => put(path, writeParts({ joint: 'all', parts: [writeTest(test), another(test)] }))}
          >
            Add part
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Returns the test with which another part begins. */
function another({ name }: Test): Record<string, unknown> {
  return { name, exists: true };
}

function PartsFields({
  form,
  path,
  label,
  remove,
  parts: { joint, parts },
}: ConditionFieldsProps & { parts: Parts }) {
  const { put, isReadOnly } = form;
  const write = (changes: Partial<Parts>) => put(path, writeParts({ joint, parts, ...changes }));
  // Comparisons of one name are in one object until they are edited as parts.
  const isStored = at(form.dialogue, [...path, joint]) !== undefined;
  const partAt = (index: number): Path => (joint === 'not' ? [...path, 'not'] : [...path, joint, index]);
  return (
    <Stack gap={4}>
      <Group gap={4} wrap="nowrap">
        <Select
          size="xs"
          flex={1}
          aria-label={`Parts of ${label}`}
          data={Object.entries(joints).map(([value, text]) => ({ value, label: text }))}
          value={joint}
          onChange={(chosen) => write({ joint: chosen as Joint })}
          allowDeselect={false}
          readOnly={isReadOnly}
        />
        {isStored || isReadOnly ? null : (
          <Button size="compact-xs" variant="default" onClick={() => write({})}>
            Edit parts
          </Button>
        )}
        <Remove label={label} remove={isReadOnly ? null : remove} />
      </Group>
      {isStored ? (
        <Stack gap={4} className="dialogue-part">
          {parts.map((_, index) => (
            <ConditionFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
              key={index}
              form={form}
              path={partAt(index)}
              label={`part ${index + 1} of ${label}`}
              remove={parts.length === 1 ? null : () => write({ parts: parts.toSpliced(index, 1) })}
            />
          ))}
          {isReadOnly || joint === 'not' ? null : (
            <Group>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Add a part to ${label}`}
                onClick={() => write({ parts: [...parts, newCase(form.dialogue, '').if] })}
              >
                Add part
              </Button>
            </Group>
          )}
        </Stack>
      ) : (
        <Text size="xs" c="dimmed">
          {parts.length} comparisons of one name
        </Text>
      )}
    </Stack>
  );
}

function Remove({ label, remove }: Pick<ConditionFieldsProps, 'label' | 'remove'>) {
  if (!remove) return null;
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={remove}>
      ×
    </ActionIcon>
  );
}
