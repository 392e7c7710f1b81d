import { Select } from '@mantine/core';
import { CircuitNote } from '../circuits/index.ts';
import { ChoiceField, PublishedPrice } from '../provider-picks/index.ts';
import { type ChainPart, hasModels } from './chain.ts';
import { ModelFields } from './model-fields.tsx';
import { KeySelect } from './provider-select.tsx';
import { labelOf, type SettingsEdit, textOf } from './settings-edit.ts';
import { TryProvider } from './try-provider.tsx';
import { TryTranscriber } from './try-transcriber.tsx';
import { hasTurnFields, TurnFields } from './turn-fields.tsx';
import { hasVoiceFields, VoiceFields } from './voice-fields.tsx';

interface ProviderFieldsProps {
  part: ChainPart;
  edit: SettingsEdit;
}

const fliteVoices = [
  { value: 'slt', label: 'slt (female, US English)' },
  { value: 'rms', label: 'rms (male, US English)' },
  { value: 'awb', label: 'awb (male, Scottish English)' },
];

/** The model or the voice of a provider, and the key. A scripted dialogue has none. */
export function MainFields({ part, edit }: ProviderFieldsProps) {
  const { provider } = edit.settings;
  if (provider === 'scripted') return null;
  return (
    <>
      {part === 'voice' ? (
        provider === 'flite' ? (
          <FliteVoice edit={edit} />
        ) : (
          <OwnId part={part} edit={edit} name="voice" label="Voice id" />
        )
      ) : null}
      {hasModels(part, provider) ? <OwnId part={part} edit={edit} name="model" label="Model" /> : null}
      <KeySelect edit={edit} />
    </>
  );
}

/** The settings that most agents leave at the provider's defaults. */
export function RareFields({ part, edit }: ProviderFieldsProps) {
  if (part === 'voice') return <VoiceFields edit={edit} />;
  if (part === 'transcriber') return <TurnFields edit={edit} />;
  return edit.settings.provider === 'scripted' ? null : <ModelFields edit={edit} />;
}

/** Returns whether `RareFields` has a field for a provider. */
export function hasRareFields(part: ChainPart, provider: string): boolean {
  if (part === 'voice') return hasVoiceFields(provider);
  return part === 'transcriber' ? hasTurnFields(provider) : provider !== 'scripted';
}

const priceKinds = {
  model: 'language-model',
  voice: 'text-to-speech',
  transcriber: 'speech-to-text',
} as const;

/** The price of a provider, a trial of it, and a note while calls avoid it. */
export function ProviderNotes({ part, edit: { form, settings, place } }: ProviderFieldsProps) {
  const { provider } = settings;
  return (
    <>
      <PublishedPrice
        kind={priceKinds[part]}
        provider={provider}
        model={textOf(settings, 'model') || null}
        keyName={textOf(settings, 'key')}
      />
      {part === 'transcriber' ? (
        <TryTranscriber key={provider} value={settings} language={form.values.language} place={place} />
      ) : (
        <TryProvider
          key={provider}
          kind={part}
          priceKind={priceKinds[part]}
          value={settings}
          language={form.values.language}
          firstMessage={form.values.firstMessage}
          place={place}
        />
      )}
      <CircuitNote part={part} settings={settings} />
    </>
  );
}

function FliteVoice({ edit }: { edit: SettingsEdit }) {
  const { form, path, settings, change } = edit;
  const { label, ...named } = labelOf(edit, 'Voice');
  return (
    <Select
      label={label}
      {...named}
      placeholder="slt"
      data={fliteVoices}
      value={textOf(settings, 'voice')}
      onChange={(voice) => change({ ...settings, voice })}
      error={form.errorOf(`${path}.voice`)}
      readOnly={form.isReadOnly}
      clearable={!form.isReadOnly}
      clearButtonProps={{ 'aria-label': `Clear: ${named['aria-label'] ?? label}` }}
    />
  );
}

interface OwnIdProps extends ProviderFieldsProps {
  name: 'model' | 'voice';
  label: string;
}

/** The provider's own id of a model or voice. Empty uses the provider's default, which language models do not have. */
function OwnId({ part, edit, name, label }: OwnIdProps) {
  const { form, path, settings, change } = edit;
  const isNeeded = part === 'model';
  return (
    <ChoiceField
      key={`${settings.provider} ${name}`}
      {...labelOf(edit, label)}
      provider={settings.provider}
      what={name === 'voice' ? 'voices' : 'models'}
      kind={part}
      keyName={textOf(settings, 'key')}
      model={name === 'voice' ? textOf(settings, 'model') : null}
      language={form.values.language}
      {...(isNeeded ? { required: true } : { placeholder: 'Provider default' })}
      value={textOf(settings, name) ?? ''}
      onChange={(chosen) => change({ ...settings, [name]: chosen || (isNeeded ? '' : null) })}
      error={form.errorOf(`${path}.${name}`)}
      readOnly={form.isReadOnly}
    />
  );
}
