/** How the types of steps are told apart at a glance. */
export type StepGroup = 'flow' | 'data' | 'reach' | 'wait';

/** A type of steps in words, and what a new step of it begins with. */
export interface StepKind {
  word: string;
  about: string;
  group: StepGroup;
  /** The fields of a new step beside its id and type. */
  fields: Readonly<Record<string, unknown>>;
}

/** The types of steps, in the order in which they are offered. */
export const stepKinds: Readonly<Record<string, StepKind>> = {
  http: {
    ...{ word: 'Request', group: 'reach', about: 'Sends an HTTP request and stores the response.' },
    fields: { method: 'GET', url: 'https://' },
  },
  placeCall: {
    ...{ word: 'Place call', group: 'reach', about: 'Places a call now.' },
    fields: { agentId: '', call: { phoneNumberId: '', phoneNumber: '{{ input.phoneNumber }}' } },
  },
  queueCall: {
    ...{ word: 'Queue call', group: 'reach', about: 'Queues a campaign call.' },
    fields: {
      agentId: '',
      call: {
        ...{ campaignName: '', scheduleId: '', phoneNumberId: '' },
        ...{ phoneNumber: '{{ input.phoneNumber }}', variables: {} },
      },
    },
  },
  sendChatMessage: {
    ...{ word: 'Chat message', group: 'reach', about: 'Sends a message to a chat that was handed off.' },
    fields: { chatId: '{{ input.chatId }}', content: '' },
  },
  pushPersonalization: {
    ...{ word: 'Personalization', group: 'reach', about: 'Stores data for the next call with a number.' },
    fields: { phoneNumber: '{{ input.phoneNumber }}', data: {} },
  },
  languageModel: {
    ...{ word: 'Language model', group: 'reach', about: 'Asks a model for text or structured JSON.' },
    fields: { model: { provider: 'openai', model: '' }, prompt: '' },
  },
  workflow: {
    ...{ word: 'Workflow', group: 'reach', about: 'Starts another workflow and optionally waits for it.' },
    fields: { workflowId: '', input: {} },
  },
  condition: {
    ...{ word: 'Condition', group: 'flow', about: 'Takes one of two branches.' },
    fields: { if: 'input.amount > 100', then: [], else: [] },
  },
  split: {
    ...{ word: 'Split', group: 'flow', about: 'Takes the first case whose condition is true.' },
    fields: { cases: [{ name: 'First', if: 'input.kind == "first"', steps: [] }], default: [] },
  },
  parallel: {
    ...{ word: 'Parallel', group: 'flow', about: 'Runs several branches at the same time.' },
    fields: { branches: [[], []] },
  },
  loop: {
    ...{ word: 'Loop', group: 'flow', about: 'Runs the same steps for each element of a list.' },
    fields: { over: '{{ input.items }}', as: 'item', steps: [] },
  },
  end: {
    ...{ word: 'End', group: 'flow', about: 'Ends the run with a result.' },
    fields: { output: {} },
  },
  set: {
    ...{ word: 'Set', group: 'data', about: 'Sets variables of the run.' },
    fields: { values: { name: '{{ input.name }}' } },
  },
  transform: {
    ...{ word: 'Transform', group: 'data', about: 'Builds a value from others.' },
    fields: { value: {} },
  },
  delay: {
    ...{ word: 'Delay', group: 'wait', about: 'Waits for a duration or until a time.' },
    fields: { seconds: 3600 },
  },
  waitForEvent: {
    ...{ word: 'Wait for event', group: 'wait', about: 'Waits for an event with a key.' },
    fields: { key: 'order:{{ input.id }}', timeoutSeconds: 86_400 },
  },
};

/** The groups of types in the order of the palette. */
export const groupWords: readonly [StepGroup, string][] = [
  ['reach', 'Actions'],
  ['flow', 'Control flow'],
  ['data', 'Data'],
  ['wait', 'Wait'],
];

/** A type in words; what is no type as it stands. */
export function wordOf(type: string): string {
  return stepKinds[type]?.word ?? type;
}

/** A new step with an id that no other step has. */
export function newStep(type: string, taken: ReadonlySet<string>): Record<string, unknown> {
  return { id: freeId(type, taken), type, ...structuredClone(stepKinds[type]?.fields ?? {}) };
}

function freeId(type: string, taken: ReadonlySet<string>): string {
  if (!taken.has(type)) return type;
  let number = 2;
  while (taken.has(`${type}${number}`)) number += 1;
  return `${type}${number}`;
}
