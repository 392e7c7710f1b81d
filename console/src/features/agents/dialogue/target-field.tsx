import { Select } from '@mantine/core';
import { at, type Path, withValue } from '../../json-text/index.ts';
import type { DialogueForm } from './dialogue-form.ts';
import { type Fields, fieldsAt, withNewNode } from './edit.ts';

interface TargetFieldProps {
  form: DialogueForm;
  label: string;
  /** The field that names the node. */
  path: Path;
  /** The label of no target. Without it, a node must be chosen. */
  none?: string;
  isLabelHidden?: boolean;
}

const newStep = '+';

/** Chooses the step that follows, or makes a new one. */
export function TargetField({ form, label, path, none, isLabelHidden = false }: TargetFieldProps) {
  const { dialogue, change, put, errorOf, isReadOnly } = form;
  const value = at(dialogue, path);
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  const names = Object.keys(fieldsAt(dialogue, ['nodes']));
  const isLost = chosen !== null && !names.includes(chosen);
  const choose = (next: string | null) => {
    if (next !== newStep) return put(path, next ?? undefined);
    const added = withNewNode(dialogue);
    change(withValue(added.dialogue, path, added.name) as Fields);
  };
  return (
    <Select
      size="xs"
      {...(isLabelHidden ? { 'aria-label': label, leftSection: '→' } : { label })}
      placeholder={none ?? 'Choose the next step'}
      data={[
        ...(isLost ? [...names, chosen] : names).map((name) => ({ value: name, label: name })),
        { value: newStep, label: 'New step' },
      ]}
      value={chosen}
      onChange={choose}
      error={isLost ? `There is no step ${chosen}.` : errorOf(...path)}
      readOnly={isReadOnly}
      allowDeselect={false}
      clearable={none !== undefined && !isReadOnly}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
    />
  );
}
