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

// The embedded recognizer does not expect phrases with a star: it hears short ones in other words and in noises.
const askAgain = {
  phrases: [
    '[can you | could you] (say that again | repeat that | repeat)',
    '[sorry] what did you say',
    '* what was that',
    'pardon',
    '* (pardon me | excuse me | sorry | once more | come again)',
    '* (hello | good morning | good afternoon | good evening)',
    '* i (cannot hear you | did not hear you | did not understand | did not catch that)',
  ],
  keys: ['*'],
  repeat: true,
};
const askForPerson = {
  phrases: [
    '[i want to | can i] (speak | talk) (to | with) (a person | a human | someone)',
    '(i want to | can i) (speak | talk) to (a person | someone)',
    '[a] (person | human)',
    '(an operator | operator | another person | customer service | someone else)',
    '* (human being | real person | real human)',
    '[please] (i need | i want | get me | give me) (a | an) * (person | human | operator | agent | representative)',
    '[please | i want to | i need to | i would like to | i would rather | can i | could i | may i | let me] (speak | talk) (to | with) [a | an | another | your | some | the] [real] (person | human | human being | someone | somebody | agent | operator | employee | colleague | representative | manager | office) *',
    '* (put | connect | transfer) me [through] (to | with) * (person | human | someone | somebody | agent | operator | colleague)',
  ],
  keys: '0',
};
const askForNoCalls = {
  phrases: [
    'stop calling [me]',
    '(do not | never) call [me | here | this number] (again | anymore | any more)',
    '(take me off | remove me from | remove my number from) (the | your) list',
    'remove (me | my number)',
    '[i want | i do not want] (no more | any more) calls',
  ],
  keys: '9',
};

/** Ways to ask when a company is open. A recognizer expects 200 wordings of a phrase at most. */
export const whenOpen = [
  '(opening hours | opening times | business hours | hours | the hours)',
  'what are (your | the) (opening hours | opening times | business hours | hours)',
  '* [your | the] (opening hours | opening times | business hours)',
  '(when | how long | how late | until when) are you open [today | tonight | tomorrow | again]',
  '(how late | how long | until when) do you stay open [today | tonight | tomorrow]',
  '(what days are you open | what hours are you open | when are you closed | are you still open)',
  'is the (shop | store | office) open [now | today | tomorrow]',
  'what time are you open until [today | tonight]',
  '(when | what time) do you (open | close) [today | tonight | tomorrow]',
  '(when | what time) do you (open | close) [on] (monday | tuesday | wednesday | thursday | friday | saturday | sunday)',
  '(are you | do you) open [now | right now | today | tonight | tomorrow | at the weekend | on the weekend | on weekends | this weekend]',
  '(are you | do you) open [on | this] (monday | tuesday | wednesday | thursday | friday | saturday | sunday | mondays | tuesdays | wednesdays | thursdays | fridays | saturdays | sundays)',
  'when will you be open [again]',
];

/** Answers to a question for yes or no, and their keys. */
export const yes = {
  phrases: [
    'yes [please | of course | sure | i can | i do | i am | i will | it does | it is | thank you | definitely]',
    '(sure | okay | of course | certainly | definitely | absolutely | exactly | correct | please)',
    '[yes] (that is | sounds) (right | correct | fine | good | great | perfect | okay)',
    '[yes] (works for me | that works [for me] | that suits me)',
    '[yes] i can do that',
    '[yes] (go ahead | you may)',
    'yes (perfect | correct | all right)',
  ],
  keys: ['1'],
};
export const no = {
  phrases: [
    'no [thank you | thanks | sorry | that is all]',
    '[no] (not really | i do not think so | unfortunately not | i am afraid not)',
    '[no] (incorrect | that is wrong | that is not right | that is not correct)',
    '[no] (that is | it is) not (necessary | possible)',
    'no (i cannot | it does not | it is not)',
    '* (no way | not quite | no need | please do not | not necessary | not now)',
    '* (i cannot | i cannot do that | i do not | it does not | it is not)',
    '(wrong | not really | actually | sorry) * no',
  ],
  keys: ['2'],
};
/** Further answers to the offer to call back. */
export const wantsCall = {
  phrases: ['[yes] call me [back]', '[yes] that would be (nice | good | great)', '[yes] on this number'],
};
export const wantsNoCall = {
  phrases: [
    '[no] i will call [you] (again | back) [later | tomorrow]',
    '[no] (i do not need (that | it) | that is (fine | okay) [thank you | thanks])',
  ],
};
export const wrongNumber = {
  phrases: [
    '[no] [this is the | you have the | i think you have the | you have got the] wrong (number | person)',
    '[no] (this is not (me | him | her) | that is not me)',
    '[no] there is no * here',
    '[no] * (does not live | lives) here',
  ],
};

/** Answers to "May I ask you some questions?". A yes leads to the first question, and all others to `notNow`. */
export const mayAsk = (first: string) => [
  { ...yes, goto: first },
  { ...no, goto: 'notNow' },
  {
    phrases: [
      '[no] not (now | right now)',
      '* not today',
      '[no] [sorry] i (have no | do not have [the | any]) time [now | right now]',
      '[no] [sorry] i am (not interested | driving)',
      '* i am busy [now | right now]',
      'call [me] (later | back later | again later | another time)',
    ],
    goto: 'notNow',
  },
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
