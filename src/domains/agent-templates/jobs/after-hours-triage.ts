import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [
  parts.company('Lakeside Homes'),
  {
    name: 'opening',
    description: 'When you open again, as the agent says it',
    example: 'tomorrow at eight',
    required: false,
  },
  {
    name: 'emergency_number',
    description: 'The number of the emergency services, as the agent says it',
    example: 'nine one one',
    required: false,
  },
];
const found = {
  problem: {
    type: 'string',
    enum: ['water', 'heating', 'power', 'something else'],
    description: 'What is urgent',
  },
  callback_number: {
    type: 'string',
    pattern: '^\\d{7,15}$',
    description: 'Where to call back, if not on the number that the caller calls from',
  },
  callback: { type: 'boolean', description: 'Whether to call back' },
};
const shared = {
  ...parts.settings('After-hours triage', variables),
  transferDestinations: [{ ...parts.team, description: 'The person on call, for what cannot wait' }],
};
const urgentOrWait = {
  options: [
    // First, because "not urgent" has the word for the other answer in it.
    {
      phrases: [
        '[no] [it | that | i] can wait',
        '[it is] not [that | really | very] urgent',
        '[it is] (not an | no) emergency',
        'no [it is not urgent]',
        'wait',
      ],
      keys: ['2'],
      goto: 'offer',
    },
    {
      phrases: ['[it is] [very] urgent', '[it is] an emergency', 'yes [it is urgent]', 'it cannot wait'],
      keywords: ['urgent', 'emergency', 'cannot wait'],
      keys: ['1'],
      goto: 'problem',
    },
  ],
};
const onCall = {
  says: "I'll put you through to the person on call.",
  finish: { transfer: 'team' },
  edges: [{ to: 'unavailable', failure: true as const }],
};
const unavailable = {
  says: 'The person on call does not answer right now. Please call again in five minutes. If someone is in danger, call {{emergency_number}}. Goodbye.',
  finish: 'end-call' as const,
};
const noted = { says: 'Thank you. We will call you back {{opening}}. Goodbye.', finish: 'end-call' as const };
const notWanted = {
  says: 'We open {{opening}}. Thank you for calling. Goodbye.',
  finish: 'end-call' as const,
};

