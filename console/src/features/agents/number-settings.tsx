import { NumberInput } from '@mantine/core';
import { labelOf, type SettingsEdit } from './settings-edit.ts';

/** A number that a provider takes. Empty uses the default, which the placeholder names. */
export interface NumberSetting {
  name: string;
  label: string;
  description?: string;
  placeholder: string;
  min: number;
  max?: number;
  step: number;
  allowDecimal?: boolean;
}

interface NumberSettingsProps {
  edit: SettingsEdit;
  settings: readonly NumberSetting[];
  /** The object inside the settings that holds the numbers; null for the settings themselves. */
  inner?: string | null;
}

/** A field for each number. The API says which values it refuses. */
export function NumberSettings({ edit, settings: shown, inner = null }: NumberSettingsProps) {
  const { form, path, settings, change } = edit;
  const values = inner === null ? settings : ((settings[inner] as Record<string, unknown> | null) ?? {});
  const set = (name: string, value: number | null) => {
    if (inner === null) return change({ ...settings, [name]: value });
    const { [name]: _, ...others } = values;
    const kept = value === null ? others : { ...others, [name]: value };
    change({ ...settings, [inner]: Object.keys(kept).length === 0 ? null : kept });
  };
  return shown.map(({ name, label, ...input }) => (
    <NumberInput
      key={name}
      {...labelOf(edit, label)}
      {...input}
      value={(values[name] as number | null | undefined) ?? ''}
      onChange={(value) => set(name, value === '' ? null : Number(value))}
      error={form.errorOf([path, inner, name].filter((part) => part !== null).join('.'))}
      readOnly={form.isReadOnly}
      clampBehavior="none"
    />
  ));
}
