import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [
  {
    ...parts.company('Harbor Services'),
    description:
      'Your company, as the agent names it to everyone who answers. The name should not say that it collects debts',
  },
  { name: 'creditor', description: 'To whom the money is owed', example: 'Northwind Energy', required: true },
  parts.firstName,
  { name: 'last_name', description: 'The last name of the customer', example: 'Lindqvist', required: true },
  {
    name: 'birth_year',
    description: 'The year of birth, by which the customer is identified. It is never said',
    example: '1984',
    required: true,
  },
  {
    name: 'amount',
    description: 'What is owed, as the agent says it',
    example: '84 dollars',
    required: true,
  },
];
const found = {
  year: { type: 'string', pattern: '^\\d{4}$', description: 'The year of birth that the caller gives' },
  answer: {
    type: 'string',
    enum: ['pays now', 'pays this week', 'pays this month', 'cannot pay', 'disputes'],
    description: 'What the customer says about the debt',
  },
};
const isCustomer = 'vars.year == string(call.birth_year)';
/** Said word for word, and only to the customer: no one else may learn of the debt. */
const disclosure =
  'Thank you. {{company}} is a debt collector. This is an attempt to collect a debt. Any information obtained will be used for that purpose.';
const settings = parts.outbound.settings(
  'Collections',
  variables,
  // A message that others can hear must not tell of a debt.
  'Hello, this is {{company}} with a message for {{first_name}} {{last_name}}. Please call us back. Thank you.',
);
const shared = {
  ...settings,
  conversation: {
    ...settings.conversation,
    recording: 'announced' as const,
    recordingAnnouncement: 'This call is recorded.',
  },
};
const endings = {
  payNow: {
    says: "Thank you. I'll put you through to a colleague who takes the payment.",
    finish: { transfer: 'team' },
    edges: [{ to: 'payLater', failure: true as const }],
  },
  payLater: {
    says: 'All colleagues are busy. We will send you the ways to pay. Thank you, and goodbye.',
    finish: 'end-call' as const,
  },
  promised: {
    says: 'Thank you. I note that, and we will send you the ways to pay. Goodbye.',
    finish: 'end-call' as const,
  },
  cannotPay: {
    says: "Thank you for telling me. A colleague can agree on smaller payments with you. I'll put you through.",
    finish: { transfer: 'team' },
    edges: [{ to: 'cannotPayLater', failure: true as const }],
  },
  cannotPayLater: {
    says: 'All colleagues are busy. We will write to you about smaller payments. Goodbye.',
    finish: 'end-call' as const,
  },
  disputed: {
    says: 'I note that you dispute this debt. We will write to you about it. Goodbye.',
    finish: 'end-call' as const,
  },
  wrongPerson: parts.wrongPerson,
  notIdentified: {
    says: 'I am sorry, that is not what we have. I cannot say more on this call. We will write to {{first_name}} {{last_name}}. Goodbye.',
    finish: 'end-call' as const,
  },
};

