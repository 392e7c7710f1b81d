import { Button, Group, Stack } from '@mantine/core';
import type { Path } from '../../json-text/index.ts';
import { ConditionFields } from './condition-fields.tsx';
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
  return (
    <Stack gap={4} className="dialogue-part">
      <ConditionFields form={form} path={[...path, 'if']} label={label} remove={remove} />
      <TargetField form={form} label={`Where ${label} leads`} path={[...path, 'goto']} isLabelHidden />
    </Stack>
  );
}
