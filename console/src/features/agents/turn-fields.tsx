import { Switch } from '@mantine/core';
import { type NumberSetting, NumberSettings } from './number-settings.tsx';
import { labelOf, type SettingsEdit, textOf } from './settings-edit.ts';

const nova: NumberSetting[] = [
  {
    ...{ name: 'endpointingMs', label: 'Pause that ends an utterance (ms)', placeholder: '300' },
    ...{ min: 10, max: 5000, step: 50 },
  },
];
const flux: NumberSetting[] = [
  {
    ...{ name: 'endOfTurnThreshold', label: 'Confidence that ends a turn', placeholder: '0.7' },
    description: 'A higher value waits longer and interrupts callers less.',
    ...{ min: 0.5, max: 0.9, step: 0.05 },
  },
  {
    ...{ name: 'likelyEndOfTurnThreshold', label: 'Confidence that prepares an answer' },
    description: 'The model begins early, and its answer is dropped when the caller goes on.',
    placeholder: 'Not reported',
    ...{ min: 0.3, max: 0.9, step: 0.05 },
  },
  {
    ...{ name: 'endOfTurnTimeoutMs', label: 'Silence that always ends a turn (ms)', placeholder: '1500' },
    ...{ min: 500, max: 10_000, step: 100 },
  },
];

/** Whether each provider that can end a turn usually does. */
const endsTurns: Record<string, boolean> = {
  assemblyai: true,
  soniox: true,
  speechmatics: false,
  'google-cloud': false,
  websocket: false,
};

/** The silences that each provider takes. */
const silences: Record<string, NumberSetting[]> = {
  assemblyai: [
    {
      ...{ name: 'endOfTurnTimeoutMs', label: 'Silence that always ends a turn (ms)' },
      ...{ placeholder: 'Provider default', min: 100, max: 10_000, step: 100 },
    },
  ],
  'azure-speech': [
    {
      ...{ name: 'endpointingMs', label: 'Pause that ends a phrase (ms)' },
      ...{ placeholder: 'Provider default', min: 100, max: 5000, step: 50 },
    },
  ],
};

/** The end of a turn, as the transcriber judges it. */
export function TurnFields({ edit }: { edit: SettingsEdit }) {
  const { provider } = edit.settings;
  if (provider === 'deepgram') return <DeepgramFields edit={edit} />;
  const usually = endsTurns[provider];
  return (
    <>
      {usually === undefined ? null : <EndsTurns edit={edit} usually={usually} />}
      <NumberSettings edit={edit} settings={silences[provider] ?? []} />
    </>
  );
}

/** Whether the provider decides that the caller has finished. `usually` is its default. */
function EndsTurns({ edit, usually }: { edit: SettingsEdit; usually: boolean }) {
  const { form, settings, change } = edit;
  return (
    <Switch
      {...labelOf(edit, 'The transcriber ends turns')}
      description="Off: Parley's own turn-taking decides that the caller has finished."
      checked={(settings.endsTurns as boolean | undefined) ?? usually}
      onChange={({ currentTarget }) => change({ ...settings, endsTurns: currentTarget.checked })}
      disabled={form.isReadOnly}
    />
  );
}

/** The limits of Deepgram's models. A setting of the other kind of model is shown until it is emptied. */
function DeepgramFields({ edit }: { edit: SettingsEdit }) {
  const { settings } = edit;
  const isFlux = textOf(settings, 'model')?.startsWith('flux-') ?? false;
  const own = isFlux ? flux : nova;
  const others = [...nova, ...flux].filter(
    (setting) => !own.includes(setting) && (settings[setting.name] ?? null) !== null,
  );
  return (
    <>
      {/* Flux models always end turns. */}
      {isFlux ? null : <EndsTurns edit={edit} usually={false} />}
      <NumberSettings edit={edit} settings={[...own, ...others]} />
    </>
  );
}

/** Returns whether a provider has settings for the end of a turn. */
export function hasTurnFields(provider: string): boolean {
  return provider === 'deepgram' || provider in endsTurns || provider in silences;
}
