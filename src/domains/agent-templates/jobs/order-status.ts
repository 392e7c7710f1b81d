import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [
  parts.company('Northwind Tea'),
  {
    name: 'order_number',
    description: 'The number of the caller’s order. Push it with the next two for each caller, or use a tool',
    example: '4711',
    required: false,
  },
  {
    name: 'order_status',
    description: 'What has happened to the order, as the agent says it',
    example: 'has left our warehouse',
    required: false,
  },
  {
    name: 'delivery_day',
    description: 'The day on which the order arrives',
    example: 'Friday',
    required: false,
  },
];
const found = {
  order: { type: 'string', pattern: '^\\d{4}$', description: 'The order number that the caller gives' },
  solved: { type: 'boolean', description: 'Whether the caller needs nothing else' },
};
const shared = parts.settings('Order status', variables);
const isOurs = 'vars.order == string(call.order_number)';
const ask = (say: string) =>
  parts.dialogue({
    start: 'ask',
    slots: { order: { type: 'digits', minLength: 4, maxLength: 4 } },
    nodes: { ask: { say, listen: { slot: 'order', goto: 'given' } }, given: { stage: 'look' } },
  });
const goodbye = { says: 'Thank you for calling {{company}}. Goodbye.', finish: 'end-call' as const };

export const orderStatus: AgentTemplate = {
  job: 'order-status',
  name: 'Order status',
  summary: 'Asks a caller for the order number, and says where the order is and when it arrives.',
  direction: 'inbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You tell callers of {{company}} where their orders are.',
    flow: {
      start: 'number',
      variables: { type: 'object', properties: found },
      stages: parts.scriptedStages({
        number: {
          says: 'Thank you for calling {{company}}. This is the automated assistant.',
          dialogue: ask('Please say or press the four digits of your order number.'),
        },
        look: {
          says: 'One moment.',
          edges: [
            { to: 'status', when: isOurs },
            { to: 'secondNumber', when: 'true' },
          ],
        },
        secondNumber: {
          dialogue: parts.dialogue({
            start: 'ask',
            slots: { order: { type: 'digits', minLength: 4, maxLength: 4 } },
            nodes: {
              ask: {
                say: 'I did not find that order. Please say or press its four digits once more.',
                listen: { slot: 'order', goto: 'given' },
              },
              given: { stage: 'lookAgain' },
            },
          }),
        },
        lookAgain: {
          says: 'One moment.',
          edges: [
            { to: 'status', when: isOurs },
            { to: 'notFound', when: 'true' },
          ],
        },
        status: {
          dialogue: parts.dialogue({
            start: 'tell',
            slots: { order: { type: 'digits' }, solved: { type: 'yes-no' } },
            nodes: {
              tell: {
                say: 'Your order {{order}} {{order_status}}. It arrives on {{delivery_day}}. Does that answer your question? Say yes or no, or press one or two.',
                listen: {
                  options: [
                    { ...parts.yes, set: { solved: true }, goto: 'solved' },
                    {
                      phrases: [
                        '[yes | okay] (that is (all | it) | that helps | great) [thank you | thanks]',
                        '[great | perfect | okay] (thank you | thanks)',
                      ],
                      set: { solved: true },
                      goto: 'solved',
                    },
                    { ...parts.no, set: { solved: false }, goto: 'toPerson' },
                    {
                      phrases: [
                        '[no] i (have | want to ask) (another | a | one more) question',
                        '[no] (i need help | that does not help | not quite)',
                        '[no] i (want to | would like to) (change | cancel | return) (it | my order)',
                      ],
                      set: { solved: false },
                      goto: 'toPerson',
                    },
                  ],
                },
              },
              toPerson: { stage: 'person' },
              solved: { stage: 'goodbye' },
            },
          }),
        },
        notFound: {
          says: "I cannot find that order either. I'll put you through to someone who can.",
          finish: { transfer: 'team' },
          edges: [{ to: 'unavailable', failure: true }],
        },
        goodbye,
      }),
    },
  },
  vendor: {
    ...shared,
    firstMessage:
      'Thank you for calling {{company}}. This is the automated assistant. What is the four-digit number of your order?',
    prompt: parts.promptOf(
      'You tell callers of {{company}} where their order is.',
      ['Orders have a number of four digits.', 'It is {{time}} on {{date}}.'],
      ['Change or cancel an order.', 'Promise a day other than the one you know.'],
    ),
    flow: {
      start: 'number',
      variables: { type: 'object', properties: found },
      stages: parts.modelStages({
        number: {
          instructions: 'Ask for the order number.',
          collects: ['order'],
          edges: [
            { to: 'status', when: isOurs },
            { to: 'secondNumber', when: 'vars.order != null' },
            { to: 'person', choice: 'the caller has no order number' },
          ],
        },
        secondNumber: {
          instructions: 'Say that you did not find the order {{order}}, and ask for its number once more.',
          collects: ['order'],
          edges: [
            { to: 'status', when: isOurs },
            { to: 'person', choice: 'the caller gives the same number, or one that you did not find' },
          ],
        },
        status: {
          instructions:
            'Say: the order {{order}} {{order_status}}, and it arrives on {{delivery_day}}. Then ask whether that answers the question.',
          collects: ['solved'],
          edges: [
            { to: 'person', when: 'vars.solved == false' },
            { to: 'goodbye', choice: 'the caller needs nothing else' },
          ],
        },
      }),
    },
    guardRails: {
      rules: [
        {
          type: 'words',
          name: 'No promises of money',
          phrases: ['(i | we) (will | can) refund', 'money back', 'you (will | can) get [a | your] refund'],
          replacement: 'I cannot decide about refunds. I can put you through to a person.',
        },
      ],
    },
  },
  conversation: [
    {
      agent:
        'Thank you for calling Northwind Tea. This is the automated assistant. Please say or press the four digits of your order number.',
    },
    { customer: 'Four seven one two.' },
    { agent: 'One moment. I did not find that order. Please say or press its four digits once more.' },
    { presses: '4711' },
    {
      agent:
        'One moment. Your order 4 7 1 1 has left our warehouse. It arrives on Friday. Does that answer your question? Say yes or no, or press one or two.',
    },
    { customer: 'Yes, thank you.' },
    { agent: 'Thank you for calling Northwind Tea. Goodbye.' },
  ],
  result: { order: '4711', solved: true },
  endedReason: 'assistant-ended-call',
};
