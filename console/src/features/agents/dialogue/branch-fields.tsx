import { ActionIcon, Autocomplete, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Path } from '../../json-text/index.ts';
import { readTest, type Test, tests, writeTest } from './conditions.ts';
import type { DialogueForm } from './dialogue-form.ts';
import { fieldsAt, listAt, newCase } from './edit.ts';
import { TargetField } from './target-field.tsx';

interface BranchFieldsProps {
  form: DialogueForm;
  node: string;
}

/** The cases of a branch. The first whose condition holds is taken. */
export function BranchFields({ form, node }: BranchFieldsProps) {
  const { dialogue, put, isReadOnly } = form;
  const path = ['nodes', node, 'branch'];
  const cases = listAt(dialogue, path);
  const otherwise = String(fieldsAt(dialogue, ['nodes', node]).otherwise ?? dialogue.start);
  return (
    <Stack gap="sm">
      {cases.map((_, index) => (
        <CaseFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a case is identified by its position
          key={index}
          form={form}
          path={[...path, index]}
          label={`case ${index + 1}`}
          remove={cases.length === 1 ? null : () => put(path, cases.toSpliced(index, 1))}
        />
      ))}
      {isReadOnly ? null : (
        <Group>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => put(path, [...cases, newCase(dialogue, otherwise)])}
          >
            Add case
          </Button>
        </Group>
      )}
      <TargetField form={form} label="Otherwise goes to" path={['nodes', node, 'otherwise']} />
    </Stack>
  );
}

interface CaseFieldsProps {
  form: DialogueForm;
  path: Path;
  label: string;
  /** Removes the case; null for the only one. */
  remove: (() => void) | null;
}

function CaseFields({ form, path, label, remove }: CaseFieldsProps) {
  const { dialogue, put, isReadOnly, errorOf } = form;
  const own = fieldsAt(dialogue, path);
  const test = readTest(own.if);
  const change = (changes: Partial<Test>, name?: string) =>
    test && put([...path, 'if'], writeTest({ ...test, ...changes }), name && `${path.join('.')}.${name}`);
  const common = { size: 'xs', readOnly: isReadOnly } as const;
  return (
    <Stack gap={4} className="dialogue-part">
      {test ? (
        <Group gap={4} wrap="nowrap" align="flex-start">
          <Autocomplete
            {...common}
            flex={1}
            aria-label={`Name of ${label}`}
            placeholder="Answer or variable"
            data={Object.keys(fieldsAt(dialogue, ['slots']))}
            value={test.name}
            onChange={(name) => change({ name }, 'name')}
            error={errorOf(...path, 'if')}
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
          {isReadOnly || !remove ? null : (
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={remove}>
              ×
            </ActionIcon>
          )}
        </Group>
      ) : (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          This condition has several parts, which are edited as text: {JSON.stringify(own.if)}
        </Text>
      )}
      <TargetField form={form} label={`Where ${label} leads`} path={[...path, 'goto']} isLabelHidden />
    </Stack>
  );
}
