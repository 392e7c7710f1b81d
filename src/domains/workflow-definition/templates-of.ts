import type { Step, StepType } from './steps.ts';

/** A part of a step that is filled or evaluated when the step begins. */
export interface Filled {
  path: (string | number)[];
  kind: 'expression' | 'template';
  value: unknown;
  /** Uses the scope of the steps inside the step. */
  isInner?: true;
}

/** The template fields of each step type. */
const templateFields: Partial<Record<StepType, readonly string[]>> = {
  set: ['values'],
  transform: ['value'],
  loop: ['over'],
  delay: ['seconds', 'until'],
  http: ['url', 'headers', 'body'],
  queueCall: ['agentId', 'call'],
  placeCall: ['agentId', 'call'],
  sendChatMessage: ['chatId', 'content', 'agentName'],
  pushPersonalization: ['phoneNumber', 'data'],
  languageModel: ['system', 'prompt'],
  searchKnowledge: ['query', 'language'],
  workflow: ['input'],
  waitForEvent: ['key'],
  end: ['output', 'reason'],
};

/** Returns the parts of a step that are filled or evaluated, without its inner steps. */
export function templatesOf(step: Step): Filled[] {
  const fields = templateFields[step.type] ?? [];
  const filled: Filled[] = fields.map((field) => ({
    path: [field],
    kind: 'template',
    value: (step as unknown as Record<string, unknown>)[field],
  }));
  if (step.type === 'condition') filled.push({ path: ['if'], kind: 'expression', value: step.if });
  if (step.type === 'split') {
    for (const [i, { if: value }] of step.cases.entries()) {
      filled.push({ path: ['cases', i, 'if'], kind: 'expression', value });
    }
  }
  if (step.type === 'loop') {
    filled.push({ path: ['collect'], kind: 'template', value: step.collect, isInner: true });
  }
  return filled;
}
