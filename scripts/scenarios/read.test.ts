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

it('reads a scenario, and applies defaults', () => {
  const scenario = parseScenario(`${start}steps: [{ say: Hello }, { hangUp: true }]\n`, 'a.yaml');
  expect(scenario).toMatchObject({ direction: 'inbound', voice: 'rms', customer: 'answers', http: {} });
  expect(scenario.expect).toEqual({ transcript: [], never: [], spoken: [] });
});

it('reports every error with line and column', () => {
  const steps = '  - sya: hello\n  - interrupt: { afterMs: 5 }\n  - press: abc\n  - 7\n';
  expect(problemsOf(`${start}steps:\n${steps}`)).toEqual([
    expect.stringMatching(/^a\.yaml:4:10: steps\.0\.sya: must be one of say, play, press, menu, wait, await/),
    'a.yaml:5:16: steps.1.interrupt: must have either say or press',
    'a.yaml:6:12: steps.2.press: must be 1 to 64 of the keys 0-9, * and #',
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

it('reports a value that fits no form of a field', () => {
  const problems = problemsOf(`${start}direction: outbound\ncustomer: asleep\nsteps: [{ wait: 1 }]\n`);
  expect(problems[0]).toMatch(/^a\.yaml:4:11: customer: .*voicemail/);
  const settings = problemsOf(
    `${start}direction: outbound\ncustomer: { kind: busy, ringMs: 5 }\nsteps: []\n`,
  );
  expect(settings.join('\n')).toMatch(/^a\.yaml:4:33: customer\.ringMs: is not known/);
});

it('reports invalid YAML and contradictory fields', () => {
  expect(problemsOf('name: "A\nsteps: []\n').at(-1)).toMatch(/^a\.yaml:\d+:\d+: \S/);
  expect(problemsOf('').join()).toMatch(/^a\.yaml:1:1: \S/);
  expect(problemsOf('name: A\nsteps: [{ wait: 1 }]\n')).toEqual([
    'a.yaml:1:1: must have either agent or agentId',
  ]);
  expect(problemsOf(`${start}customer: busy\nsteps: [{ wait: 1 }]\n`)).toEqual([
    'a.yaml:3:11: customer: requires direction: outbound',
  ]);
});