export const collections: AgentTemplate = {
  job: 'collections',
  name: 'Collections',
  summary:
    'Calls a customer who owes money, makes sure who answers, makes the disclosures, and asks when the customer can pay.',
  direction: 'outbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You call customers who owe money, for {{company}}.',
    flow: {
      start: 'identify',
      variables: { type: 'object', properties: found },
      stages: parts.outbound.scriptedStages({
        identify: {
          dialogue: parts.outbound.dialogue({
            start: 'hello',
            slots: { year: { type: 'digits', minLength: 4, maxLength: 4 } },
            nodes: {
              hello: {
                say: 'Hello, this is the automated assistant of {{company}}. Am I speaking with {{first_name}} {{last_name}}? Say yes or no, or press one or two. For no more calls, press nine.',
                listen: {
                  options: [
                    { ...parts.yes, goto: 'year' },
                    {
                      phrases: [
                        '[yes] (speaking | this is (he | she | me) | that is me | it is me)',
                        'yes this is *',
                        'i am',
                      ],
                      goto: 'year',
                    },
                    { ...parts.no, goto: 'wrongPerson' },
                    { ...parts.wrongNumber, goto: 'wrongPerson' },
                    {
                      phrases: [
                        '[no] [sorry] (he | she) is not (here | at home | in | available)',
                        '[no] this is (his | her) (husband | wife | son | daughter | mother | father | partner)',
                      ],
                      goto: 'wrongPerson',
                    },
                  ],
                },
              },
              year: {
                say: 'To protect your data, I need to be sure. In which year were you born? Please say or press the four digits.',
                listen: { slot: 'year', goto: 'given' },
              },
              given: { stage: 'compare' },
              wrongPerson: { stage: 'wrongPerson' },
            },
          }),
        },
        compare: {
          says: 'One moment.',
          edges: [
            { to: 'debt', when: isCustomer },
            { to: 'notIdentified', when: 'true' },
          ],
        },
        debt: {
          says: disclosure,
          dialogue: parts.outbound.dialogue({
            start: 'ask',
            slots: { answer: { type: 'text' } },
            nodes: {
              ask: {
                say: 'You owe {{creditor}} {{amount}}. When can you pay: now, this week, or this month? Press one, two or three. If you cannot pay, press four. If you think that this is wrong, press five.',
                listen: {
                  options: [
                    {
                      phrases: [
                        '[i can pay | i will pay | i want to pay | let me pay] [it] (now | right now | right away | immediately | today)',
                      ],
                      keys: ['1'],
                      set: { answer: 'pays now' },
                      goto: 'payNow',
                    },
                    {
                      phrases: [
                        '[i can pay | i will pay] [it] [later] (this week | tomorrow | by the end of the week | at the end of the week)',
                        '[i can pay | i will pay] [it] on (monday | tuesday | wednesday | thursday | friday | saturday | sunday)',
                      ],
                      keys: ['2'],
                      set: { answer: 'pays this week' },
                      goto: 'promised',
                    },
                    {
                      phrases: [
                        '[i can pay | i will pay] [it] [later] (this month | next week | in two weeks | by the end of the month | at the end of the month)',
                      ],
                      keys: ['3'],
                      set: { answer: 'pays this month' },
                      goto: 'promised',
                    },
                    {
                      phrases: [
                        '[no] i cannot [pay | afford] [it | that]',
                        'i (have no | do not have [the | any]) money',
                        '[no] i am not able to (pay | do) [it | that]',
                        '[no] i am (broke | bankrupt | unemployed)',
                        'i (lost my | have lost my | have no) job',
                        'no',
                      ],
                      keys: ['4'],
                      set: { answer: 'cannot pay' },
                      goto: 'cannotPay',
                    },
                    {
                      phrases: [
                        '(that | this | it) is (wrong | not mine | not right | not true | not correct | a mistake)',
                        '[no] i do not owe [you | them] (that | this | it | anything)',
                        'i [want to] dispute (that | this | it)',
                        'dispute',
                        'i (never | did not) (order | ordered | buy | bought) (this | that | it | anything)',
                        'i [have] [already] paid [that | it | this] [already]',
                      ],
                      keys: ['5'],
                      set: { answer: 'disputes' },
                      goto: 'disputed',
                    },
                  ],
                },
              },
              payNow: { stage: 'payNow' },
              promised: { stage: 'promised' },
              cannotPay: { stage: 'cannotPay' },
              disputed: { stage: 'disputed' },
            },
          }),
        },
        ...endings,
      }),
    },
  },
  vendor: {
    ...shared,
    firstMessage:
      'Hello, this is the automated assistant of {{company}}. Am I speaking with {{first_name}} {{last_name}}? For no more calls, press nine.',
    prompt: parts.promptOf(
      'You call {{first_name}} {{last_name}} for {{company}} about money that is owed. Find out when it can be paid. Be calm, polite and factual.',
      [
        'Colleagues take payments and agree on smaller ones. You do not.',
        'Customers may dispute a debt. Then we write to them.',
      ],
      [
        'Speak of a debt, of {{creditor}} or of money before the caller has been identified, or to anybody else.',
        'Threaten, shame or hurry the caller, or speak of courts, the police or credit scores.',
        'Ask for card numbers or account numbers.',
        'Give legal advice.',
      ],
    ),
    flow: {
      start: 'identify',
      variables: { type: 'object', properties: found },
      stages: parts.outbound.modelStages({
        identify: {
          instructions:
            'Make sure that you speak with {{first_name}} {{last_name}}. Then say that you protect data, and ask for the year of birth. Say nothing about the reason of the call but that it is personal.',
          collects: ['year'],
          edges: [
            { to: 'debt', when: isCustomer },
            { to: 'notIdentified', when: 'vars.year != null' },
            { to: 'wrongPerson', choice: 'someone else has answered, or the number is wrong' },
          ],
        },
        debt: {
          says: `${disclosure} You owe {{creditor}} {{amount}}. When can you pay?`,
          instructions:
            'Find out when the customer can pay, whether the customer cannot pay, or whether the customer disputes the debt.',
          collects: ['answer'],
          edges: [
            { to: 'payNow', when: 'vars.answer == "pays now"' },
            { to: 'promised', when: 'vars.answer == "pays this week" || vars.answer == "pays this month"' },
            { to: 'cannotPay', when: 'vars.answer == "cannot pay"' },
            { to: 'disputed', when: 'vars.answer == "disputes"' },
          ],
        },
        ...endings,
      }),
    },
    guardRails: {
      rules: [
        {
          type: 'words',
          name: 'No threats',
          phrases: [
            '(lawyer | lawsuit | court | police | arrest)',
            'credit (score | report | rating)',
            '(sue | garnish)',
          ],
          replacement: 'I only ask when you can pay.',
        },
        {
          type: 'personal-data',
          name: 'The year of birth stays secret',
          kinds: ['card-number', 'bank-account', 'social-security-number'],
          variables: ['birth_year'],
          replacement: 'I cannot say that on the telephone.',
        },
      ],
    },
  },
  conversation: [
    {
      agent:
        'Hello, this is the automated assistant of Harbor Services. Am I speaking with Maya Lindqvist? Say yes or no, or press one or two. For no more calls, press nine.',
    },
    { customer: 'Speaking.' },
    {
      agent:
        'To protect your data, I need to be sure. In which year were you born? Please say or press the four digits.',
    },
    { presses: '1984' },
    {
      agent:
        'One moment. Thank you. Harbor Services is a debt collector. This is an attempt to collect a debt. Any information obtained will be used for that purpose. You owe Northwind Energy 84 dollars. When can you pay: now, this week, or this month? Press one, two or three. If you cannot pay, press four. If you think that this is wrong, press five.',
    },
    { customer: 'I can pay this week.' },
    { agent: 'Thank you. I note that, and we will send you the ways to pay. Goodbye.' },
  ],
  result: { year: '1984', answer: 'pays this week' },
  endedReason: 'assistant-ended-call',
};
