import type { Step, StepType } from './steps.ts';

/** A part of a step that is filled or evaluated when it begins. */
export interface Filled {
  path: (string | number)[];
  kind: 'expression' | 'template';
  value: unknown;
  /** In the scope of the steps within the step. */
  isInner?: true;
}

/** The fields of each type of step that are templates; those that are not here have none. */
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
  workflow: ['input'],
  waitForEvent: ['key'],
  end: ['output', 'reason'],
};

/** What of a step is filled or evaluated, without the steps that stand in it. */
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
