import {
  conditionText,
  type FinishView,
  plainPhrase,
  type StageView,
  shownText,
  spacedName,
} from '../flow-stages/index.ts';
import { isObject } from '../json-text/index.ts';

const kindLabels: Readonly<Record<StageView['kind'], string>> = {
  model: 'Instructions',
  fixed: 'Fixed words',
  dialogue: 'Dialogue',
  empty: 'Empty',
};

/** Returns how a stage is played, and whether the flow starts there. */
export function aboutStage({ kind, isStart }: StageView): string {
  return isStart ? `Start · ${kindLabels[kind]}` : kindLabels[kind];
}

/** Returns the first words of a stage, in one line. */
export function firstWords({ kind, instructions, says, dialogue }: StageView): string {
  const words = dialogue ? aboutDialogue(dialogue) : kind === 'model' ? instructions : says;
  const line = shownText(words).replaceAll(/\s+/g, ' ').trim();
  return line.length > charactersMax ? `${line.slice(0, charactersMax - 1)}…` : line;
}

const charactersMax = 90;

/** Returns the size of a dialogue and the slots that it fills. */
export function aboutDialogue({ nodes, slots }: Readonly<Record<string, unknown>>): string {
  const count = isObject(nodes) ? Object.keys(nodes).length : 0;
  const names = isObject(slots) ? Object.keys(slots) : [];
  const size = `${count} ${count === 1 ? 'step' : 'steps'}`;
  return names.length === 0 ? size : `${size}, asks for ${names.map(spacedName).join(', ')}`;
}

/** Returns how a stage is reached from everywhere; null when it is not. */
export function reachText({ global }: StageView): string | null {
  return global ? `When ${globalText(global)}` : null;
}

/** Returns what else a node of the graph says about a stage, one line each. */
export function stageFacts({ collects, tools, knowledge, finish }: StageView): string[] {
  const facts: string[] = [];
  if (collects.length > 0) facts.push(`Collects ${collects.map(spacedName).join(', ')}`);
  if (tools) facts.push(tools.length === 0 ? 'No tools' : `Tools: ${tools.join(', ')}`);
  if (Array.isArray(knowledge))
    facts.push(`Searches ${knowledge.length} ${knowledge.length === 1 ? 'source' : 'sources'}`);
  else if (knowledge !== 'agent')
    facts.push(knowledge === 'all' ? 'Searches all sources' : 'Searches no sources');
  if (finish) facts.push(finishText(finish));
  return facts;
}

function finishText(finish: FinishView): string {
  switch (finish.kind) {
    case 'end':
      return 'Then ends the call';
    case 'transfer':
      return `Then transfers to ${spacedName(finish.to) || '…'}`;
    case 'handOver':
      return finish.mayReturn ? 'Then hands over, and may get it back' : 'Then hands over to another agent';
  }
}

function globalText({ choice, phrases, keys }: NonNullable<StageView['global']>): string {
  // The model's words say the same better.
  const words =
    choice.trim() === '' && phrases.length > 0
      ? `the caller says “${plainPhrase(phrases[0]!)}”`
      : choice.trim();
  const ways = [words, keys === '' ? '' : conditionText({ kind: 'keys', value: keys })];
  return ways.filter((way) => way !== '').join(' · ') || 'no condition yet';
}

/** Returns the ways out of a stage in one sentence, for screen readers. */
export function waysText({ ways, finish }: StageView): string {
  if (ways.length === 0) return finish ? '' : 'No ways out.';
  const each = ways.map(
    ({ to, condition }) => `to ${spacedName(to) || 'no stage'}, ${conditionText(condition)}`,
  );
  return `${each.length === 1 ? '1 way' : `${each.length} ways`}: ${each.join('; ')}.`;
}
