import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [
  parts.company('Harbor Garden Hotel'),
  {
    name: 'opening_hours',
    description: 'When you are open, as the agent says it',
    example: 'every day from nine to six',
    required: false,
  },
  {
    name: 'address',
    description: 'Where you are, as the agent says it',
    example: 'twelve Harbor Street, next to the station',
    required: false,
  },
];
const found = {
  wanted: {
    type: 'string',
    enum: ['opening hours', 'address', 'person'],
    description: 'What the caller asked for first',
  },
};
const shared = parts.settings('Receptionist', variables);
const hours = {
  phrases: parts.whenOpen,
  keys: ['1'],
  goto: 'hours',
};
const address = {
  phrases: [
    '[your | the] address',
    '[and] what is (your | the) address',
    '* (tell me | give me) (your | the) address',
    'where is that',
  ],
  questions: [
    'Where are you?',
    'Where is your office?',
    'Where is your shop?',
    'Where are you located?',
    'How do I get there?',
    'How do I find you?',
    'Where can I find you?',
    'Can you give me directions?',
    'Which street are you on?',
    'What is your location?',
  ],
  keys: ['2'],
  goto: 'address',
};
const person = {
  phrases: [
    '[the] (reception | front desk)',
    'someone',
    '* (speak | talk | connect me | put me through) (to | with) [the] (reception | front desk)',
    '(can i have | i want | i would like) * (reception | front desk)',
  ],
  keys: ['3'],
  set: { wanted: 'person' },
  goto: 'toPerson',
};
const goodbye = {
  phrases: [
    '(goodbye | bye | bye bye)',
    '[no] (that is (all | it) | nothing | nothing else | i am (good | fine)) [thank you | thanks]',
    '(thank you | thanks) [goodbye | bye]',
    'no (thank you | thanks) [goodbye | bye]',
  ],
};

export const receptionist: AgentTemplate = {
  job: 'receptionist',
  name: 'Receptionist',
  summary:
    'Answers the telephone of a company, says when it is open and where it is, and puts callers through.',
  direction: 'inbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You are the receptionist of {{company}}.',
    flow: {
      start: 'reception',
      variables: { type: 'object', properties: found },
      stages: parts.scriptedStages({
        reception: {
          dialogue: parts.dialogue({
            start: 'hello',
            slots: { wanted: { type: 'text' } },
            nodes: {
              toPerson: { stage: 'person' },
              hello: {
                say: 'Thank you for calling {{company}}. This is the automated assistant. Say opening hours, address, or person. Or press one, two or three.',
                listen: {
                  options: [
                    { ...hours, set: { wanted: 'opening hours' } },
                    { ...address, set: { wanted: 'address' } },
                    person,
                    { ...goodbye, goto: 'bye' },
                  ],
                },
              },
              hours: { say: 'We are open {{opening_hours}}.', goto: 'more' },
              address: { say: 'We are at {{address}}.', goto: 'more' },
              more: {
                say: 'Can I do anything else for you? Say opening hours, address or person, or say no.',
                listen: {
                  options: [
                    hours,
                    address,
                    { ...person, set: {} },
                    { ...goodbye, goto: 'bye' },
                    { ...parts.no, keys: ['4'], goto: 'bye' },
                  ],
                },
              },
              bye: { stage: 'goodbye' },
            },
          }),
        },
        goodbye: { says: 'Thank you for calling {{company}}. Goodbye.', finish: 'end-call' },
      }),
    },
  },
  vendor: {
    ...shared,
    firstMessage:
      'Thank you for calling {{company}}. This is the automated assistant. What can I do for you?',
    prompt: parts.promptOf(
      'You are the receptionist of {{company}}. Answer what callers ask, or put them through.',
      [
        '{{company}} is open {{opening_hours}}.',
        'The address is {{address}}.',
        'It is {{time}} on {{date}}.',
      ],
      ['Take bookings or payments.', 'Give names, private numbers or whereabouts of people who work here.'],
    ),
    flow: {
      start: 'reception',
      variables: { type: 'object', properties: found },
      stages: parts.modelStages({
        reception: {
          instructions:
            'Find out what the caller wants, and answer it. Then ask whether you can do anything else. Offer a person for everything that you do not know.',
          collects: ['wanted'],
        },
      }),
    },
    guardRails: {
      rules: [
        {
          type: 'personal-data',
          name: 'No data of guests',
          kinds: ['card-number', 'bank-account', 'email-address'],
          replacement: 'I cannot give that on the telephone. I can put you through to a person.',
        },
      ],
    },
  },
  conversation: [
    {
      agent:
        'Thank you for calling Harbor Garden Hotel. This is the automated assistant. Say opening hours, address, or person. Or press one, two or three.',
    },
    { customer: 'When are you open today?' },
    {
      agent:
        'We are open every day from nine to six. Can I do anything else for you? Say opening hours, address or person, or say no.',
    },
    { customer: 'What is the address?' },
    {
      agent:
        'We are at twelve Harbor Street, next to the station. Can I do anything else for you? Say opening hours, address or person, or say no.',
    },
    { customer: 'No.' },
    { agent: 'Thank you for calling Harbor Garden Hotel. Goodbye.' },
  ],
  result: { wanted: 'opening hours' },
  endedReason: 'assistant-ended-call',
};
