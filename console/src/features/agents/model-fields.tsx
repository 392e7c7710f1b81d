import { NumberSettings } from './number-settings.tsx';
import type { SettingsEdit } from './settings-edit.ts';

const numbers = [
  {
    ...{ name: 'temperature', label: 'Temperature', placeholder: 'Provider default' },
    ...{ min: 0, max: 2, step: 0.1 },
  },
  {
    ...{ name: 'maxTokens', label: 'Maximum tokens per response', placeholder: 'Provider default' },
    ...{ min: 1, step: 1, allowDecimal: false },
  },
];

/** How a vendor's language model answers. */
export function ModelFields({ edit }: { edit: SettingsEdit }) {
  return <NumberSettings edit={edit} settings={numbers} />;
}
