import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [
  parts.company('Northside Dental'),
  parts.firstName,
  {
    name: 'appointment',
    description: 'Day and time of the appointment, as the agent says them',
    example: 'Tuesday at ten',
    required: true,
  },
];
const answer = { type: 'string', enum: ['confirmed', 'new time wanted', 'cancelled', 'wrong person'] };
const shared = parts.outbound.settings(
  'Appointment reminder',
  variables,
  // A voicemail may be heard by others, so the message does not say what the appointment is.
  'Hello, this is {{company}} with a message for {{first_name}}. Please call us back. Thank you.',
);

export const appointmentReminder: AgentTemplate = {
  job: 'appointment-reminder',
  name: 'Appointment reminder',
  summary:
    'Calls a customer before an appointment, and asks whether the customer comes, cancels or needs a new time.',
  direction: 'outbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You remind customers of {{company}} of their appointments.',
    flow: {
      start: 'reminder',
      variables: { type: 'object', properties: { answer } },
      stages: parts.outbound.scriptedStages({
        reminder: {
          dialogue: parts.outbound.dialogue({
            start: 'hello',
            slots: { answer: { type: 'text' } },
            nodes: {
              hello: {
                say: 'Hello {{first_name}}, this is the automated assistant of {{company}}. You have an appointment on {{appointment}}. Can you come? Say yes or no, or press one or two. For no more calls, press nine.',
                listen: {
                  options: [
                    { ...parts.yes, goto: 'confirmed' },
                    {
                      phrases: ['[yes | sure] i (will be there | can make it | will come | am coming)'],
                      goto: 'confirmed',
                    },
                    { ...parts.no, goto: 'instead' },
                    {
                      phrases: [
                        '[no | sorry | i am afraid] i cannot [come | make it | be there]',
                        '[no] i (will not | am not able to | will not be able to) (come | make it | be there)',
                        '[no | sorry] i (cannot | will not | am not able to) (come | make it) *',
                        '[no] i (am not coming | am sick | have to cancel)',
                        '[no] that does not (work | suit me) [for me]',
                      ],
                      goto: 'instead',
                    },
                    { ...parts.wrongNumber, goto: 'wrongPerson' },
                  ],
                },
              },
              instead: {
                say: 'That is no problem. Do you want a new time, or do you want to cancel? Say new time or cancel, or press one or two.',
                listen: {
                  options: [
                    {
                      phrases: [
                        '(new | another | a new | another | a different) (time | appointment)',
                        '* (new | another | different | later | earlier) (time | date | day | appointment)',
                        '(move it | reschedule | i want to reschedule)',
                        '[yes] (i want to | i would like to | i would rather | i need to | can we | could we | can you | could you | can i | let us) (move | reschedule | change | postpone) *',
                        '(move | reschedule | change | postpone) (it | the appointment | my appointment) *',
                      ],
                      keys: ['1'],
                      goto: 'newTime',
                    },
                    {
                      phrases: [
                        '(cancel | cancel it | i want to cancel)',
                        'cancel (that | the appointment | my appointment)',
                        '[yes | just] cancel *',
                        '[yes] (i want to | i would like to | i would rather | i need to | i have to | you can | can you | could you | can i | let us) cancel *',
                      ],
                      keys: ['2'],
                      goto: 'cancelled',
                    },
                  ],
                },
              },
              confirmed: { set: { answer: 'confirmed' }, stage: 'confirmed' },
              newTime: { set: { answer: 'new time wanted' }, stage: 'newTime' },
              cancelled: { set: { answer: 'cancelled' }, stage: 'cancelled' },
              wrongPerson: { set: { answer: 'wrong person' }, stage: 'wrongPerson' },
            },
          }),
        },
        confirmed: {
          says: 'Thank you. We look forward to seeing you on {{appointment}}. Goodbye.',
          finish: 'end-call',
        },
        newTime: {
          says: 'Thank you for telling me. Our team will call you with a new time. Goodbye.',
          finish: 'end-call',
        },
        cancelled: {
          says: 'Thank you for telling me. I pass on that you cannot come on {{appointment}}. Goodbye.',
          finish: 'end-call',
        },
        wrongPerson: parts.wrongPerson,
      }),
    },
  },
  vendor: {
    ...shared,
    firstMessage:
      'Hello {{first_name}}, this is the automated assistant of {{company}}. You have an appointment on {{appointment}}. Can you come? For no more calls, press nine.',
    prompt: parts.promptOf(
      'You call {{first_name}} for {{company}}, and find out whether {{first_name}} comes to the appointment.',
      [
        'The appointment is on {{appointment}}.',
        'The team of {{company}} arranges new times. You cannot see the calendar.',
      ],
      [
        'Tell anybody but {{first_name}} more about the appointment.',
        'Give medical, legal or technical advice.',
      ],
    ),
    flow: {
      start: 'reminder',
      variables: { type: 'object', properties: { answer } },
      stages: parts.outbound.modelStages({
        reminder: {
          instructions:
            'Find out whether {{first_name}} comes. If not, ask whether {{first_name}} wants a new time or wants to cancel. Take "maybe" as a question: offer a new time.',
          collects: ['answer'],
          edges: [
            { to: 'confirmed', when: 'vars.answer == "confirmed"' },
            { to: 'newTime', when: 'vars.answer == "new time wanted"' },
            { to: 'cancelled', when: 'vars.answer == "cancelled"' },
            { to: 'wrongPerson', when: 'vars.answer == "wrong person"' },
          ],
        },
        confirmed: {
          says: 'Thank you. We look forward to seeing you on {{appointment}}. Goodbye.',
          finish: 'end-call',
        },
        newTime: {
          says: 'Thank you. Our team will call you with a new time. Goodbye.',
          finish: 'end-call',
        },
        cancelled: {
          says: 'Thank you for telling me. I pass on that you cannot come on {{appointment}}. Goodbye.',
          finish: 'end-call',
        },
        wrongPerson: parts.wrongPerson,
      }),
    },
  },
  conversation: [
    {
      agent:
        'Hello Maya, this is the automated assistant of Northside Dental. You have an appointment on Tuesday at ten. Can you come? Say yes or no, or press one or two. For no more calls, press nine.',
    },
    { customer: 'No, sorry.' },
    {
      agent:
        'That is no problem. Do you want a new time, or do you want to cancel? Say new time or cancel, or press one or two.',
    },
    { customer: 'A new time, please.' },
    { agent: 'Thank you for telling me. Our team will call you with a new time. Goodbye.' },
  ],
  result: { answer: 'new time wanted' },
  endedReason: 'assistant-ended-call',
};
