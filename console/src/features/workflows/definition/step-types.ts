/** Groups of step types. */
type StepGroup = 'flow' | 'data' | 'reach' | 'wait';

/** A step type with its label, and the fields of a new step. */
interface StepKind {
  label: string;
  about: string;
  group: StepGroup;
  /** The fields of a new step besides id and type. */
  fields: Readonly<Record<string, unknown>>;
}

/** The step types in the order of the palette. */
export const stepKinds: Readonly<Record<string, StepKind>> = {
  http: {
    label: 'Request',
    group: 'reach',
    about: 'Sends an HTTP request and stores the response.',
    fields: { method: 'GET', url: 'https://' },
  },
  placeCall: {
    label: 'Place call',
    group: 'reach',
    about: 'Places a call now.',
    fields: { agentId: '', call: { phoneNumberId: '', phoneNumber: '{{ input.phoneNumber }}' } },
  },
  queueCall: {
    label: 'Queue call',
    group: 'reach',
    about: 'Queues a campaign call.',
    fields: {
      agentId: '',
      call: {
        campaignName: '',
        scheduleId: '',
        phoneNumberId: '',
        phoneNumber: '{{ input.phoneNumber }}',
        variables: {},
      },
    },
  },
  sendChatMessage: {
    label: 'Chat message',
    group: 'reach',
    about: 'Sends a message to a chat that was handed off.',
    fields: { chatId: '{{ input.chatId }}', content: '' },
  },
  pushPersonalization: {
    label: 'Personalization',
    group: 'reach',
    about: 'Stores data for the next call with a number.',
    fields: { phoneNumber: '{{ input.phoneNumber }}', data: {} },
  },
  languageModel: {
    label: 'Language model',
    group: 'reach',
    about: 'Asks a model for a text, or for named fields.',
    fields: { model: { provider: 'openai', model: '' }, prompt: '' },
  },
  searchKnowledge: {
    label: 'Search knowledge',
    group: 'reach',
    about: "Finds passages in the organization's documents.",
    fields: { query: '{{ input.question }}' },
  },
  workflow: {
    label: 'Workflow',
    group: 'reach',
    about: 'Starts another workflow and optionally waits for it.',
    fields: { workflowId: '', input: {} },
  },
  condition: {
    label: 'Condition',
    group: 'flow',
    about: 'Takes one of two branches.',
    fields: { if: 'input.amount > 100', then: [], else: [] },
  },
  split: {
    label: 'Split',
    group: 'flow',
    about: 'Takes the first case whose condition is true.',
    fields: { cases: [{ name: 'First', if: 'input.kind == "first"', steps: [] }], default: [] },
  },
  parallel: {
    label: 'Parallel',
    group: 'flow',
    about: 'Runs several branches at the same time.',
    fields: { branches: [[], []] },
  },
  loop: {
    label: 'Loop',
    group: 'flow',
    about: 'Runs the same steps for each element of a list.',
    fields: { over: '{{ input.items }}', as: 'item', steps: [] },
  },
  end: {
    label: 'End',
    group: 'flow',
    about: 'Ends the run with a result.',
    fields: { output: {} },
  },
  set: {
    label: 'Set',
    group: 'data',
    about: 'Sets variables of the run.',
    fields: { values: { name: '{{ input.name }}' } },
  },
  transform: {
    label: 'Transform',
    group: 'data',
    about: 'Builds a value from others.',
    fields: { value: {} },
  },
  delay: {
    label: 'Delay',
    group: 'wait',
    about: 'Waits for a duration or until a time.',
    fields: { seconds: 3600 },
  },
  waitForEvent: {
    label: 'Wait for event',
    group: 'wait',
    about: 'Waits for an event with a key.',
    fields: { key: 'order:{{ input.id }}', timeoutSeconds: 86_400 },
  },
};

/** The groups in the order of the palette. */
export const groupLabels: readonly [StepGroup, string][] = [
  ['reach', 'Actions'],
  ['flow', 'Control flow'],
  ['data', 'Data'],
  ['wait', 'Wait'],
];

/** Returns the label of a type. An unknown type stays as it is. */
export function typeLabel(type: string): string {
  return stepKinds[type]?.label ?? type;
}

/** Returns a new step with an unused id. */
export function newStep(type: string, taken: ReadonlySet<string>): Record<string, unknown> {
  return { id: freeId(type, taken), type, ...structuredClone(stepKinds[type]?.fields ?? {}) };
}

function freeId(type: string, taken: ReadonlySet<string>): string {
  if (!taken.has(type)) return type;
  let number = 2;
  while (taken.has(`${type}${number}`)) number += 1;
  return `${type}${number}`;
}
