import { expect, it } from 'vitest';
import { parseScenario, ScenarioError } from './read.ts';

const problemsOf = (text: string): string[] => {
  try {
    parseScenario(text, 'a.yaml');
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    return (error as Error).message.split('\n');
  }
};
const start = 'name: A\nagent: { prompt: Be kind. }\n';

it('reads what is one, and fills in what is left out', () => {
  const scenario = parseScenario(`${start}steps: [{ say: Hello }, { hangUp: true }]\n`, 'a.yaml');
  expect(scenario).toMatchObject({ direction: 'inbound', voice: 'rms', customer: 'answers', http: {} });
  expect(scenario.expect).toEqual({ transcript: [], never: [] });
});

it('says by line and column what is wrong, all of it', () => {
  const steps = '  - sya: hello\n  - interrupt: { afterMs: 5 }\n  - press: abc\n  - 7\n';
  expect(problemsOf(`${start}steps:\n${steps}`)).toEqual([
    expect.stringMatching(/^a\.yaml:4:10: steps\.0\.sya: must be one of say, play, press, wait, await/),
    'a.yaml:5:16: steps.1.interrupt: must have either say or press',
    'a.yaml:6:12: steps.2.press: must be keys of a telephone',
    expect.stringMatching(/^a\.yaml:7:5: steps\.3: must be one of /),
  ]);
  expect(problemsOf(`${start}steps: [{ say: Hi, wiat: 3 }]\nexpect: { toolCall: [] }\nvioce: slt\n`)).toEqual(
    [
      'a.yaml:3:26: steps.0.wiat: is not known',
      'a.yaml:4:21: expect.toolCall: is not known',
      'a.yaml:5:8: vioce: is not known',
    ],
  );
});

it('says what fits none of the forms that a field may have', () => {
  const problems = problemsOf(`${start}direction: outbound\ncustomer: asleep\nsteps: [{ wait: 1 }]\n`);
  expect(problems[0]).toMatch(/^a\.yaml:4:11: customer: .*voicemail/);
  const settings = problemsOf(
    `${start}direction: outbound\ncustomer: { kind: busy, ringMs: 5 }\nsteps: []\n`,
  );
  expect(settings.join('\n')).toMatch(/^a\.yaml:4:33: customer\.ringMs: is not known/);
});

it('says what is no YAML, and what only fits together in another way', () => {
  expect(problemsOf('name: "A\nsteps: []\n').at(-1)).toMatch(/^a\.yaml:\d+:\d+: \S/);
  expect(problemsOf('').join()).toMatch(/^a\.yaml:1:1: \S/);
  expect(problemsOf('name: A\nsteps: [{ wait: 1 }]\n')).toEqual([
    'a.yaml:1:1: must have either agent or agentId',
  ]);
  expect(problemsOf(`${start}customer: busy\nsteps: [{ wait: 1 }]\n`)).toEqual([
    'a.yaml:3:11: customer: is for calls of the agent: direction must be outbound',
  ]);
});
