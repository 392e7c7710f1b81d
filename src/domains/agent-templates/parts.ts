/** The parts that templates share: the ways to a person, out of the list of customers, and out of silence. */
import type { AgentDocument, TemplateVariable } from './template.ts';

type Flow = NonNullable<AgentDocument['flow']>;
type Stages = Flow['stages'];
type Dialogue = NonNullable<Stages[string]['dialogue']>;

/** The person for calls that an agent cannot finish. The number is reserved for examples. */
export const team = {
  name: 'team',
  description: 'A person, for callers who ask for one or whom you cannot help',
  type: 'phone',
  destination: '+12025550100',
  mode: 'bridged',
} as const;

/** Declares the variables of a template in an agent. */
function declared(variables: readonly TemplateVariable[]): AgentDocument['variables'] {
  return variables.map(({ name, description, example, required }) => ({
    ...{ name, description, required },
    default: required ? null : example,
  }));
}

export const company = (example: string): TemplateVariable => ({
  name: 'company',
  description: 'Your company, as the agent names it',
  example,
  required: false,
});

export const firstName: TemplateVariable = {
  name: 'first_name',
  description: 'The first name of the customer',
  example: 'Maya',
  required: true,
};

const askAgain = {
  phrases: [
    '[please] (say that again | repeat that) [please]',
    '[sorry] what did you say',
    'pardon',
    'repeat',
  ],
  keys: ['*'],
  repeat: true,
};
const askForPerson = {
  phrases: [
    '[i want to | can i] (speak | talk) (to | with) (a person | a human | someone) [please]',
    '[a | an] (person | human | operator) [please]',
  ],
  keys: '0',
};
const askForNoCalls = {
  phrases: [
    '[please] stop calling [me]',
    '[please] (do not | don’t) call [me] again',
    '[please] take me off (the | your) list',
    'no more calls [please]',
  ],
  keys: '9',
};

/** Ways to ask when a company is open. A recognizer expects 200 wordings of a phrase at most. */
export const whenOpen = [
  '[what are] [your | the] (opening hours | opening times | business hours | hours) [please]',
  '(can | could) you tell me [your | the] (opening hours | opening times) [please]',
  '(when | how long | until when) are you open [today | tomorrow]',
  '(when | what time) do you (open | close) [today | tomorrow]',
  'are you open [now | today | tomorrow]',
];

/** Answers to a question for yes or no, and their keys. */
export const yes = {
  phrases: [
    'yes [please | of course | i can | i do | it does | it is | that is right | that suits me | thank you]',
    '[yes] (of course | sure | okay | that is right | that is fine | correct)',
  ],
  keys: ['1'],
};
export const no = {
  phrases: ['no [thank you | thanks | sorry | i cannot | i do not | it does not | it is not | that is all]'],
  keys: ['2'],
};
export const wrongNumber = {
  phrases: [
    '[no] [this is the | you have the] wrong (number | person)',
    '[no] (this is not me | that is not me)',
  ],
};

/** Answers to "May I ask you some questions?". A yes leads to the first question, and all others to `notNow`. */
export const mayAsk = (first: string) => [
  { ...yes, goto: first },
  { ...no, goto: 'notNow' },
  { phrases: ['not now', 'i have no time'], goto: 'notNow' },
  { ...wrongNumber, goto: 'notNow' },
];

/** The end of a call in which someone else has answered. */
export const wrongPerson = {
  says: 'I am sorry to have disturbed you. Goodbye.',
  finish: 'end-call' as const,
};

/** The key 9, and the words, by which a customer ends all further calls. No model decides it. */
const noMoreCalls: Stages[string] = {
  dialogue: {
    start: 'remove',
    nodes: {
      remove: {
        call: {
          tool: 'optOut',
          arguments: { message: 'I have taken you off our list. We will not call you again. Goodbye.' },
          onSuccess: 'removed',
          onFailure: 'failed',
        },
      },
      removed: { end: true },
      failed: { say: 'I could not take you off our list myself.', stage: 'person' },
    },
  },
};

