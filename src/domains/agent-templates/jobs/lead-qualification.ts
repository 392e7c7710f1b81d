import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [
  parts.company('Bright Booking Software'),
  parts.firstName,
  {
    name: 'product',
    description: 'What the customer asked about',
    example: 'our booking software',
    required: true,
  },
];
const found = {
  people: { type: 'integer', minimum: 1, maximum: 100_000, description: 'How many people would use it' },
  start: {
    type: 'string',
    enum: ['this month', 'this quarter', 'later'],
    description: 'When they want to begin',
  },
  decides: { type: 'boolean', description: 'Whether the caller decides about it' },
};
const shared = parts.outbound.settings(
  'Lead qualification',
  variables,
  'Hello {{first_name}}, this is {{company}}. You asked us about {{product}}. We will try again, or you can call us back. Thank you.',
);
/** Leads that begin soon and are large enough speak with a person at once. */
const isGoodLead = 'vars.start != "later" && vars.people >= 5 && vars.decides';
const answers = {
  goodLead: {
    says: "Thank you. That fits well. I'll put you through to a colleague who can show you everything.",
    finish: { transfer: 'team' },
    edges: [{ to: 'laterCall', failure: true as const }],
  },
  laterCall: {
    says: 'All colleagues are speaking with customers. One of them will call you back. Thank you, and goodbye.',
    finish: 'end-call' as const,
  },
  otherLead: {
    says: 'Thank you for your answers. I pass them on to our team. Goodbye.',
    finish: 'end-call' as const,
  },
  notNow: { says: 'That is no problem. Thank you for your interest. Goodbye.', finish: 'end-call' as const },
};

export const leadQualification: AgentTemplate = {
  job: 'lead-qualification',
  name: 'Lead qualification',
  summary:
    'Calls someone who asked about a product, asks three questions, and puts good leads through to sales.',
  direction: 'outbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You call people who asked {{company}} about a product.',
    flow: {
      start: 'questions',
      variables: { type: 'object', properties: found },
      stages: parts.outbound.scriptedStages({
        questions: {
          dialogue: parts.outbound.dialogue({
            start: 'hello',
            slots: {
              people: { type: 'number', min: 1, max: 100_000 },
              start: { type: 'text' },
              decides: { type: 'yes-no' },
            },
            nodes: {
              hello: {
                say: 'Hello {{first_name}}, this is the automated assistant of {{company}}. You asked us about {{product}}. May I ask you three short questions? Say yes or no, or press one or two. For no more calls, press nine.',
                listen: {
                  options: parts.mayAsk('people'),
                },
              },
              people: {
                say: 'How many people would use it? Say the number, or press it and the pound key.',
                listen: { slot: 'people', goto: 'start' },
              },
              start: {
                say: 'When would you like to begin: this month, this quarter, or later? You can press one, two or three.',
                listen: {
                  options: [
                    {
                      phrases: [
                        '[we want to start | in | still] this month',
                        '(now | right now | right away | soon | immediately | at once)',
                        'as soon as (possible | we can)',
                        '(this | next) week',
                      ],
                      keys: ['1'],
                      set: { start: 'this month' },
                      goto: 'decides',
                    },
                    {
                      phrases: [
                        '[in | sometime | we want to start] this quarter',
                        '(in | within | in about) [the next] (two months | three months | a few months | a couple of months | few months)',
                        'next month',
                      ],
                      keys: ['2'],
                      set: { start: 'this quarter' },
                      goto: 'decides',
                    },
                    {
                      phrases: [
                        '[sometime | much] later',
                        'next (year | quarter)',
                        'i (do not know | am not sure) [yet]',
                        'not (sure | yet | sure yet | this year)',
                      ],
                      keys: ['3'],
                      set: { start: 'later' },
                      goto: 'decides',
                    },
                  ],
                },
              },
              decides: {
                say: 'Do you decide about it? Say yes or no, or press one or two.',
                listen: {
                  options: [
                    { ...parts.yes, set: { decides: true }, goto: 'thanks' },
                    { ...parts.no, set: { decides: false }, goto: 'thanks' },
                    {
                      phrases: [
                        '[not] (only | just) me',
                        '[yes] (it is me | i decide | i do | me)',
                        'together with (my boss | others)',
                        'we decide together',
                      ],
                      set: { decides: true },
                      goto: 'thanks',
                    },
                    {
                      phrases: [
                        '[no] (my (boss | manager | husband | wife | partner) | someone else) [does | decides]',
                        '[no] not me',
                      ],
                      set: { decides: false },
                      goto: 'thanks',
                    },
                  ],
                },
              },
              thanks: { stage: 'lead' },
              notNow: { stage: 'notNow' },
            },
          }),
        },
        lead: {
          says: 'Good.',
          edges: [
            { to: 'goodLead', when: isGoodLead },
            { to: 'otherLead', when: 'true' },
          ],
        },
        ...answers,
      }),
    },
  },
  vendor: {
    ...shared,
    firstMessage:
      'Hello {{first_name}}, this is the automated assistant of {{company}}. You asked us about {{product}}. May I ask you three short questions? For no more calls, press nine.',
    prompt: parts.promptOf(
      'You call {{first_name}}, who asked {{company}} about {{product}}. Find out whether a colleague from sales should speak with {{first_name}} now.',
      [
        '{{first_name}} asked us to get in touch.',
        'Colleagues from sales know prices and details. You do not.',
      ],
      ['Name a price, a discount or a date of delivery.', 'Press someone who has no time or no interest.'],
    ),
    flow: {
      start: 'questions',
      variables: { type: 'object', properties: found },
      stages: parts.outbound.modelStages({
        questions: {
          instructions:
            'If the caller agrees, ask how many people would use it, when they want to begin, and whether the caller decides. Ask one after the other. Take what the caller says unasked.',
          collects: ['people', 'start', 'decides'],
          edges: [
            {
              to: 'goodLead',
              when: `vars.people != null && vars.start != null && vars.decides != null && ${isGoodLead}`,
            },
            { to: 'otherLead', when: 'vars.people != null && vars.start != null && vars.decides != null' },
            { to: 'notNow', choice: 'the caller has no time or no interest, or is someone else' },
          ],
        },
        ...answers,
      }),
    },
    guardRails: {
      rules: [
        {
          type: 'words',
          name: 'No prices',
          phrases: ['(dollars | euros | percent)', 'discount', 'free of charge'],
          replacement: 'A colleague will tell you about prices.',
        },
      ],
    },
  },
  conversation: [
    {
      agent:
        'Hello Maya, this is the automated assistant of Bright Booking Software. You asked us about our booking software. May I ask you three short questions? Say yes or no, or press one or two. For no more calls, press nine.',
    },
    { customer: 'Sure.' },
    { agent: 'How many people would use it? Say the number, or press it and the pound key.' },
    { customer: 'Three.' },
    {
      agent:
        'When would you like to begin: this month, this quarter, or later? You can press one, two or three.',
    },
    { customer: 'As soon as possible.' },
    { agent: 'Do you decide about it? Say yes or no, or press one or two.' },
    { presses: '1' },
    { agent: 'Good. Thank you for your answers. I pass them on to our team. Goodbye.' },
  ],
  result: { people: 3, start: 'this month', decides: true },
  endedReason: 'assistant-ended-call',
};
