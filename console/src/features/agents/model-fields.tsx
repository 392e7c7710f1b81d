import { NumberInput } from '@mantine/core';
import { ChoiceField } from '../provider-picks/index.ts';
import type { Configuration } from './agent-labels.ts';
import type { AgentForm } from './use-agent-form.ts';

interface NetworkModel {
  provider: string;
  key?: string | null;
  model?: string;
  temperature?: number | null;
  maxTokens?: number | null;
}

/** The settings of a vendor's language model. */
export function ModelFields({ form }: { form: AgentForm }) {
  const model = form.values.model as NetworkModel | null;
  if (!model) return null;
  const change = (changes: Partial<NetworkModel>) =>
    form.set('model', { ...model, ...changes } as Configuration['model']);
  const number = (value: string | number) => (value === '' ? null : Number(value));
  return (
    <>
      <ChoiceField
        key={model.provider}
        provider={model.provider}
        what="models"
        kind="model"
        keyName={model.key ?? null}
        model={null}
        label="Model"
        value={model.model ?? ''}
        onChange={(chosen) => change({ model: chosen })}
        error={form.errorOf('model.model')}
        readOnly={form.isReadOnly}
        required
      />
      <NumberInput
        label="Temperature"
        placeholder="Provider default"
        value={model.temperature ?? ''}
        onChange={(value) => change({ temperature: number(value) })}
        error={form.errorOf('model.temperature')}
        readOnly={form.isReadOnly}
        step={0.1}
        min={0}
        max={2}
      />
      <NumberInput
        label="Maximum tokens per response"
        placeholder="Provider default"
        value={model.maxTokens ?? ''}
        onChange={(value) => change({ maxTokens: number(value) })}
        error={form.errorOf('model.maxTokens')}
        readOnly={form.isReadOnly}
        min={1}
        allowDecimal={false}
      />
    </>
  );
}
