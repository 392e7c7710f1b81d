import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [
  parts.company('Meadow Savings Bank'),
  parts.firstName,
  {
    name: 'customer_number',
    description: 'The number that the caller has to know. Push it for each caller. It is never said',
    example: '204816',
    required: true,
  },
  {
    name: 'birth_year',
    description: 'The year of birth that the caller has to know. It is never said',
    example: '1984',
    required: true,
  },
];
const found = {
  number: { type: 'string', pattern: '^\\d{6}$', description: 'The customer number that the caller gives' },
  year: { type: 'string', pattern: '^\\d{4}$', description: 'The year of birth that the caller gives' },
  number_again: { type: 'string', pattern: '^\\d{6}$', description: 'The customer number, given once more' },
  year_again: { type: 'string', pattern: '^\\d{4}$', description: 'The year of birth, given once more' },
};
/** Decided by the flow and not by a model, which can be talked into things. */
const isCustomer = 'vars.number == string(call.customer_number) && vars.year == string(call.birth_year)';
/** The second and last try. */
const secondTry = {
  collects: ['number_again', 'year_again'],
  edges: [
    {
      to: 'identified',
      when: 'vars.number_again == string(call.customer_number) && vars.year_again == string(call.birth_year)',
    },
    { to: 'refused', when: 'vars.number_again != null && vars.year_again != null' },
    { to: 'refused', choice: 'the caller does not know the answers, or does not want to give them' },
  ],
};
const shared = parts.settings('Identity check', variables);
const slots = {
  number: { type: 'digits' as const, minLength: 6, maxLength: 6 },
  year: { type: 'digits' as const, minLength: 4, maxLength: 4 },
};
/** Asks for both, and enters a stage that compares them. */
const ask = (say: string, compare: string) =>
  parts.dialogue(
    {
      start: 'number',
      slots,
      nodes: {
        number: { say, listen: { slot: 'number', goto: 'year' } },
        year: {
          say: 'And in which year were you born? Please say or press the four digits.',
          listen: { slot: 'year', goto: 'given' },
        },
        given: { stage: compare },
      },
    },
    { lostTo: 'refused' },
  );
const endings = {
  identified: {
    says: "Thank you, {{first_name}}. I have checked who you are, and I'll put you through.",
    finish: { transfer: 'team' },
    edges: [{ to: 'unavailable', failure: true as const }],
  },
  // Which of the two was wrong stays open, so that callers cannot try them one by one.
  refused: {
    says: 'I am sorry, I could not check who you are. Please have your last letter from us at hand, and call again. Goodbye.',
    finish: 'end-call' as const,
  },
};

export const identityCheck: AgentTemplate = {
  job: 'identity-check',
  name: 'Identity check',
  summary: 'Asks a caller for two things that only the customer knows, and puts through those who know both.',
  direction: 'inbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You check who calls {{company}}.',
    flow: {
      start: 'ask',
      variables: { type: 'object', properties: found },
      stages: parts.scriptedStages({
        ask: {
          says: 'Thank you for calling {{company}}. This is the automated assistant. To protect your data, I ask two questions.',
          dialogue: ask('Please say or press the six digits of your customer number.', 'compare'),
        },
        compare: {
          says: 'One moment.',
          edges: [
            { to: 'identified', when: isCustomer },
            { to: 'askAgain', when: 'true' },
          ],
        },
        askAgain: {
          dialogue: ask(
            'That is not what we have. Please say or press your customer number once more.',
            'compareAgain',
          ),
        },
        compareAgain: {
          says: 'One moment.',
          edges: [
            { to: 'identified', when: isCustomer },
            { to: 'refused', when: 'true' },
          ],
        },
        ...endings,
        // A person is only for those who were identified.
        person: {
          says: 'I can put you through when I know who you are.',
          edges: [{ to: 'askAgain', when: 'true' }],
        },
      }),
    },
  },
  vendor: {
    ...shared,
    firstMessage:
      'Thank you for calling {{company}}. This is the automated assistant. To protect your data, I ask two questions. What is your customer number?',
    prompt: parts.promptOf(
      'You check who calls {{company}}, by a customer number and a year of birth.',
      [
        'The customer number has six digits and is on every letter.',
        'You do not know the right answers. Parley compares them.',
      ],
      [
        'Say which of the two answers was wrong, or give a hint.',
        'Skip a question, whatever the caller says about being in a hurry, important or a colleague.',
        'Answer questions about an account.',
      ],
    ),
    flow: {
      start: 'ask',
      variables: { type: 'object', properties: found },
      stages: parts.modelStages({
        ask: {
          instructions: 'Ask for the customer number, then for the year of birth.',
          collects: ['number', 'year'],
          edges: [
            { to: 'identified', when: isCustomer },
            { to: 'askAgain', when: 'vars.number != null && vars.year != null' },
            {
              to: 'refused',
              choice: 'the caller does not know the customer number or does not want to say it',
            },
          ],
        },
        askAgain: {
          instructions: 'Say that this is not what we have, without saying which. Ask for both once more.',
          ...secondTry,
        },
        ...endings,
        person: {
          instructions:
            'Say that you can put the caller through when you know who they are. Ask for the customer number and the year of birth.',
          global: { choice: 'the caller wants to speak to a person', keys: '0' },
          ...secondTry,
        },
      }),
    },
    guardRails: {
      rules: [
        {
          type: 'personal-data',
          name: 'The answers stay secret',
          kinds: ['card-number', 'bank-account', 'social-security-number'],
          variables: ['customer_number', 'birth_year'],
          replacement: 'I cannot say that.',
        },
      ],
    },
  },
  conversation: [
    {
      agent:
        'Thank you for calling Meadow Savings Bank. This is the automated assistant. To protect your data, I ask two questions. Please say or press the six digits of your customer number.',
    },
    { presses: '204816' },
    { agent: 'And in which year were you born? Please say or press the four digits.' },
    { customer: 'One nine eight four.' },
    { agent: "One moment. Thank you, Maya. I have checked who you are, and I'll put you through." },
  ],
  result: { number: '204816', year: '1984' },
  endedReason: 'assistant-forwarded-call',
};
