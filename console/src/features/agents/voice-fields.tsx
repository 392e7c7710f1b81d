import { Select, TextInput } from '@mantine/core';
import { type NumberSetting, NumberSettings } from './number-settings.tsx';
import { labelOf, type SettingsEdit, textOf } from './settings-edit.ts';

const speed = (min: number, max: number): NumberSetting => ({
  ...{ name: 'speed', label: 'Speed', placeholder: '1 (normal)', min, max, step: 0.05 },
});
const share = (name: string, label: string): NumberSetting => ({
  ...{ name, label, placeholder: 'As the voice is set', min: 0, max: 1, step: 0.05 },
});

/** The numbers that each provider takes for how a voice speaks. */
const numbers: Record<string, NumberSetting[]> = {
  flite: [speed(0.5, 2)],
  openai: [speed(0.25, 4)],
  elevenlabs: [
    speed(0.7, 1.2),
    share('stability', 'Stability'),
    share('similarity_boost', 'Similarity'),
    share('style', 'Style exaggeration'),
  ],
  cartesia: [speed(0.6, 1.5)],
  deepgram: [speed(0.7, 1.5)],
  inworld: [speed(0.5, 1.5)],
  hume: [speed(0.5, 2)],
  'fish-audio': [speed(0.5, 2)],
  'azure-speech': [speed(0.5, 2)],
  'google-cloud': [speed(0.25, 2)],
};

/** The texts that each provider takes for how a voice speaks. */
const instructions = { name: 'instructions', label: 'Instructions', placeholder: 'Calm and friendly' };
const texts: Record<string, { name: string; label: string; placeholder: string }[]> = {
  openai: [instructions],
  hume: [instructions],
  cartesia: [{ name: 'emotion', label: 'Emotion', placeholder: 'As the text suggests' }],
};

/** How the voice speaks: the settings that its provider has. */
export function VoiceFields({ edit }: { edit: SettingsEdit }) {
  const { form, path, settings, change } = edit;
  const { provider } = settings;
  return (
    <>
      <NumberSettings
        edit={edit}
        settings={numbers[provider] ?? []}
        // ElevenLabs has its numbers in an object of its own.
        inner={provider === 'elevenlabs' ? 'voiceSettings' : null}
      />
      {provider === 'elevenlabs' ? <SpeakerBoost edit={edit} /> : null}
      {(texts[provider] ?? []).map(({ name, label, ...input }) => (
        <TextInput
          key={name}
          {...labelOf(edit, label)}
          {...input}
          value={textOf(settings, name) ?? ''}
          onChange={({ currentTarget }) => change({ ...settings, [name]: currentTarget.value || null })}
          error={form.errorOf(`${path}.${name}`)}
          readOnly={form.isReadOnly}
        />
      ))}
    </>
  );
}

/** Whether ElevenLabs makes a voice more like its recordings, which takes longer. */
function SpeakerBoost({ edit }: { edit: SettingsEdit }) {
  const { form, path, settings, change } = edit;
  const { use_speaker_boost: boost, ...others } = (settings.voiceSettings ?? {}) as Record<string, unknown>;
  const set = (chosen: string | null) => {
    const kept = chosen === null ? others : { ...others, use_speaker_boost: chosen === 'true' };
    change({ ...settings, voiceSettings: Object.keys(kept).length === 0 ? null : kept });
  };
  const { label, ...named } = labelOf(edit, 'Speaker boost');
  return (
    <Select
      label={label}
      {...named}
      placeholder="As the voice is set"
      data={[
        { value: 'true', label: 'On' },
        { value: 'false', label: 'Off' },
      ]}
      value={boost === undefined ? null : String(boost)}
      onChange={set}
      error={form.errorOf(`${path}.voiceSettings.use_speaker_boost`)}
      readOnly={form.isReadOnly}
      clearable={!form.isReadOnly}
      clearButtonProps={{ 'aria-label': `Clear: ${named['aria-label'] ?? label}` }}
    />
  );
}

/** Returns whether a provider has settings for how its voices speak. */
export function hasVoiceFields(provider: string): boolean {
  return provider in numbers || provider in texts;
}
