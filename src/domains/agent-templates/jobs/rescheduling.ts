import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const time = (count: number, example: string): TemplateVariable => ({
  name: `time_${count}`,
  description: `A free time, as the agent says it (${count} of 3)`,
  example,
  required: true,
});
const variables: TemplateVariable[] = [
  parts.company('Northside Dental'),
  parts.firstName,
  {
    name: 'appointment',
    description: 'Day and time of the appointment that has to move',
    example: 'Tuesday at ten',
    required: true,
  },
  time(1, 'Wednesday at nine'),
  time(2, 'Thursday at two'),
  time(3, 'Friday at four'),
];
const found = {
  new_time: { type: 'string', maxLength: 100, description: 'The new time that the customer has agreed to' },
};
const shared = parts.outbound.settings(
  'Rescheduling',
  variables,
  'Hello, this is {{company}} with a message for {{first_name}}. Please call us back. Thank you.',
);
/** Answers of a customer who cannot come at an offered time. */
const unsuited = {
  phrases: [
    '[no] [sorry] that (does not work [for me] | does not suit me | is not possible)',
    '[no] [sorry] i (cannot [make it] | cannot come | am busy [then] | have to work)',
    '[no] i (have another appointment | do not have time) [then]',
    '[no] that is too (early | late | soon)',
    '[no] i (would prefer | would like | need) another (day | time)',
  ],
};
/** Answers to a free time that is offered. */
const offered = (count: number, next: string) => [
  { ...parts.yes, set: { new_time: `{{time_${count}}}` }, goto: 'check' },
  { ...parts.no, goto: next },
  { ...unsuited, goto: next },
];
const moved = {
  says: 'Thank you. Your new time is {{new_time}}. We look forward to seeing you. Goodbye.',
  finish: 'end-call' as const,
};

export const rescheduling: AgentTemplate = {
  job: 'rescheduling',
  name: 'Rescheduling',
  summary: 'Calls a customer whose appointment has to move, and agrees on one of three free times.',
  direction: 'outbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You find new times for appointments of {{company}}.',
    flow: {
      start: 'offer',
      variables: { type: 'object', properties: found },
      stages: parts.outbound.scriptedStages({
        offer: {
          dialogue: parts.outbound.dialogue({
            start: 'hello',
            slots: { new_time: { type: 'text' } },
            nodes: {
              hello: {
                say: 'Hello {{first_name}}, this is the automated assistant of {{company}}. I am sorry, we have to move your appointment on {{appointment}}. Does {{time_1}} suit you? Say yes or no, or press one or two. For no more calls, press nine.',
                listen: { options: offered(1, 'second') },
              },
              second: {
                say: 'Does {{time_2}} suit you?',
                listen: { options: offered(2, 'third') },
              },
              third: {
                say: 'And {{time_3}}?',
                listen: { options: offered(3, 'none') },
              },
              check: {
                say: 'So I move your appointment to {{new_time}}. Is that right?',
                listen: {
                  options: [
                    { ...parts.yes, goto: 'moved' },
                    { ...parts.no, goto: 'again' },
                    { phrases: ['[no] i (want | need | would like) another time'], goto: 'again' },
                  ],
                },
              },
              again: { say: 'Then I ask again.', set: { new_time: null }, goto: 'first' },
              first: {
                say: 'Does {{time_1}} suit you?',
                listen: { options: offered(1, 'second') },
              },
              none: { say: 'Our team can see more times.', stage: 'person' },
              moved: { stage: 'moved' },
            },
          }),
        },
        moved,
      }),
    },
  },
  vendor: {
    ...shared,
    firstMessage:
      'Hello {{first_name}}, this is the automated assistant of {{company}}. I am sorry, we have to move your appointment on {{appointment}}. Does {{time_1}} suit you? For no more calls, press nine.',
    prompt: parts.promptOf(
      'You call {{first_name}} for {{company}}, because an appointment has to move. Agree on a new time.',
      [
        'The appointment was on {{appointment}}.',
        'These times are free: {{time_1}}, {{time_2}}, {{time_3}}. No others are.',
      ],
      ['Offer a time that is not free.', 'Say why the appointment has to move.'],
    ),
    flow: {
      start: 'offer',
      variables: { type: 'object', properties: found },
      stages: parts.outbound.modelStages({
        offer: {
          instructions:
            'Offer one free time after the other until one suits the caller. If the caller names a day, begin with the time on that day.',
          collects: ['new_time'],
          edges: [
            { to: 'check', when: 'vars.new_time != null' },
            { to: 'person', choice: 'none of the free times suits the caller' },
          ],
        },
        check: {
          instructions: 'Repeat the new time, and ask whether it is right.',
          collects: ['new_time'],
          edges: [
            { to: 'moved', choice: 'the caller says that the new time is right' },
            { to: 'change', choice: 'the caller wants another time' },
          ],
        },
        change: {
          instructions: 'Ask which of the other free times suits the caller, and repeat it.',
          collects: ['new_time'],
          edges: [
            { to: 'moved', choice: 'the caller has agreed to one of the free times' },
            { to: 'person', choice: 'none of the free times suits the caller' },
          ],
        },
        moved,
      }),
    },
  },
  conversation: [
    {
      agent:
        'Hello Maya, this is the automated assistant of Northside Dental. I am sorry, we have to move your appointment on Tuesday at ten. Does Wednesday at nine suit you? Say yes or no, or press one or two. For no more calls, press nine.',
    },
    { customer: 'No, sorry.' },
    { agent: 'Does Thursday at two suit you?' },
    { customer: 'Yes, that suits me.' },
    { agent: 'So I move your appointment to Thursday at two. Is that right?' },
    { customer: 'Yes.' },
    { agent: 'Thank you. Your new time is Thursday at two. We look forward to seeing you. Goodbye.' },
  ],
  result: { new_time: 'Thursday at two' },
  endedReason: 'assistant-ended-call',
};
