import { flowView } from '../flow-stages/index.ts';
import type { Configuration } from './configuration.ts';

type Spoken = Pick<Configuration, 'flow' | 'model' | 'speechToSpeech'>;

/** Returns whether an agent only says words of its script, so that nothing reads its prompt. */
export function isScriptAlone({ flow, model, speechToSpeech }: Spoken): boolean {
  if (speechToSpeech !== null) return false;
  if (flow === null) return model?.provider === 'scripted';
  return flowView(flow).stages.every(({ kind }) => kind !== 'model');
}

/** Returns whether a conversation begins with words of the script. `stage`: where the flow begins; null for its start. */
export function beginsByScript(
  { flow, model }: Pick<Configuration, 'flow' | 'model'>,
  stage: string | null,
): boolean {
  if (flow === null) return model?.provider === 'scripted';
  const first = flow.stages[stage ?? flow.start];
  return first !== undefined && (first.dialogue !== null || first.says !== null);
}
