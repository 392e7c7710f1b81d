import { expect, it } from 'vitest';
import { withAgent } from './against.ts';
import { readOptions } from './options.ts';
import { parseScenario } from './read.ts';

const scenario = parseScenario(
  JSON.stringify({
    name: 'A',
    agent: {
      prompt: 'Be kind.',
      firstMessage: 'Hello.',
      tools: [
        { type: 'http', name: 'find', description: 'x', url: '$HTTP/order' },
        { type: 'http', name: 'crm_note', description: 'x', url: '$HTTP/tools/crm_note' },
      ],
    },
    steps: [{ wait: 1 }],
  }),
  'a.yaml',
);

it('replaces the given fields of the agent', () => {
  const changed = withAgent(scenario, scenario.agent!, { firstMessage: 'Good day.' });
  expect(changed.agent).toEqual({ ...scenario.agent, firstMessage: 'Good day.' });
});

it('answers tools by stubs, without effects outside', () => {
  const tools = [
    { type: 'endCall' },
    { type: 'http', name: 'find', description: 'new', url: 'https://shop.example.com/' },
    { type: 'http', name: 'send', description: 'new', url: 'https://shop.example.com/send' },
    { type: 'mcp', name: 'crm', url: 'https://crm.example.com/' },
  ];
  const changed = withAgent(scenario, scenario.agent!, { tools });
  expect(changed.agent?.tools).toMatchObject([
    { type: 'endCall' },
    { name: 'find', description: 'new', url: '$HTTP/order' },
    { name: 'send', url: '$HTTP/tools/send' },
    { name: 'crm_note', url: '$HTTP/tools/crm_note' },
  ]);
});

it('reads the command’s arguments, and rejects contradictory ones', () => {
  const service = { baseUrl: 'http://h:8080', keyFile: 'k', sip: { address: 'h', port: 5060 } };
  const base = ['--base-url', 'http://h:8080/', '--key-file', 'k'];
  expect(readOptions(['a.yaml', ...base, '--agent', 'agent_1', '--draft'])).toMatchObject({
    ...{ files: ['a.yaml'], service, changed: { agentId: 'agent_1', draft: true } },
  });
  expect(readOptions([...base, '--sip', '10.0.0.1:5070']).service?.sip).toEqual({
    ...{ address: '10.0.0.1', port: 5070 },
  });
  expect(readOptions(['--parallel', '3', '--list'])).toMatchObject({
    parallel: 3,
    list: true,
    changed: null,
  });
  for (const [args, words] of [
    [['--agent', 'a'], '--agent needs --base-url'],
    [['--against', 'f', '--agent', 'a'], 'either'],
    [['--draft'], '--draft needs'],
    [['--base-url', 'http://h'], '--key-file'],
    [['--base-url', 'h', '--key-file', 'k'], 'must be a URL'],
    [['--parallel', 'many'], 'number of calls'],
    [['--wrong'], '--wrong'],
  ] as const) {
    expect(() => readOptions([...args])).toThrow(words);
  }
});
