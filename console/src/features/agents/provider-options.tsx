import { useState } from 'react';
import { PairsField } from '../value-fields/index.ts';
import type { SettingsEdit } from './settings-edit.ts';

/** Options of a language model that have no field here. The provider's own documentation names them. */
export function ProviderOptions({ edit }: { edit: SettingsEdit }) {
  const { form, path, settings, change, place } = edit;
  const [isOpen, setOpen] = useState(false);
  const options = (settings.providerOptions ?? {}) as Record<string, unknown>;
  const count = Object.keys(options).length;
  if (form.isReadOnly && count === 0) return null;
  const ofWhat = place === null ? 'the model' : place;
  const isRefused = form.errorsUnder(`${path}.providerOptions`).length > 0;
  return (
    <details
      className="more-fields below"
      open={isOpen || isRefused}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        Further options of {ofWhat}
        {count > 0 ? ` (${count})` : ''}
      </summary>
      <div className="below">
        <PairsField
          label={`Options of ${ofWhat}`}
          description="Options of the provider that have no field here, under the provider's names. They are passed through."
          columns={['Option', 'Value']}
          value={options}
          onChange={(next) =>
            change({ ...settings, providerOptions: Object.keys(next).length === 0 ? null : next })
          }
          add="Add option"
          isNested
          error={form.errorOf(`${path}.providerOptions`)}
          isReadOnly={form.isReadOnly}
        />
      </div>
    </details>
  );
}
