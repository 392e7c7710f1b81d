import { TextInput } from '@mantine/core';
import type { Configuration } from './agent-labels.ts';
import { type NumberSetting, NumberSettings } from './number-settings.tsx';
import type { AgentForm } from './use-agent-form.ts';

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
  elevenlabs: [speed(0.7, 1.2), share('stability', 'Stability'), share('style', 'Style exaggeration')],
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

type Settings = Record<string, unknown> & { provider: string };

/** How the voice speaks: the settings that its provider has. */
export function VoiceFields({ form }: { form: AgentForm }) {
  const voice = form.values.voice as Settings | null;
  if (!voice) return null;
  const { provider } = voice;
  // ElevenLabs has its numbers in an object of its own.
  const inner = provider === 'elevenlabs' ? 'voiceSettings' : null;
  const settings = inner === null ? voice : ((voice[inner] as Record<string, unknown> | null) ?? {});
  const path = inner === null ? 'voice' : `voice.${inner}`;
  const save = (changed: Settings) => form.set('voice', changed as unknown as Configuration['voice']);
  const setNumber = (name: string, value: number | null) => {
    if (inner === null) return save({ ...voice, [name]: value });
    const { [name]: _, ...others } = settings;
    const kept = value === null ? others : { ...others, [name]: value };
    save({ ...voice, [inner]: Object.keys(kept).length === 0 ? null : kept });
  };
  return (
    <>
      <NumberSettings
        form={form}
        path={path}
        settings={numbers[provider] ?? []}
        values={settings}
        onChange={setNumber}
      />
      {(texts[provider] ?? []).map(({ name, ...shown }) => (
        <TextInput
          key={name}
          {...shown}
          value={(voice[name] as string | null | undefined) ?? ''}
          onChange={({ currentTarget }) => save({ ...voice, [name]: currentTarget.value || null })}
          error={form.errorOf(`voice.${name}`)}
          readOnly={form.isReadOnly}
        />
      ))}
    </>
  );
}
