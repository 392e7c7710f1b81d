import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, read, refusedField } from '../../api/index.ts';
import { DialogButton, FormDialog, NameField, useDraft } from '../../ui/index.ts';
import { AttemptsPicture } from './attempts-picture.tsx';
import { OutcomeFields } from './outcome-fields.tsx';
import { configOf, draftOf, rulesOf } from './retry-draft.ts';
import type { RetryConfig } from './retry-labels.ts';

interface RetryConfigButtonProps {
  /** Null creates a configuration. */
  config: RetryConfig | null;
  onSaved?: (config: RetryConfig) => void;
  children: string;
}

export function RetryConfigButton({ children, ...dialog }: RetryConfigButtonProps) {
  return (
    <DialogButton label={children}>
      {(close) => <RetryConfigDialog {...dialog} onClose={close} />}
    </DialogButton>
  );
}

type DialogProps = Omit<RetryConfigButtonProps, 'children'> & { onClose: () => void };

function RetryConfigDialog({ config, onSaved, onClose }: DialogProps) {
  const { draft, change, isDirty } = useDraft(draftOf(config));
  // The picture keeps its state while a field is invalid.
  const [pictured, setPictured] = useState(() => rulesOf(draft));
  const update = (changed: Partial<typeof draft>) => {
    change(changed);
    setPictured((before) => rulesOf({ ...draft, ...changed }) ?? before);
  };
  const save = async () => {
    const body = configOf(draft);
    if (typeof body === 'string') throw refusedField(body, 'Enter delays such as 5 min, 1 h, 1 d.');
    if (config === null) return await read(api.POST('/api/retry-configs', { body }));
    const params = { path: { callRetryConfigId: config.callRetryConfigId } };
    return await read(api.PATCH('/api/retry-configs/{callRetryConfigId}', { params, body }));
  };
  return (
    <FormDialog
      title={config === null ? 'Add retry configuration' : 'Edit retry configuration'}
      action="Save retry configuration"
      form={{ draft, change: update, isDirty }}
      version={config?.updatedAt}
      onSubmit={save}
      refreshes={['retry-configs']}
      done="The retry configuration was saved."
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ errorOf, text, value, checked }) => (
        <>
          <NameField {...value('name')} />
          <NumberInput
            label="Maximum attempts"
            description="Including the first call."
            {...value('maxAttempts')}
            min={1}
            max={20}
            required
          />
          <TextInput
            label="Delays between attempts"
            description="One delay per attempt; the last one repeats. Units: s, min, h, d."
            placeholder="5 min, 1 h, 1 d"
            {...text('waits')}
            error={errorOf('delaysSeconds')}
            required
          />
          <OutcomeFields draft={draft} change={update} errorOf={errorOf} />
          <Switch
            label="Vary the time of day"
            description="Each attempt is made in a different part of the customer's day."
            {...checked('varyTimeOfDay')}
          />
          {pictured ? <AttemptsPicture rules={pictured} /> : null}
        </>
      )}
    </FormDialog>
  );
}
