import { flowView } from '../flow-stages/index.ts';
import { type Path, withValue } from '../json-text/index.ts';
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

/** Returns the dialogue that callers meet first, and its place in the agent's configuration. `null` when there is none. */
export function scriptOf({ flow, model }: Pick<Configuration, 'flow' | 'model'>): {
  dialogue: Readonly<Record<string, unknown>>;
  path: Path;
} | null {
  if (flow === null) {
    if (model?.provider !== 'scripted') return null;
    return { dialogue: model.dialogue as Record<string, unknown>, path: ['model', 'dialogue'] };
  }
  const names = [flow.start, ...Object.keys(flow.stages)];
  const name = names.find((one) => flow.stages[one]?.dialogue);
  if (name === undefined) return null;
  const dialogue = flow.stages[name]!.dialogue as Record<string, unknown>;
  return { dialogue, path: ['flow', 'stages', name, 'dialogue'] };
}

/** The part of an agent's form that has its script. */
interface ScriptForm {
  values: Pick<Configuration, 'flow' | 'model'>;
  set: <Name extends 'flow' | 'model'>(name: Name, value: Configuration[Name]) => void;
}

/** Changes the dialogue that callers meet first. */
export function setScript({ values, set }: ScriptForm, dialogue: Readonly<Record<string, unknown>>): void {
  const { flow, model } = values;
  const script = scriptOf(values);
  if (script === null) return;
  const next = withValue({ flow, model }, script.path, dialogue) as Pick<Configuration, 'flow' | 'model'>;
  if (flow) set('flow', next.flow);
  else set('model', next.model);
}
