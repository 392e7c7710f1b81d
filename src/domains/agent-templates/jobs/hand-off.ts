import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [parts.company('Northwind Tools')];
const topics = ['sales', 'support', 'billing'] as const;
const found = {
  topic: { type: 'string', enum: [...topics], description: 'Who can help: sales, support or billing' },
  reason: { type: 'string', maxLength: 300, description: 'Why the caller calls, in one sentence' },
  callback: { type: 'boolean', description: 'Whether to call back' },
};
const people = {
  sales: 'Questions before buying, prices, new orders',
  support: 'Something does not work',
  billing: 'Invoices, payments, addresses',
};
/** One person for each topic. The numbers are reserved for examples. */
const destinations = (mode: 'bridged' | 'warm') =>
  topics.map((name, index) => ({
    ...{ name, type: 'phone' as const, mode, description: people[name] },
    destination: `+1202555010${index + 1}`,
  }));
const shared = parts.settings('Hand-off to a person', variables);
const noted = { says: 'Thank you. A colleague will call you back. Goodbye.', finish: 'end-call' as const };
const notWanted = { says: 'Please call again a little later. Goodbye.', finish: 'end-call' as const };
/** `keywords`: words that name a topic wherever they are said. */
const option = (topic: (typeof topics)[number], key: string, phrases: string[], keywords: string[]) => ({
  ...{ phrases, keywords, keys: [key], set: { topic } },
  goto: 'known',
});

export const handOff: AgentTemplate = {
  job: 'hand-off',
  name: 'Hand-off to a person',
  summary:
    'Asks what a call is about, puts the caller through to the right person, and offers a call back if no one is free.',
  direction: 'inbound',
  variables,
  embedded: {
    ...shared,
    transferDestinations: [...destinations('bridged')],
    prompt: 'You put callers of {{company}} through.',
    flow: {
      start: 'ask',
      variables: { type: 'object', properties: found },
      stages: parts.scriptedStages({
        ask: {
          dialogue: parts.dialogue({
            start: 'hello',
            slots: { topic: { type: 'text' } },
            nodes: {
              hello: {
                say: 'Thank you for calling {{company}}. This is the automated assistant. Is it about sales, support or billing? Say one of them, or press one, two or three.',
                listen: {
                  options: [
                    option(
                      'billing',
                      '3',
                      [
                        '[it is about] (billing | a bill | my bill | an invoice | my invoice | a payment)',
                        'i have a question about (a bill | my bill | an invoice | my invoice)',
                      ],
                      [
                        'bill',
                        'bills',
                        'billing',
                        'invoice',
                        'invoices',
                        'payment',
                        'pay',
                        'refund',
                        'charged',
                        'accounting',
                      ],
                    ),
                    option(
                      'support',
                      '2',
                      [
                        '[it is about | i need] [technical] support',
                        '(it | something) (does not work | is broken)',
                        'i need help',
                      ],
                      [
                        ...[
                          'not work',
                          'not working',
                          'stopped working',
                          'not start',
                          'broken',
                          'broke',
                          'repair',
                        ],
                        ...[
                          'problem',
                          'technical',
                          'something wrong',
                          'something is wrong',
                          'fix',
                          'some help',
                        ],
                      ],
                    ),
                    option(
                      'sales',
                      '1',
                      [
                        '[it is about] (sales | prices | an offer | a new order)',
                        'i (want | would like) to (buy | order) something',
                      ],
                      ['buy', 'order', 'price', 'prices', 'offer', 'quote', 'how much is', 'how much are'],
                    ),
                  ],
                },
              },
              known: { stage: 'connect' },
            },
          }),
        },
        connect: {
          says: "One moment. I'll put you through to {{topic}}.",
          finish: { transfer: '{{topic}}' },
          edges: [{ to: 'unavailable', failure: true }],
        },
        person: {
          says: "One moment, I'll put you through to a colleague.",
          finish: { transfer: 'support' },
          edges: [{ to: 'unavailable', failure: true }],
        },
        unavailable: {
          dialogue: parts.dialogue(
            {
              start: 'offer',
              slots: { callback: { type: 'yes-no' } },
              nodes: {
                offer: {
                  say: 'I am sorry, no one is free right now. Shall we call you back? Say yes or no, or press one or two.',
                  listen: {
                    options: [
                      { ...parts.yes, set: { callback: true }, goto: 'noted' },
                      { ...parts.wantsCall, set: { callback: true }, goto: 'noted' },
                      { ...parts.no, set: { callback: false }, goto: 'notWanted' },
                      { ...parts.wantsNoCall, set: { callback: false }, goto: 'notWanted' },
                    ],
                  },
                },
                noted: { stage: 'noted' },
                notWanted: { stage: 'notWanted' },
              },
            },
            { lostTo: 'notWanted' },
          ),
        },
        noted,
        notWanted,
      }),
    },
  },
  vendor: {
    ...shared,
    tools: [{ type: 'transfer' }],
    // The person hears what the call is about before the caller is connected.
    transferDestinations: [...destinations('warm')],
    firstMessage: 'Thank you for calling {{company}}. This is the automated assistant. What is it about?',
    prompt: parts.promptOf(
      'You find out what a call to {{company}} is about, and put the caller through to the right person.',
      topics.map((topic) => `${topic}: ${people[topic]}.`),
      ['Solve the problem yourself.', 'Ask more than two questions before you put a caller through.'],
    ),
    flow: {
      start: 'ask',
      variables: { type: 'object', properties: found },
      stages: parts.modelStages({
        ask: {
          instructions: 'Find out what the call is about. A caller who only wants a person gets support.',
          tools: [],
          collects: ['topic', 'reason'],
          edges: [{ to: 'connect', when: 'vars.topic != null && vars.reason != null' }],
        },
        connect: {
          instructions: 'Put the caller through to {{topic}}.',
          tools: ['transferCall'],
          edges: [
            { to: 'unavailable', failure: true },
            {
              to: 'ask',
              choice: 'the caller does not want to be put through, or it is about something else',
            },
          ],
        },
        unavailable: {
          instructions: 'Say that no one is free right now, and ask whether we should call back.',
          tools: [],
          collects: ['callback'],
          edges: [
            { to: 'noted', when: 'vars.callback == true' },
            { to: 'notWanted', when: 'vars.callback == false' },
          ],
        },
        person: {
          says: "One moment, I'll put you through to a colleague.",
          global: { choice: 'the caller wants a person at once and answers no questions', keys: '0' },
          finish: { transfer: 'support' },
          edges: [{ to: 'unavailable', failure: true }],
        },
        noted,
        notWanted,
      }),
    },
    guardRails: {
      rules: [
        {
          type: 'tool',
          name: 'Ask before a transfer',
          tools: ['transferCall'],
          confirmation: 'I can put you through to {{destination}} now. Shall I?',
        },
      ],
    },
  },
  conversation: [
    {
      agent:
        'Thank you for calling Northwind Tools. This is the automated assistant. Is it about sales, support or billing? Say one of them, or press one, two or three.',
    },
    { customer: 'It is about my invoice.' },
    { agent: "One moment. I'll put you through to billing." },
  ],
  result: { topic: 'billing' },
  endedReason: 'assistant-forwarded-call',
};