const person: Stages[string] = {
  says: "One moment, I'll put you through.",
  finish: { transfer: 'team' },
  edges: [{ to: 'unavailable', failure: true }],
};
const unavailable: Stages[string] = {
  says: 'I am sorry, no one is free right now. Please call us again a little later. Goodbye.',
  finish: 'end-call',
};

/**
 * Adds to a dialogue what the customer may say in every node, and what follows silence and words without a match. After two
 * failures in a row it enters the stage `lostTo`.
 */
export function dialogue(own: Dialogue, { lostTo = 'person' } = {}): Dialogue {
  return {
    ...own,
    anywhere: [askAgain, ...(own.anywhere ?? [])],
    noMatch: { says: ['Sorry, I did not understand.', 'Sorry, I still did not understand.'], goto: 'toHelp' },
    noInput: { says: ['Are you still there?', 'I cannot hear you.'], goto: 'toSilent' },
    nodes: {
      ...own.nodes,
      toHelp: { stage: lostTo },
      toSilent: { stage: 'silent' },
    },
  };
}

/** Adds the stages that every scripted flow leads to, unless it has its own. */
export function scriptedStages(own: Stages, { isOutbound = false } = {}): Stages {
  return {
    unavailable,
    ...own,
    // Global, so that 0 and 9 stay answers where a number is asked for.
    person: { ...(own.person ?? person), global: askForPerson },
    silent: { says: 'I cannot hear anything, so I end the call here. Goodbye.', finish: 'end-call' },
    ...(isOutbound ? { noMoreCalls: { ...noMoreCalls, global: askForNoCalls } } : {}),
  };
}

/** Adds the stages that every stage of a model leads to, unless the flow has its own. */
export function modelStages(own: Stages, { isOutbound = false } = {}): Stages {
  const more = { choice: 'the caller wants no more calls', ...askForNoCalls };
  return {
    person: { ...person, global: { choice: 'the caller wants to speak to a person', keys: '0' } },
    unavailable,
    ...own,
    goodbye: {
      says: 'Thank you for your time. Goodbye.',
      global: { choice: 'the caller wants to end the call, or has said goodbye' },
      finish: 'end-call',
    },
    ...(isOutbound ? { noMoreCalls: { ...noMoreCalls, global: more } } : {}),
  };
}

const style = `# How you speak
- You are on the telephone. Say one or two short sentences at a time, and ask one question at a time.
- Write as people speak: no lists, no headings, no symbols.
- If you did not understand, say so and ask again in other words. After two failures, offer a person.
- Repeat names, numbers and times that matter, and ask whether they are right.
- Say only what these instructions say. If you do not know something, say so and offer a person. Promise nothing.
- If someone asks, say that you are an automated assistant.`;

/** Returns a prompt: the task, the facts, and how all templates speak. */
export function promptOf(task: string, facts: readonly string[], limits: readonly string[] = []): string {
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
  const parts = [`# Task\n${task}`, `# What you know\n${list(facts)}`];
  if (limits.length > 0) parts.push(`# What you never do\n${list(limits)}`);
  return [...parts, style].join('\n\n');
}

/** Callers think and look things up, so silence does not end the call before the agent has asked twice. */
const limits = { maxDurationSeconds: 600, silenceSeconds: 25 };

/** Returns the settings that both agents of a template share. */
export function settings(name: string, variables: readonly TemplateVariable[]) {
  return { name, variables: declared(variables), transferDestinations: [team], limits };
}

/** The parts of agents that call customers: customers can end all further calls, and a machine gets a message. */
export const outbound = {
  dialogue,
  scriptedStages: (own: Stages) => scriptedStages(own, { isOutbound: true }),
  modelStages: (own: Stages) => modelStages(own, { isOutbound: true }),
  settings: (name: string, variables: readonly TemplateVariable[], voicemailMessage: string) => ({
    ...settings(name, variables),
    tools: [{ type: 'optOut' as const }],
    conversation: { answerDetection: 'on' as const, voicemailMessage },
  }),
};
