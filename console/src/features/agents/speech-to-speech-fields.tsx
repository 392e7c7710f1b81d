import { Autocomplete, Select, SimpleGrid, Text, TextInput, Title } from '@mantine/core';
import type { Configuration } from './agent-labels.ts';
import type { Settings } from './chain.ts';
import { type NumberSetting, NumberSettings } from './number-settings.tsx';
import { KeySelect, ProviderSelect } from './provider-select.tsx';
import { type SettingsEdit, textOf } from './settings-edit.ts';
import type { AgentForm } from './use-agent-form.ts';

const choices = [
  { provider: 'openai', label: 'OpenAI Realtime' },
  { provider: 'azure', label: 'Azure Voice Live' },
  { provider: 'google', label: 'Google Gemini Live' },
];

/** Voices of each provider that its models are known to have. Others may be typed. */
const openaiVoices = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'marin',
  'sage',
  'shimmer',
  'verse',
];
const voices: Record<string, string[]> = {
  openai: openaiVoices,
  azure: ['en-US-AvaMultilingualNeural', 'de-DE-KatjaNeural', ...openaiVoices],
  google: ['Aoede', 'Charon', 'Fenrir', 'Kore', 'Leda', 'Orus', 'Puck', 'Zephyr'],
};

const local = { value: 'local', label: 'Parley, by silence' };
const bySilence = { value: 'server_vad', label: 'The provider, by silence' };
/** The ways to detect the end of the caller's turn. Gemini Live has only one. */
const turnDetections: Record<string, { value: string; label: string }[]> = {
  openai: [local, bySilence, { value: 'semantic_vad', label: 'The provider, by what is said' }],
  azure: [
    local,
    bySilence,
    { value: 'azure_semantic_vad', label: 'The provider, by what is said (English)' },
    { value: 'azure_semantic_vad_multilingual', label: 'The provider, by what is said (other languages)' },
  ],
};

const silence: NumberSetting = {
  ...{ name: 'silenceMs', label: 'Silence that ends a turn at the provider (ms)' },
  ...{ placeholder: 'Provider default', min: 100, max: 5000, step: 50, allowDecimal: false },
};
const maxTokens: NumberSetting = {
  ...{ name: 'maxTokens', label: 'Maximum tokens per answer', placeholder: 'Provider default' },
  ...{ min: 1, max: 4096, step: 1, allowDecimal: false },
};

/** A model that hears and speaks directly, in place of transcriber, model and voice. */
export function SpeechToSpeechFields({ form }: { form: AgentForm }) {
  const settings = form.values.speechToSpeech as Settings | null;
  const put = (next: Settings | null) =>
    form.set('speechToSpeech', next as unknown as Configuration['speechToSpeech']);
  const edit = settings && { form, path: 'speechToSpeech', settings, change: put, place: null };
  return (
    <div>
      <Title order={3} className="panel-title">
        Speech to speech
      </Title>
      <Text size="sm" c="dimmed" mb={6}>
        One model hears the caller and speaks. The model, voice and transcriber above take over when it cannot
        be reached, and the voice speaks fixed texts.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <ProviderSelect
          form={form}
          label="Speech to speech provider"
          path="speechToSpeech"
          choices={choices}
          value={settings?.provider ?? null}
          none="None"
          onChange={(provider) =>
            provider !== settings?.provider && put(provider === null ? null : { provider })
          }
        />
        {edit ? <OwnFields edit={edit} /> : null}
      </SimpleGrid>
      {form.errorOf('speechToSpeech') ? (
        <Text size="sm" c="red" role="alert">
          {form.errorOf('speechToSpeech')}
        </Text>
      ) : null}
    </div>
  );
}

function OwnFields({ edit }: { edit: SettingsEdit }) {
  const { form, path, settings, change } = edit;
  const { provider } = settings;
  const text = (name: string) => ({
    placeholder: 'Provider default',
    value: textOf(settings, name) ?? '',
    error: form.errorOf(`${path}.${name}`),
    readOnly: form.isReadOnly,
    autoComplete: 'off',
    spellCheck: false,
  });
  const put = (name: string, value: string | null) => change({ ...settings, [name]: value || null });
  return (
    <>
      <TextInput
        label="Model of speech to speech"
        {...text('model')}
        onChange={({ currentTarget }) => put('model', currentTarget.value.trim())}
      />
      <Autocomplete
        label="Voice of speech to speech"
        data={voices[provider] ?? []}
        {...text('voice')}
        onChange={(voice) => put('voice', voice.trim())}
      />
      <KeySelect edit={{ ...edit, place: 'speech to speech' }} />
      {turnDetections[provider] ? <TurnFields edit={edit} /> : null}
      {turnDetections[provider] ? (
        <>
          <TextInput
            label="Model that transcribes the caller"
            description="For the transcript of the call."
            {...text('transcriptionModel')}
            onChange={({ currentTarget }) => put('transcriptionModel', currentTarget.value.trim())}
          />
          <Select
            label="Audio format"
            description="As the provider receives and sends it."
            data={[
              { value: 'pcmu', label: 'G.711 µ-law, 8 kHz' },
              { value: 'pcm', label: 'PCM, 24 kHz' },
            ]}
            {...text('audioFormat')}
            placeholder="As the call needs it"
            value={textOf(settings, 'audioFormat')}
            onChange={(format) => put('audioFormat', format)}
            clearable={!form.isReadOnly}
            clearButtonProps={{ 'aria-label': 'Clear: Audio format' }}
          />
        </>
      ) : null}
      <NumberSettings edit={edit} settings={[maxTokens]} />
    </>
  );
}

/** The settings of the end of the caller's turn. */
function TurnFields({ edit }: { edit: SettingsEdit }) {
  const { form, path, settings, change } = edit;
  const chosen = textOf(settings, 'turnDetection') ?? 'local';
  return (
    <>
      <Select
        label="What ends the caller’s turn"
        description="Interruptions are always detected by Parley."
        data={turnDetections[settings.provider] ?? []}
        value={chosen}
        onChange={(turnDetection) => turnDetection !== null && change({ ...settings, turnDetection })}
        error={form.errorOf(`${path}.turnDetection`)}
        readOnly={form.isReadOnly}
        allowDeselect={false}
      />
      {chosen === 'local' && settings.silenceMs == null ? null : (
        <NumberSettings edit={edit} settings={[silence]} />
      )}
    </>
  );
}
