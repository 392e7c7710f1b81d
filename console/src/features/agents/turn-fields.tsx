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

/** The end of a turn, as Deepgram judges it. A setting of the other kind of model is shown until it is emptied. */
export function TurnFields({ form }: { form: AgentForm }) {
  const { transcriber } = form.values;
  if (transcriber?.provider !== 'deepgram') return null;
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
