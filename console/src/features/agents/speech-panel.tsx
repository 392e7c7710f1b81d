import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { firstModels, Panel } from '../../ui/index.ts';
import { isSame } from '../json-text/index.ts';
import {
  CatalogButton,
  type CatalogChoice,
  type Preset,
  PresetChoice,
  useHasEmbeddedTranscriber,
} from '../provider-picks/index.ts';
import { type Configuration, languagesOf, providersFor } from './agent-labels.ts';
import { firstSettingsOf } from './beginnings.ts';
import { type ChainPart, fallbacksOf, hasModels, ownOf, partOf, type Settings } from './chain.ts';
import { DialogueField } from './dialogue/index.ts';
import { FallbacksField } from './fallbacks-field.tsx';
import { MainFields, ProviderNotes, RareFields } from './provider-fields.tsx';
import { ProviderOptions } from './provider-options.tsx';
import { ProviderSelect } from './provider-select.tsx';
import { textOf } from './settings-edit.ts';
import { SpeechToSpeechFields } from './speech-to-speech-fields.tsx';
import { MissingTranscriber, TranscriberWarning } from './transcriber-warning.tsx';
import type { AgentForm } from './use-agent-form.ts';
import { voiceSample } from './voice-sample.ts';

type Part = ChainPart;

const firstSettings = firstSettingsOf(firstModels);

/** Chooses the model, the voice and the transcriber. */
export function SpeechPanel({ form }: { form: AgentForm }) {
  const noModel = form.values.flow ? 'None (its flow decides)' : 'None (first message only)';
  const noTranscriber =
    useHasEmbeddedTranscriber() === false ? 'None (callers press keys)' : 'PocketSphinx, embedded';
  return (
    <Panel title="Model, voice and transcriber">
      <Stack gap="lg">
        {form.isReadOnly ? null : <PresetField form={form} />}
        <PartFields form={form} part="model" title="Model" none={noModel} />
        <PartFields form={form} part="voice" title="Voice" none="Flite, embedded" />
        <PartFields form={form} part="transcriber" title="Transcriber" none={noTranscriber} />
        <TranscriberWarning configuration={form.values} />
        <MissingTranscriber configuration={form.values} />
        <SpeechToSpeechFields form={form} />
      </Stack>
    </Panel>
  );
}

interface PartFieldsProps {
  form: AgentForm;
  part: Part;
  title: string;
  none: string;
}

function PartFields({ form, part, title, none }: PartFieldsProps) {
  const value = form.values[part] as Settings | null;
  const choose = (provider: string | null) => {
    if (provider === value?.provider) return;
    const next = provider === null ? null : { provider, ...firstSettings[`${part}.${provider}`] };
    form.set(part, next && partOf<Part>([next, ...fallbacksOf(value)]));
  };
  const chooseListed = ({ provider, id, model }: CatalogChoice) => {
    const kept = provider === value?.provider ? ownOf(value) : { ...firstSettings[`${part}.${provider}`] };
    const own = part === 'voice' ? { voice: id, ...(model !== null && { model }) } : { model: id };
    // The embedded transcriber has no models to choose from.
    const chosen = part === 'voice' || hasModels(part, provider) ? own : {};
    form.set(part, partOf<Part>([{ ...kept, provider, ...chosen }, ...fallbacksOf(value)]));
  };
  const edit = value && {
    ...{ form, path: part, settings: value, place: null },
    change: (next: Settings) => form.set(part, next as unknown as Configuration[Part]),
  };
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Title order={3} className="panel-title">
          {title}
        </Title>
        {form.isReadOnly ? null : (
          <CatalogButton
            part={part}
            languages={languagesOf(form.values)}
            current={value && { provider: value.provider, model: textOf(value, 'model') }}
            sample={voiceSample(form.values.firstMessage)}
            onChoose={chooseListed}
          />
        )}
      </Group>
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
        {edit ? <MainFields part={part} edit={edit} /> : null}
        {edit ? <RareFields part={part} edit={edit} /> : null}
      </SimpleGrid>
      {edit ? <ProviderNotes part={part} edit={edit} /> : null}
      {edit && part === 'model' && value.provider !== 'scripted' ? <ProviderOptions edit={edit} /> : null}
      {value?.provider === 'scripted' ? <Dialogue form={form} /> : null}
      {value && value.provider !== 'scripted' ? <FallbacksField form={form} part={part} /> : null}
    </div>
  );
}

function Dialogue({ form }: { form: AgentForm }) {
  const model = form.values.model as Settings;
  return (
    <Stack gap={6} mt="sm">
      <Text size="sm" fw={500}>
        Dialogue
      </Text>
      <DialogueField
        form={form}
        path="model.dialogue"
        dialogue={(model.dialogue ?? {}) as Record<string, unknown>}
        change={(dialogue) => form.set('model', { ...model, dialogue } as unknown as Configuration['model'])}
        errorOf={(...path) => form.errorOf(['model', 'dialogue', ...path].join('.'))}
        stages={null}
      />
    </Stack>
  );
}

/** Fills the three parts from a preset. They stay editable. */
function PresetField({ form }: { form: AgentForm }) {
  const [chosen, setChosen] = useState<Preset | null>(null);
  const choose = (preset: Preset | null) => {
    setChosen(preset);
    if (!preset) return;
    for (const part of ['model', 'voice', 'transcriber'] as const) {
      // A preset that is chosen again after a key was added leaves parts alone that were edited meanwhile.
      const isEdited = chosen?.wish === preset.wish && !isSame(form.values[part], chosen.configuration[part]);
      if (!isEdited) form.set(part, preset.configuration[part] as Configuration[Part]);
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
