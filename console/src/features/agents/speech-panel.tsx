import { Alert, Select, SimpleGrid, Stack, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { firstModels, Panel } from '../../ui/index.ts';
import { ChoiceField, type Preset, PresetChoice, PublishedPrice } from '../provider-picks/index.ts';
import { type Configuration, cannotTranscribe, providersFor } from './agent-labels.ts';
import { type ChainPart, fallbacksOf, hasModels, ownOf, partOf, type Settings } from './chain.ts';
import { CircuitNote } from './circuit-note.tsx';
import { FallbacksField } from './fallbacks-field.tsx';
import { JsonField } from './json-field.tsx';
import { ModelFields } from './model-fields.tsx';
import { KeySelect, ProviderSelect } from './provider-select.tsx';
import { TryProvider } from './try-provider.tsx';
import { TurnFields } from './turn-fields.tsx';
import type { AgentForm } from './use-agent-form.ts';
import { VoiceFields } from './voice-fields.tsx';

type Part = ChainPart;

const network = { key: null, temperature: null, maxTokens: null, providerOptions: null };
/** The first settings of a provider that is chosen. */
const beginnings: Record<string, object> = {
  'model.scripted': {
    dialogue: { start: 'hello', nodes: { hello: { say: 'Hello. How can I help?', end: true } } },
  },
  ...Object.fromEntries(
    Object.entries(firstModels).map(([provider, model]) => [`model.${provider}`, { model, ...network }]),
  ),
};

const fliteVoices = [
  { value: 'slt', label: 'slt (female, US English)' },
  { value: 'rms', label: 'rms (male, US English)' },
  { value: 'awb', label: 'awb (male, Scottish English)' },
];

/** Chooses the model, the voice and the transcriber. */
export function SpeechPanel({ form }: { form: AgentForm }) {
  const { model, voice, transcriber } = form.values;
  return (
    <Panel title="Model, voice and transcriber">
      <Stack gap="lg">
        {form.isReadOnly ? null : <PresetField form={form} />}
        <PartFields form={form} part="model" title="Model" none="None (first message only)">
          {model?.provider === 'scripted' ? null : <ModelFields form={form} />}
        </PartFields>
        {model?.provider === 'scripted' ? (
          <JsonField
            form={form}
            path="model.dialogue"
            label="Dialogue"
            value={model.dialogue}
            onChange={(dialogue) => form.set('model', { ...model, dialogue } as Configuration['model'])}
            minRows={8}
          />
        ) : null}
        <PartFields form={form} part="voice" title="Voice" none="Flite, embedded">
          {voice?.provider === 'flite' ? (
            <FliteVoice form={form} />
          ) : (
            <>
              <OwnId form={form} part="voice" name="voice" label="Voice id" />
              {hasModels('voice', voice?.provider ?? '') ? (
                <OwnId form={form} part="voice" name="model" label="Model" />
              ) : null}
            </>
          )}
          <VoiceFields form={form} />
        </PartFields>
        <PartFields form={form} part="transcriber" title="Transcriber" none="PocketSphinx, embedded">
          {transcriber?.provider === 'pocketsphinx' ? null : (
            <OwnId form={form} part="transcriber" name="model" label="Model" />
          )}
          <TurnFields form={form} />
        </PartFields>
        {cannotTranscribe(form.values) ? (
          <Alert
            color="yellow"
            variant="light"
            role="note"
            title="This transcriber does not work with this model"
          >
            PocketSphinx recognizes only the English phrases that a scripted dialogue expects. Choose another
            transcriber for this model.
          </Alert>
        ) : null}
        <AllSettings form={form} />
      </Stack>
    </Panel>
  );
}

interface PartFieldsProps {
  form: AgentForm;
  part: Part;
  title: string;
  none: string;
  children: ReactNode;
}

function PartFields({ form, part, title, none, children }: PartFieldsProps) {
  const value = form.values[part] as Settings | null;
  const choose = (provider: string | null) => {
    if (provider === value?.provider) return;
    const next = provider === null ? null : { provider, ...beginnings[`${part}.${provider}`] };
    form.set(part, next && partOf<Part>([next, ...fallbacksOf(value)]));
  };
  const key = value?.key as string | null | undefined;
  return (
    <div>
      <Title order={3} className="panel-title" mb={6}>
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <ProviderSelect
          form={form}
          label={`${title} provider`}
          path={part}
          choices={providersFor[part]}
          value={value?.provider ?? null}
          none={none}
          onChange={choose}
        />
        {value ? children : null}
        {value ? (
          <KeySelect
            form={form}
            path={part}
            provider={value.provider}
            value={key ?? null}
            onChange={(chosen) => form.set(part, { ...value, key: chosen } as Configuration[Part])}
          />
        ) : null}
      </SimpleGrid>
      {value ? (
        <PublishedPrice
          kind={priceKinds[part]}
          provider={value.provider}
          model={(value.model as string) || null}
        />
      ) : null}
      {value && part !== 'transcriber' ? (
        <TryProvider key={value.provider} kind={part} value={value} language={form.values.language} />
      ) : null}
      {value ? <CircuitNote part={part} settings={value} /> : null}
      {value && value.provider !== 'scripted' ? <FallbacksField form={form} part={part} /> : null}
    </div>
  );
}

const priceKinds = {
  model: 'language-model',
  voice: 'text-to-speech',
  transcriber: 'speech-to-text',
} as const;

/** Fills the three parts from a preset. They stay editable. */
function PresetField({ form }: { form: AgentForm }) {
  const [chosen, setChosen] = useState<Preset | null>(null);
  const choose = (preset: Preset | null) => {
    setChosen(preset);
    if (!preset) return;
    for (const part of ['model', 'voice', 'transcriber'] as const) {
      form.set(part, preset.configuration[part] as Configuration[Part]);
    }
  };
  return (
    <PresetChoice
      language={form.values.language}
      description="Replaces the model, the voice and the transcriber below."
      chosen={chosen}
      onChoose={choose}
    />
  );
}

function FliteVoice({ form }: { form: AgentForm }) {
  const voice = form.values.voice as Settings;
  return (
    <Select
      label="Voice"
      placeholder="slt"
      data={fliteVoices}
      value={(voice.voice as string | null) ?? null}
      onChange={(chosen) => form.set('voice', { ...voice, voice: chosen } as Configuration['voice'])}
      error={form.errorOf('voice.voice')}
      readOnly={form.isReadOnly}
      clearable={!form.isReadOnly}
      clearButtonProps={{ 'aria-label': 'Clear: Voice' }}
    />
  );
}

interface OwnIdProps {
  form: AgentForm;
  part: Part;
  name: 'model' | 'voice';
  label: string;
}

/** The provider's own id of a model or voice. Empty uses the provider's default. */
function OwnId({ form, part, name, label }: OwnIdProps) {
  const value = form.values[part] as Settings | null;
  if (!value) return null;
  return (
    <ChoiceField
      key={value.provider}
      provider={value.provider}
      what={name === 'voice' ? 'voices' : 'models'}
      kind={part}
      keyName={(value.key as string | null) ?? null}
      model={name === 'voice' ? ((value.model as string | null) ?? null) : null}
      language={form.values.language}
      label={label}
      placeholder="Provider default"
      value={(value[name] as string | null) ?? ''}
      onChange={(chosen) => form.set(part, { ...value, [name]: chosen || null } as Configuration[Part])}
      error={form.errorOf(`${part}.${name}`)}
      readOnly={form.isReadOnly}
    />
  );
}

const parts = [
  ...([{ part: 'model', label: 'Model (JSON)' }] as const),
  ...([{ part: 'voice', label: 'Voice (JSON)' }] as const),
  ...([{ part: 'transcriber', label: 'Transcriber (JSON)' }] as const),
];

/** Returns the settings that were typed, with the fallbacks that the part has. */
function withFallbacks(own: unknown, before: Settings): Configuration[Part] {
  if (typeof own !== 'object' || own === null) return own as Configuration[Part];
  return partOf<Part>([own as Settings, ...fallbacksOf(before)]);
}

/** Edits the options of the model's provider that Parley passes through. */
function ProviderOptions({ form }: { form: AgentForm }) {
  const model = form.values.model as Settings | null;
  if (model === null || model.provider === 'scripted') return null;
  const save = (providerOptions: unknown) =>
    form.set('model', { ...model, providerOptions } as Configuration['model']);
  return (
    <JsonField
      form={form}
      path="model.providerOptions"
      label="Provider options of the model (JSON)"
      description="Options of the provider that have no field here. They are passed through."
      value={model.providerOptions ?? null}
      onChange={save}
      minRows={2}
    />
  );
}

/** Edits as JSON what has no field: rare settings of the agent's own providers. */
function AllSettings({ form }: { form: AgentForm }) {
  const shown = parts.filter(({ part }) => form.values[part] !== null);
  if (shown.length === 0) return null;
  return (
    <details className="more-fields">
      <summary>Advanced: all settings</summary>
      <Stack gap="sm" mt="xs">
        <ProviderOptions form={form} />
        {shown.map(({ part, label }) => (
          <JsonField
            key={part}
            form={form}
            path={part}
            label={label}
            value={ownOf(form.values[part] as Settings)}
            onChange={(own) => form.set(part, withFallbacks(own, form.values[part] as Settings))}
          />
        ))}
      </Stack>
    </details>
  );
}