export const afterHoursTriage: AgentTemplate = {
  job: 'after-hours-triage',
  name: 'After-hours triage',
  summary:
    'Answers outside opening hours, puts what is urgent through to the person on call, and notes the rest.',
  direction: 'inbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You answer the telephone of {{company}} outside opening hours.',
    flow: {
      start: 'triage',
      variables: { type: 'object', properties: found },
      stages: parts.scriptedStages({
        triage: {
          dialogue: parts.dialogue({
            start: 'hello',
            slots: {
              problem: { type: 'text' },
              callback: { type: 'yes-no' },
              callback_number: { type: 'digits', minLength: 7, maxLength: 15 },
            },
            anywhere: [{ phrases: parts.whenOpen, goto: 'opens' }],
            nodes: {
              hello: {
                say: 'You have reached {{company}} outside our opening hours. This is the automated assistant. If someone is in danger, hang up and call {{emergency_number}}. Is it urgent, or can it wait until {{opening}}? Say urgent or wait, or press one or two.',
                listen: urgentOrWait,
              },
              opens: {
                say: 'We open {{opening}}. Is it urgent, or can it wait until then? Say urgent or wait, or press one or two.',
                listen: urgentOrWait,
              },
              problem: {
                say: 'Is it about water, heating or power? Press one, two or three. For something else, press four.',
                listen: {
                  options: [
                    // First, because "no hot water" is about the heating.
                    {
                      phrases: ['[the] heating', '[there is | we have] no (heating | heat | hot water)'],
                      keywords: ['heating', 'heat', 'heater', 'boiler', 'hot water', 'radiator'],
                      keys: ['2'],
                      set: { problem: 'heating' },
                      goto: 'onCall',
                    },
                    {
                      phrases: ['[the] water', '[there is] [a] [water] leak', 'a (burst | broken) pipe'],
                      keywords: [
                        'water',
                        'leak',
                        'leaking',
                        'leaks',
                        'pipe',
                        'pipes',
                        'flood',
                        'flooded',
                        'flooding',
                      ],
                      keys: ['1'],
                      set: { problem: 'water' },
                      goto: 'onCall',
                    },
                    {
                      phrases: [
                        '[the] (power | electricity) [is out]',
                        '[there is | we have | i have] no (power | electricity | light)',
                      ],
                      keywords: ['power', 'electricity', 'light', 'lights', 'blackout'],
                      keys: ['3'],
                      set: { problem: 'power' },
                      goto: 'onCall',
                    },
                    {
                      phrases: [
                        '[it is] [about] (something (else | different) | another problem | other)',
                        '[it is] none of (these | them | those)',
                      ],
                      keys: ['4'],
                      set: { problem: 'something else' },
                      goto: 'onCall',
                    },
                  ],
                },
              },
              offer: {
                say: 'Shall we call you back {{opening}}, on the number you are calling from? Say yes, no or another number, or press one, two or three.',
                listen: {
                  options: [
                    { ...parts.yes, set: { callback: true }, goto: 'noted' },
                    { ...parts.wantsCall, set: { callback: true }, goto: 'noted' },
                    { ...parts.no, set: { callback: false }, goto: 'notWanted' },
                    { ...parts.wantsNoCall, set: { callback: false }, goto: 'notWanted' },
                    {
                      phrases: [
                        '[no] [use | on | call me on | call me at | i have] (another | a different) number',
                        '[no] not on this number',
                      ],
                      keys: ['3'],
                      set: { callback: true },
                      goto: 'number',
                    },
                  ],
                },
              },
              number: {
                say: 'Please press the number with its area code, and then the pound key.',
                listen: { slot: 'callback_number', goto: 'check' },
              },
              check: {
                say: 'I have noted {{callback_number}}. Is that right? Say yes or no, or press one or two.',
                listen: {
                  options: [
                    { ...parts.yes, goto: 'noted' },
                    { ...parts.no, goto: 'number' },
                  ],
                },
              },
              onCall: { stage: 'onCall' },
              noted: { stage: 'noted' },
              notWanted: { stage: 'notWanted' },
            },
          }),
        },
        onCall,
        unavailable,
        noted,
        notWanted,
        person: onCall,
      }),
    },
  },
  vendor: {
    ...shared,
    firstMessage:
      'You have reached {{company}} outside our opening hours. This is the automated assistant. If someone is in danger, hang up and call {{emergency_number}}. What has happened?',
    prompt: parts.promptOf(
      'You answer the telephone of {{company}} outside opening hours. Decide with the caller whether it can wait.',
      [
        '{{company}} opens {{opening}}. It is {{time}}.',
        'Urgent is: running water, no heating in winter, no power, a smell of gas, a door that does not close. If in doubt, it is urgent.',
        'If someone is in danger, the caller must hang up and call {{emergency_number}} first. Say so at once.',
      ],
      ['Give advice on gas, electricity or injuries.', 'Say that someone is on the way.'],
    ),
    flow: {
      start: 'triage',
      variables: { type: 'object', properties: found },
      stages: parts.modelStages({
        triage: {
          instructions: 'Find out what has happened, and whether it can wait.',
          collects: ['problem'],
          edges: [
            { to: 'onCall', choice: 'it is urgent, and what it is about is known' },
            { to: 'offer', choice: 'it can wait' },
          ],
        },
        offer: {
          instructions:
            'Ask whether we should call back {{opening}}, on the number that the caller calls from or on another one. Repeat another number digit by digit.',
          collects: ['callback', 'callback_number'],
          edges: [
            { to: 'noted', choice: 'the caller wants a call back, and the number is clear' },
            { to: 'notWanted', when: 'vars.callback == false' },
            { to: 'onCall', choice: 'it turns out to be urgent' },
          ],
        },
        onCall,
        unavailable,
        noted,
        notWanted,
        person: { ...onCall, global: { choice: 'the caller insists on a person', keys: '0' } },
      }),
    },
  },
  conversation: [
    {
      agent:
        'You have reached Lakeside Homes outside our opening hours. This is the automated assistant. If someone is in danger, hang up and call nine one one. Is it urgent, or can it wait until tomorrow at eight? Say urgent or wait, or press one or two.',
    },
    { customer: 'It can wait.' },
    {
      agent:
        'Shall we call you back tomorrow at eight, on the number you are calling from? Say yes, no or another number, or press one, two or three.',
    },
    { customer: 'Another number.' },
    { agent: 'Please press the number with its area code, and then the pound key.' },
    { presses: '2025550142#' },
    { agent: 'I have noted 2 0 2 5 5 5 0 1 4 2. Is that right? Say yes or no, or press one or two.' },
    { customer: 'Yes.' },
    { agent: 'Thank you. We will call you back tomorrow at eight. Goodbye.' },
  ],
  result: { callback: true, callback_number: '2025550142' },
  endedReason: 'assistant-ended-call',
};
