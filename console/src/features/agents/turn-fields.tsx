import { Switch } from '@mantine/core';
import type { Configuration } from './agent-labels.ts';
import { type NumberSetting, NumberSettings } from './number-settings.tsx';
import type { AgentForm } from './use-agent-form.ts';

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
  websocket: false,
};

/** The end of a turn, as the transcriber judges it. */
export function TurnFields({ form }: { form: AgentForm }) {
  const { transcriber } = form.values;
  if (transcriber?.provider === 'deepgram') return <DeepgramFields form={form} transcriber={transcriber} />;
  const usually = endsTurns[transcriber?.provider ?? ''];
  if (!transcriber || usually === undefined) return null;
  const { endsTurns: chosen } = transcriber as { endsTurns?: boolean };
  return (
    <Switch
      label="The transcriber ends turns"
      description="Off: Parley's own turn-taking decides that the caller has finished."
      checked={chosen ?? usually}
      onChange={({ currentTarget }) =>
        form.set('transcriber', {
          ...transcriber,
          endsTurns: currentTarget.checked,
        } as Configuration['transcriber'])
      }
      disabled={form.isReadOnly}
    />
  );
}

type Deepgram = Extract<NonNullable<Configuration['transcriber']>, { provider: 'deepgram' }>;

/** The limits of Deepgram's models. A setting of the other kind of model is shown until it is emptied. */
function DeepgramFields({ form, transcriber }: { form: AgentForm; transcriber: Deepgram }) {
  const own = transcriber.model?.startsWith('flux-') ? flux : nova;
  const values: Record<string, unknown> = transcriber;
  const others = [...nova, ...flux].filter(
    (setting) => !own.includes(setting) && (values[setting.name] ?? null) !== null,
  );
  return (
    <NumberSettings
      form={form}
      path="transcriber"
      settings={[...own, ...others]}
      values={values}
      onChange={(name, value) =>
        form.set('transcriber', { ...transcriber, [name]: value } as Configuration['transcriber'])
      }
    />
  );
}
