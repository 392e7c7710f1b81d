import * as parts from '../parts.ts';
import type { AgentTemplate, TemplateVariable } from '../template.ts';

const variables: TemplateVariable[] = [
  parts.company('Lakeside Heating'),
  parts.firstName,
  {
    name: 'occasion',
    description: 'What the survey is about, after "about"',
    example: 'the service of your boiler on Monday',
    required: true,
  },
];
const found = {
  satisfied: { type: 'integer', minimum: 1, maximum: 5, description: '1: not at all, 5: very much' },
  solved: { type: 'boolean', description: 'Whether everything works' },
  recommend: { type: 'integer', minimum: 0, maximum: 10, description: '0: never, 10: certainly' },
  callback: { type: 'boolean', description: 'Whether a colleague should call back' },
};
const shared = parts.outbound.settings(
  'Survey',
  variables,
  'Hello {{first_name}}, this is {{company}}. We wanted to ask how you found {{occasion}}. Thank you, and goodbye.',
);
const isUnhappy = 'vars.satisfied <= 2 || vars.solved == false';
const endings = {
  thanks: { says: 'Thank you for your answers. They help us. Goodbye.', finish: 'end-call' as const },
  callback: { says: 'Thank you. A colleague will call you. Goodbye.', finish: 'end-call' as const },
  notNow: { says: 'That is no problem. Thank you, and goodbye.', finish: 'end-call' as const },
};

export const survey: AgentTemplate = {
  job: 'survey',
  name: 'Survey',
  summary:
    'Calls a customer after a service, asks three questions, and offers a call back to those who are unhappy.',
  direction: 'outbound',
  variables,
  embedded: {
    ...shared,
    prompt: 'You ask customers of {{company}} how satisfied they are.',
    flow: {
      start: 'questions',
      variables: { type: 'object', properties: found },
      stages: parts.outbound.scriptedStages({
        questions: {
          dialogue: parts.outbound.dialogue({
            start: 'hello',
            slots: {
              satisfied: { type: 'number', min: 1, max: 5 },
              solved: { type: 'yes-no' },
              recommend: { type: 'number', min: 0, max: 10 },
            },
            nodes: {
              hello: {
                say: 'Hello {{first_name}}, this is the automated assistant of {{company}}. May I ask you three questions about {{occasion}}? It takes one minute. Say yes or no, or press one or two. For no more calls, press nine.',
                listen: {
                  options: parts.mayAsk('satisfied'),
                },
              },
              satisfied: {
                say: 'How satisfied are you, from one to five? Five is very satisfied.',
                listen: { slot: 'satisfied', goto: 'solved' },
              },
              solved: {
                say: 'Does everything work now? Say yes or no, or press one or two.',
                listen: {
                  options: [
                    { ...parts.yes, set: { solved: true }, goto: 'recommend' },
                    {
                      phrases: [
                        '[yes] (it does | (it | everything) (works | is (working | fine | okay | good)) [now])',
                      ],
                      set: { solved: true },
                      goto: 'recommend',
                    },
                    { ...parts.no, set: { solved: false }, goto: 'recommend' },
                    {
                      phrases: [
                        '[no] it [still] (does not work | is not working | is [still] broken)',
                        '[no] (nothing works | not everything | still not working | still broken | not yet)',
                      ],
                      set: { solved: false },
                      goto: 'recommend',
                    },
                  ],
                },
              },
              recommend: {
                say: 'How likely are you to recommend us, from zero to ten? Press the number and the pound key, or say it.',
                listen: { slot: 'recommend', goto: 'asked' },
              },
              asked: { stage: 'judge' },
              notNow: { stage: 'notNow' },
            },
          }),
        },
        judge: {
          says: 'Thank you.',
          edges: [
            { to: 'unhappy', when: isUnhappy },
            { to: 'thanks', when: 'true' },
          ],
        },
        unhappy: {
          dialogue: parts.outbound.dialogue({
            start: 'offer',
            slots: { callback: { type: 'yes-no' } },
            nodes: {
              offer: {
                say: 'I am sorry that it was not good. Shall a colleague call you back? Say yes or no, or press one or two.',
                listen: {
                  options: [
                    { ...parts.yes, set: { callback: true }, goto: 'callback' },
                    { ...parts.wantsCall, set: { callback: true }, goto: 'callback' },
                    { ...parts.no, set: { callback: false }, goto: 'thanks' },
                    { ...parts.wantsNoCall, set: { callback: false }, goto: 'thanks' },
                  ],
                },
              },
              callback: { stage: 'callback' },
              thanks: { stage: 'thanks' },
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
      'Hello {{first_name}}, this is the automated assistant of {{company}}. May I ask you three questions about {{occasion}}? It takes one minute. For no more calls, press nine.',
    prompt: parts.promptOf(
      'You ask {{first_name}} three questions about {{occasion}} for {{company}}.',
      ['Ask the questions in the given order and in neutral words.', 'Every answer is welcome.'],
      ['Comment on an answer, defend {{company}}, or sell anything.', 'Ask a fourth question.'],
    ),
    flow: {
      start: 'questions',
      variables: { type: 'object', properties: found },
      stages: parts.outbound.modelStages({
        questions: {
          instructions:
            'If the caller agrees, ask: How satisfied are you, from one to five? Does everything work now? How likely are you to recommend us, from zero to ten? Ask one after the other.',
          collects: ['satisfied', 'solved', 'recommend'],
          edges: [
            {
              to: 'unhappy',
              when: `vars.satisfied != null && vars.solved != null && vars.recommend != null && (${isUnhappy})`,
            },
            {
              to: 'thanks',
              when: 'vars.satisfied != null && vars.solved != null && vars.recommend != null',
            },
            {
              to: 'notNow',
              choice: 'the caller has no time, does not want to answer, or is someone else',
            },
          ],
        },
        unhappy: {
          instructions:
            'Say that you are sorry that it was not good, and ask whether a colleague should call back.',
          collects: ['callback'],
          edges: [
            { to: 'callback', when: 'vars.callback == true' },
            { to: 'thanks', when: 'vars.callback == false' },
          ],
        },
        ...endings,
      }),
    },
  },
  conversation: [
    {
      agent:
        'Hello Maya, this is the automated assistant of Lakeside Heating. May I ask you three questions about the service of your boiler on Monday? It takes one minute. Say yes or no, or press one or two. For no more calls, press nine.',
    },
    { customer: 'Okay.' },
    { agent: 'How satisfied are you, from one to five? Five is very satisfied.' },
    { customer: 'Two.' },
    { agent: 'Does everything work now? Say yes or no, or press one or two.' },
    { presses: '2' },
    {
      agent:
        'How likely are you to recommend us, from zero to ten? Press the number and the pound key, or say it.',
    },
    { presses: '4#' },
    {
      agent:
        'Thank you. I am sorry that it was not good. Shall a colleague call you back? Say yes or no, or press one or two.',
    },
    { customer: 'Yes, please.' },
    { agent: 'Thank you. A colleague will call you. Goodbye.' },
  ],
  result: { satisfied: 2, solved: false, recommend: 4, callback: true },
  endedReason: 'assistant-ended-call',
};
