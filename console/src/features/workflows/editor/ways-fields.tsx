import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { isObject } from '../../json-text/index.ts';
import type { StepView } from '../definition/tree.ts';

interface WaysFieldsProps {
  step: StepView;
  isReadOnly: boolean;
  onChange: (name: string, value: unknown) => void;
}

/** The exits of a step that can have any number: cases of a split, parallel branches. */
export function WaysFields(props: WaysFieldsProps) {
  if (props.step.type === 'split') return <Cases {...props} />;
  if (props.step.type === 'parallel') return <Branches {...props} />;
  return null;
}

function Cases({ step, isReadOnly, onChange }: WaysFieldsProps) {
  const cases = listOf(step.fields.cases).map((one) => (isObject(one) ? one : {}));
  const set = (index: number, changed: Record<string, unknown>) =>
    onChange('cases', cases.with(index, { ...cases[index], ...changed }));
  return (
    <Fieldset legend="Cases (the first true one is taken)">
      <Stack gap="sm">
        {cases.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a case is identified by its position
          <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label="Name"
              size="xs"
              w={104}
              value={textOf(one.name)}
              onChange={({ currentTarget }) => set(index, { name: currentTarget.value || undefined })}
              readOnly={isReadOnly}
            />
            <TextInput
              label="If"
              size="xs"
              style={{ flex: 1 }}
              classNames={{ input: 'mono-input' }}
              value={textOf(one.if)}
              onChange={({ currentTarget }) => set(index, { if: currentTarget.value })}
              readOnly={isReadOnly}
            />
            <Remove
              what={`case ${index + 1}`}
              isOff={isReadOnly || cases.length === 1}
              onClick={() => onChange('cases', cases.toSpliced(index, 1))}
            />
          </Group>
        ))}
        {isReadOnly ? null : (
          <Button
            {...{ size: 'xs', variant: 'default' }}
            onClick={() => onChange('cases', [...cases, { if: 'true', steps: [] }])}
          >
            Add case
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

function Branches({ step, isReadOnly, onChange }: WaysFieldsProps) {
  const branches = listOf(step.fields.branches);
  return (
    <Fieldset legend="Parallel branches">
      <Stack gap={6}>
        {branches.map((branch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a branch is identified by its position
          <Group key={index} justify="space-between">
            <Text size="sm">
              Branch {index + 1}: {listOf(branch).length} steps
            </Text>
            <Remove
              what={`branch ${index + 1}`}
              isOff={isReadOnly || branches.length === 1}
              onClick={() => onChange('branches', branches.toSpliced(index, 1))}
            />
          </Group>
        ))}
        {isReadOnly ? null : (
          <Button
            {...{ size: 'xs', variant: 'default' }}
            onClick={() => onChange('branches', [...branches, []])}
          >
            Add branch
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

function Remove({ what, isOff, onClick }: { what: string; isOff: boolean; onClick: () => void }) {
  return (
    <Button
      {...{ size: 'xs', variant: 'subtle', color: 'gray' }}
      aria-label={`Remove ${what}`}
      disabled={isOff}
      onClick={onClick}
    >
      Remove
    </Button>
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
