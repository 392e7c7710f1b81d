import { NumberInput } from '@mantine/core';
import type { AgentForm } from './use-agent-form.ts';

/** A number that a provider takes. Empty uses the default, which the placeholder names. */
export interface NumberSetting {
  name: string;
  label: string;
  description?: string;
  placeholder: string;
  min: number;
  max: number;
  step: number;
}

interface NumberSettingsProps {
  form: AgentForm;
  /** The API's name of the object that holds the settings. */
  path: string;
  settings: readonly NumberSetting[];
  values: Record<string, unknown>;
  onChange: (name: string, value: number | null) => void;
}

/** A field for each number. The API says which values it refuses. */
export function NumberSettings({ form, path, settings, values, onChange }: NumberSettingsProps) {
  return settings.map(({ name, ...shown }) => (
    <NumberInput
      key={name}
      {...shown}
      value={(values[name] as number | null | undefined) ?? ''}
      onChange={(value) => onChange(name, value === '' ? null : Number(value))}
      error={form.errorOf(`${path}.${name}`)}
      readOnly={form.isReadOnly}
      clampBehavior="none"
    />
  ));
}
