import { Select } from '@mantine/core';
import { at, type Path, withValue } from '../../json-text/index.ts';
import type { DialogueForm } from './dialogue-form.ts';
import { type Fields, fieldsAt, withNewNode, withoutForgotten } from './edit.ts';

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
  const { dialogue, change, errorOf, isReadOnly } = form;
  const value = at(dialogue, path);
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  const names = Object.keys(fieldsAt(dialogue, ['nodes']));
  const isLost = chosen !== null && !names.includes(chosen);
  const lost = isLost ? `There is no step ${chosen}.` : value === '' ? 'Choose the next step.' : undefined;
  const choose = (next: string | null) => {
    const made = next === newStep ? withNewNode(dialogue) : { dialogue, name: next ?? undefined };
    change(withoutForgotten(withValue(made.dialogue, path, made.name) as Fields));
  };
  return (
    <Select
      size="xs"
      {...(isLabelHidden ? { 'aria-label': label, leftSection: '→' } : { label })}
      placeholder={none ?? 'Choose the next step'}
      data={[
        { value: newStep, label: 'New step' },
        ...(isLost ? [...names, chosen] : names).map((name) => ({ value: name, label: name })),
      ]}
      value={chosen}
      onChange={choose}
      error={lost ?? errorOf(...path)}
      readOnly={isReadOnly}
      allowDeselect={false}
      clearable={none !== undefined && !isReadOnly}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
    />
  );
}
