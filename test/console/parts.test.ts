import fc from 'fast-check';
import { getCountries } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { queriesOf } from '../../console/src/api/queries-of.ts';
import * as first from '../../console/src/features/agents/beginnings.ts';
import type { Configuration } from '../../console/src/features/agents/configuration.ts';
import { emptyFlow } from '../../console/src/features/agents/flow/edit.ts';
import { flowExamples } from '../../console/src/features/agents/flow/flow-examples.ts';
import {
  beginningOf,
  type GuardRail,
  ruleKinds,
} from '../../console/src/features/agents/guard-rail-kinds.ts';
import { lacksOf } from '../../console/src/features/agents/readiness.ts';
import { beginsByScript, isScriptAlone } from '../../console/src/features/agents/script.ts';
import { rangeOf } from '../../console/src/features/audit-log/entry-filter.ts';
import { reasonsOf } from '../../console/src/features/call-outcomes/outcome-groups.ts';
import { wavPeaks } from '../../console/src/features/calls/wav-peaks.ts';
import { stateLabels, stateTones } from '../../console/src/features/campaigns/campaign-state.ts';
import { greetsCallers } from '../../console/src/features/campaigns/greets-callers.ts';
import { holdText } from '../../console/src/features/campaigns/hold-text.ts';
import {
  conditionText,
  flowView,
  plainPhrase,
  shownText,
  spacedName,
} from '../../console/src/features/flow-stages/index.ts';
import { isComplete, type Progress, stepsOf } from '../../console/src/features/home/steps.ts';
import { configOf, draftOf as retryDraftOf } from '../../console/src/features/retry-configs/retry-draft.ts';
import { newSchedule, usualHours } from '../../console/src/features/schedules/schedule-labels.ts';
import { browserOf } from '../../console/src/features/settings/browser-of.ts';
import { isSoftphone, type TrunkAddress } from '../../console/src/features/softphones/softphone.ts';
import { askedOf, textsOf, withTexts } from '../../console/src/features/test-call/call-variables.ts';
import { carriers } from '../../console/src/features/trunks/carriers.ts';
import { monthlySum, type Offer, withPicked } from '../../console/src/features/trunks/connection-labels.ts';
import { adviceOn, audioAdvice, isWithoutAudio } from '../../console/src/features/trunks/health-advice.ts';
import { bodyOf, draftOf } from '../../console/src/features/trunks/trunk-draft.ts';
import { furtherPages, pages } from '../../console/src/routes/pages.ts';
import { bestMatches } from '../../console/src/shell/best-matches.ts';
import { allCountries, countryOf, searchCountries } from '../../console/src/ui/countries.ts';
import { countryCodeAdvice, dialable } from '../../console/src/ui/dialable.ts';
import {
  formatCount,
  formatDuration,
  formatElapsed,
  formatLabel,
  formatMoney,
  formatPercent,
  formatPosition,
  formatPrice,
  formatRelative,
} from '../../console/src/ui/format.ts';
import { jsonProblem } from '../../console/src/ui/json-problem.ts';
import { firstModels } from '../../console/src/ui/vendors.ts';
import { templates } from '../../src/domains/agent-templates/templates.ts';
import { checkConfiguration } from '../../src/domains/agents/check-configuration.ts';
import { type AgentConfiguration, CreateAgent } from '../../src/domains/agents/index.ts';
import {
  endedReasons,
  failedReasons,
  reachingReasons,
  undialedReasons,
} from '../../src/domains/calls/state.ts';
import { progressOf } from '../../src/domains/campaigns/state.ts';
import { CreateRetryConfig } from '../../src/domains/retry-configs/schemas.ts';
import { CreateSchedule } from '../../src/domains/schedules/schemas.ts';
import { CreateTrunk } from '../../src/domains/trunks/schemas.ts';
import type { Queryable } from '../../src/platform/db/index.ts';
import { networkReason } from '../../src/telephony/sip/base/network-reason.ts';
import { encodeWav } from './encode-wav.ts';

test('the groups of outcomes are those of the service', () => {
  expect(reasonsOf('talked').toSorted()).toEqual(reachingReasons.toSorted());
  expect(reasonsOf('failed').toSorted()).toEqual(failedReasons.toSorted());
  expect(reasonsOf('not-dialed').toSorted()).toEqual(undialedReasons.toSorted());
  const grouped = ['talked', 'not-reached', 'failed', 'not-dialed'].flatMap(reasonsOf);
  expect(grouped.toSorted()).toEqual(endedReasons.toSorted());
});

test.each([
  ['call.ended', undefined, ['calls', 'overview', 'campaigns']],
  ['webhookEndpoint.disabled', undefined, ['webhook-endpoints', 'overview']],
  ['workflow.run.failed', undefined, ['workflow-runs', 'workflows', 'overview']],
  ['audit.entry', 'phone_numbers', ['audit-log', 'phone-numbers', 'campaigns']],
])('an event %s about %s refreshes %j', (type, resourceType, queries) => {
  expect(queriesOf({ type, data: { resourceType } })).toEqual(queries);
});

test.each([
  ['invite', 'Invite a member'],
  ['add user', 'Invite a member'],
  ['twilio', 'Connect Twilio or Telnyx'],
  ['buy number', 'Buy or add a phone number'],
  ['delete agent', 'Delete an agent'],
  ['test call', 'Call my telephone'],
  ['upload contacts', 'Import customers'],
  ['csv', 'Import customers'],
  ['business hours', 'Set calling hours'],
  ['recording', 'Listen to a recording'],
  ['pdf', 'Upload documents for answers'],
  ['human', 'Transfer calls to people'],
  ['slack', 'Get alerts'],
  ['retention', 'Set retention'],
  ['webhook', 'Add a webhook'],
  ['api key', 'Create an API key'],
  ['openai', 'Add a provider key'],
  ['cost', 'Set prices'],
  ['gdpr', 'Delete a person’s data'],
  ['password', 'Change your password'],
  ['do not call', 'Block a number'],
  ['concurrency', 'Limit concurrent calls'],
  ['campaigns', 'Campaigns'],
])('the palette finds the place of %j first', (text, title) => {
  expect(bestMatches([...pages, ...furtherPages], text)[0]!.title).toBe(title);
});

test('formats durations, positions, relative times and names', () => {
  expect([-4_000, 850, 1_200, 12_000, 180_000, 185_000, 3_900_000].map(formatDuration)).toEqual([
    ...['0 s', '850 ms', '1.2 s', '12 s', '3 min', '3 min 5 s', '1 h 5 min'],
  ]);
  expect([
    formatCount(1, 'call'),
    formatCount(1200, 'call'),
    formatCount(0, 'delivery', 'deliveries'),
  ]).toEqual([...['1 call', '1,200 calls', '0 deliveries']]);
  expect([-4_000, 7_900, 185_400].map(formatElapsed)).toEqual(['0 s', '7 s', '3 min 5 s']);
  expect([0, 0.0004, 0.042, 0.42, 0.9996, 1].map(formatPercent)).toEqual([
    ...['0%', '0.1%', '4.2%', '42%', '99.9%', '100%'],
  ]);
  expect([7_000, 754_000, 3_723_000].map(formatPosition)).toEqual(['0:07', '12:34', '1:02:03']);
  expect([-200_000, -1_000, 7_200_000].map((ms) => formatRelative(ms, 0))).toEqual([
    '3 min ago',
    'now',
    'in 2 h',
  ]);
  expect(
    ['12.5', '0.527', '0.0073', '0.03185', '0.00085', '0.0000042', '0'].map((amount) =>
      formatMoney(amount, 'USD'),
    ),
  ).toEqual([...['$12.50', '$0.53', '$0.0073', '$0.0319', '$0.00085', '$0.0000042', '$0.00']]);
  expect(['1.155', '0.129', '0.0000042', '2'].map((amount) => formatPrice(amount, 'USD'))).toEqual([
    ...['$1.155', '$0.129', '$0.0000042', '$2.00'],
  ]);
  expect(formatLabel('customer-did-not-answer')).toBe('Customer did not answer');
  expect([formatLabel('url'), formatLabel('callbackUrl')]).toEqual(['URL', 'Callback URL']);
  expect(formatLabel('inboundPhoneCall')).toBe('Inbound phone call');
  expect(formatLabel('url')).toBe('URL');
  expect(formatLabel('assistant-ended-call')).toBe('Agent ended call');
});

test.each([
  ['{"a": 1}', null],
  [' ', /Must not be empty/],
  ['[\n  1,\n  x\n]', /at line 3, column 3: expected a value, found x/],
  ['{"a": 1', /at line 1, column 8: expected a comma or }, found the end/],
  ['{"a" "b"}', /at line 1, column 6: expected a colon/],
])('%j is JSON, or its error has a place', (text, problem) => {
  if (problem === null) expect(jsonProblem(text)).toBeNull();
  else expect(jsonProblem(text)).toMatch(problem);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge 142 on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145 on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 on iOS',
  ],
  ['curl/8.14.1', 'curl/8.14.1'],
  [null, 'Unknown browser'],
])('%s is %s', (userAgent, words) => {
  expect(browserOf(userAgent)).toBe(words);
});

test('accepts exactly what JSON.parse accepts', () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', ',', '}', ']', '0', 'e', '-', '\\', '\n', '\u0001'))
    .map(
      ([text, at, sign]) =>
        text.slice(0, at % (text.length + 1)) + sign + text.slice((at % (text.length + 1)) + 1),
    );
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken, fc.string()), (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(jsonProblem(text) === null).toBe(isJson);
    }),
  );
});

test('a filter by days includes whole days', () => {
  const { createdAtGt, createdAtLt } = rangeOf({ from: '2026-11-22', to: '2026-11-22' });
  expect(createdAtGt).toMatch(/:59\.999999Z$/);
  expect(Date.parse(createdAtLt!) - Date.parse(createdAtGt!.replace('999Z', 'Z'))).toBe(86_400_001);
  expect(rangeOf({ from: 'soon' })).toEqual({});
});

describe('the peaks of a recording', () => {
  test('are the loudest samples of each piece of each channel', () => {
    const file = encodeWav([Int16Array.of(0, -16_384, 0, 0), Int16Array.of(8_192, 0, 0, -32_768)], 8_000);
    const peaks = wavPeaks(file, 2)!;
    expect(peaks.channels.map((channel) => [...channel])).toEqual([
      [0.5, 0],
      [0.25, 1],
    ]);
    expect(peaks.durationMs).toBe(0.5);
  });

  test('are null for a file that is not a recording or ends within its header', () => {
    const file = encodeWav([Int16Array.of(1, 2, 3)], 8_000);
    for (const bytes of [0, 4, 11, 20, 36]) expect(wavPeaks(file.slice(0, bytes), 10)).toBeNull();
    expect(wavPeaks(new TextEncoder().encode('{"error":"There is no recording."}').buffer, 10)).toBeNull();
  });
});

test('the usual settings of each carrier need only what its customer fills in', () => {
  for (const { usual, host } of carriers) {
    const own = { name: 'Carrier', username: 'acme', password: 'secret' };
    const draft = { ...draftOf(null), host: host.placeholder.split(/[ ,]/)[0]!, ...usual, ...own };
    expect(CreateTrunk.safeParse(bodyOf(draft)).error).toBeUndefined();
  }
});

test('says that a finished campaign has reached no customer', () => {
  const customers = { total: 3, reached: 0, waiting: 0, givenUp: 3 };
  const campaign = { status: 'running', hasStarted: true } as const;
  const { state } = progressOf(campaign, { customers });
  expect([stateLabels[state], stateTones[state]]).toEqual(['done, none reached', 'waiting']);
  const reached = { ...customers, reached: 1, givenUp: 2 };
  expect(stateTones[progressOf(campaign, { customers: reached }).state]).toBe('good');
});

test('knows agents whose prompt nothing reads, and those that begin by a script', () => {
  for (const { embedded, vendor } of templates) {
    const scripted = CreateAgent.parse(embedded) as Configuration;
    const model = { provider: 'openai', model: 'gpt-4.1' };
    const free = CreateAgent.parse({ ...vendor, model }) as Configuration;
    expect([scripted, free].map(isScriptAlone)).toEqual([true, false]);
    expect(beginsByScript(scripted, null)).toBe(true);
  }
});

test('shows names of a flow as words', () => {
  expect(['noMoreCalls', 'callback_number', 'stage1', 'on-call'].map(spacedName)).toEqual([
    ...['no more calls', 'callback number', 'stage1', 'on call'],
  ]);
  const phrases = [
    '[i want to | can i] (speak | talk) (to | with) (a person | someone) [please]',
    '[*] ({day} | now)',
    '*',
  ];
  expect(phrases.map(plainPhrase)).toEqual(['speak to a person', '[day]', '*']);
  expect(shownText('Hello {{ first_name }}, you are {{vars.rank}}. {x}')).toBe(
    'Hello {{first_name}}, you are {{rank}}. {x}',
  );
});

test('names the ways out of a dialogue by what the caller does', () => {
  const receptionist = templates.find(({ job }) => job === 'receptionist')!;
  const { stages } = flowView(receptionist.embedded.flow);
  const { ways } = stages.find(({ name }) => name === 'reception')!;
  expect(ways.map(({ to, condition }) => [to, conditionText(condition)])).toEqual([
    ['person', '“reception”'],
    ['goodbye', '“goodbye” or “no”'],
    ['person', 'not understood'],
    ['silent', 'silence'],
  ]);
});

/** An organization without agents, workflows, documents and keys. */
const empty = { query: async () => [] } as unknown as Queryable;

/** Returns the fields that are refused when an agent with these settings is published. */
async function refused(own: object): Promise<string[]> {
  const model = { provider: 'openai', model: 'gpt-4.1-mini' };
  const parsed = CreateAgent.safeParse({ name: 'Ada', prompt: 'Be kind.', model, ...own });
  if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join('.'));
  const agent = parsed.data as AgentConfiguration;
  const failure = await checkConfiguration(empty, 'org_1', 'agent_1', agent).catch((error: unknown) => error);
  const isPublished = Array.isArray(failure);
  return isPublished ? [] : (failure as { details: { field: string }[] }).details.map(({ field }) => field);
}

/** The fields of a beginning that a member has to fill in. */
const unfilled: Record<string, string[]> = {
  'model.azure': ['model.model'],
  'tool handOver': ['tools.0.description', 'tools.0.agentId'],
  'tool consult': ['tools.0.description', 'tools.0.agentId'],
  'tool http': ['tools.0.name', 'tools.0.description', 'tools.0.url'],
  'tool mcp': ['tools.0.name', 'tools.0.url'],
  'tool workflow': ['tools.0.name', 'tools.0.description', 'tools.0.workflowId'],
  'tool transfer': ['tools.0.type'],
  'rule words': ['guardRails.rules.0.phrases'],
  'rule disclosure': ['guardRails.rules.0.text'],
  'rule topic': ['guardRails.rules.0.description'],
  'rule tool': ['guardRails.rules.0.tools', 'guardRails.rules.0'],
  destination: ['transferDestinations.0.name', 'transferDestinations.0.destination'],
};

const tools = { ...first.otherAgentTools, ...first.remoteTools };
test.each<readonly [string, object]>([
  ...Object.entries(first.firstSettingsOf(firstModels)).map(([name, settings]) => {
    const [part, provider] = name.split('.');
    return [name, { [part!]: { provider, ...settings } }] as const;
  }),
  [
    'dialogue of a stage',
    { flow: { start: 'ask', stages: { ask: { dialogue: first.firstDialogue } } }, model: null },
  ],
  ['analysis', { analysis: first.firstAnalysis }],
  ['memory', { memory: first.firstMemory, analysis: first.firstAnalysis }],
  ['knowledge', { knowledge: first.firstKnowledge }],
  ['flow', { flow: emptyFlow() }],
  ...flowExamples.map(({ id, flow }) => [`flow ${id}`, { flow }] as const),
  ...Object.entries(tools).map(([type, { tool }]) => [`tool ${type}`, { tools: [tool] }] as const),
  ...Object.entries(first.ownTools).map(
    ([type, { name }]) => [`tool ${type}`, { tools: [{ type, name, description: null }] }] as const,
  ),
  ...Object.keys(ruleKinds).map((type) => {
    const rules = [beginningOf(type as GuardRail['type'], [])];
    return [`rule ${type}`, { guardRails: { rules } }] as const;
  }),
  ['destination', { transferDestinations: [first.firstDestination] }],
])('what the editor puts in for %s is published, or names what to fill in', async (name, own) => {
  expect(await refused(own)).toEqual(unfilled[name] ?? []);
});

test('knows the first words of templates for customers who call', () => {
  for (const { name, direction, conversation, vendor } of templates)
    for (const words of [
      conversation.flatMap((turn) => ('agent' in turn ? turn.agent : []))[0]!,
      vendor.firstMessage!,
    ])
      expect(greetsCallers(words), `${name}: ${words}`).toBe(direction === 'inbound');
});

test('new schedules and retry configurations need only a name', () => {
  expect(CreateSchedule.safeParse({ ...newSchedule, name: 'Usual' }).error).toBeUndefined();
  for (const [name, windows] of Object.entries(usualHours))
    expect(CreateSchedule.safeParse({ ...newSchedule, name, windows }).error, name).toBeUndefined();
  const retries = configOf({ ...retryDraftOf(null), name: 'Usual' });
  expect(CreateRetryConfig.safeParse(retries).error).toBeUndefined();
});

test('says what a conversation with an agent lacks before it begins', () => {
  let isInstalled = true;
  const lacks = (own: object, channel: 'call' | 'chat' = 'call', keys: string[] = [], variables = {}) => {
    const configuration = CreateAgent.parse({ name: 'Ada', prompt: 'Be kind.', ...own });
    const trial = {
      ...{ channel, keys: new Set(keys), requiredVariables: ['first_name'] },
      hasEmbeddedTranscriber: isInstalled,
    };
    const values = { first_name: 'Maya', ...variables };
    return lacksOf(configuration as unknown as Configuration, { ...trial, variables: values });
  };
  const model = { provider: 'openai', model: 'gpt-4.1-mini' };
  const silent = { kind: 'model', saysFirst: false };
  expect(lacks({})).toEqual([silent]);
  expect(lacks({ firstMessage: 'Hello.' }, 'chat')).toEqual([{ ...silent, saysFirst: true }]);
  // PocketSphinx understands only what a dialogue expects, and only English.
  const unsuited = { kind: 'transcriber', isInstalled: true };
  expect(lacks({ model, voice: { provider: 'rime' } })).toEqual([
    { kind: 'key', part: 'model', providers: ['openai'] },
    { kind: 'key', part: 'voice', providers: ['rime'] },
    unsuited,
  ]);
  // A chat needs no voice, and a fallback with a key is enough.
  expect(lacks({ model, voice: { provider: 'rime' } }, 'chat', ['openai'])).toEqual([]);
  const fallbacks = [{ ...model, provider: 'groq' }];
  const transcriber = { provider: 'deepgram' };
  expect(lacks({ model: { ...model, fallbacks }, transcriber }, 'call', ['groq', 'deepgram'])).toEqual([]);
  const dialogue = { start: 'ask', nodes: { ask: { say: 'Hello.', end: true } } };
  const scripted = { model: { provider: 'scripted', dialogue } };
  expect(lacks(scripted)).toEqual([]);
  expect(lacks({ ...scripted, language: 'de-DE' })).toEqual([unsuited]);
  expect(lacks(scripted, 'call', [], { first_name: ' ' })).toEqual([
    { kind: 'variables', names: ['first_name'] },
  ]);
  // Without PocketSphinx, an agent hears only through a transcriber with a key.
  isInstalled = false;
  const deaf = [{ kind: 'transcriber', isInstalled: false }];
  const pocketsphinx = { provider: 'pocketsphinx' };
  expect(lacks(scripted)).toEqual(deaf);
  expect(lacks(scripted, 'chat')).toEqual([]);
  expect(lacks({ ...scripted, transcriber: pocketsphinx })).toEqual(deaf);
  const withFallback = { ...pocketsphinx, fallbacks: [{ provider: 'deepgram' }] };
  expect(lacks({ ...scripted, transcriber: withFallback }, 'call', ['deepgram'])).toEqual([]);
  expect(lacks({ ...scripted, transcriber: withFallback })).toEqual([
    { kind: 'key', part: 'transcriber', providers: ['deepgram'] },
  ]);
});

test('the first steps follow from what the organization has', () => {
  const nothing: Progress = {
    ...{ hasKey: false, agent: null, hasTalked: false, trunkId: null, downTrunkId: null },
    ...{ hasNumber: false, hasCalled: false, hasSchedule: false, hasCampaign: false },
  };
  const open = (progress: Progress) =>
    stepsOf(progress).flatMap(({ id, isDone, isOpen }) => (isOpen && !isDone ? [id] : []));
  expect(open(nothing)).toEqual(['key', 'agent', 'number']);
  const withAgent = { ...nothing, agent: { agentId: 'agent_1', name: 'Ada' } };
  expect(open(withAgent)).toEqual(['key', 'speak', 'number']);
  const connected = { ...withAgent, hasTalked: true, trunkId: 'trunk_1', hasNumber: true };
  expect(open(connected)).toEqual(['key', 'call', 'campaign']);
  expect(isComplete(stepsOf(connected))).toBe(false);
  const down = { ...connected, hasNumber: false, downTrunkId: 'trunk_1' };
  expect(open(down)).toEqual(['key', 'number']);
  expect(stepsOf(down).find(({ id }) => id === 'number')?.text).toContain('its trunk is down');
  // A key is optional.
  expect(isComplete(stepsOf({ ...connected, hasCalled: true, hasCampaign: true }))).toBe(true);
});

test('takes telephone numbers as people write them', () => {
  const written = ['+1 (202) 555-0123', '0044 20 7946 0000', '+44 (0)20 7946 0000', '+1.202.555.0123'];
  const [american, british] = ['+12025550123', '+442079460000'];
  expect(written.map(dialable)).toEqual([american, british, british, american]);
});

test('says how to type a number without a country code, with the number itself', () => {
  expect(countryCodeAdvice('(202) 555-0100')).toMatch(/\+12025550100\.$/);
  expect(countryCodeAdvice('1 202 555 0100')).toMatch(/\+12025550100\.$/);
  expect(countryCodeAdvice('020 7946 0958')).toMatch(/\+442079460958\.$/);
  expect(countryCodeAdvice('170 1234567')).toMatch(/\+441701234567\.$/);
  for (const other of ['+1 202 555 0100', '0044 20 7946 0958', '911', 'Ada', ''])
    expect(countryCodeAdvice(other), other).toBeNull();
});

test('adds up what numbers cost a month, unless a price is unknown', () => {
  expect([monthlySum(['1.15', '2.15']), monthlySum([]), monthlySum(['1.15', null])]).toEqual([
    ...['3.30', '0.00', null],
  ]);
});

const carrierAddress = {
  host: 'sip.example.com',
  username: null,
  register: false,
  optionsIntervalSeconds: 60,
};
const softphoneAddress = { ...carrierAddress, host: '127.0.0.1', optionsIntervalSeconds: null };

test('knows a softphone by its local address without user, registration and OPTIONS', () => {
  const softphones = ['127.0.0.1', 'localhost', '::1', '192.168.1.20', '10.0.0.7', '172.20.0.3'];
  for (const host of softphones) expect(isSoftphone({ ...softphoneAddress, host }), host).toBe(true);
  const others: Partial<TrunkAddress>[] = [
    { host: 'sip.example.com' },
    { host: '203.0.113.7' },
    { host: '172.32.0.1' },
    { username: 'acme' },
    { register: true },
    { optionsIntervalSeconds: 60 },
  ];
  for (const other of others) expect(isSoftphone({ ...softphoneAddress, ...other })).toBe(false);
});

test('says what to do about each reason of a trunk that is down', () => {
  const system = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'EPERM', 'CERT_HAS_EXPIRED', 'EPROTO'];
  const reasons = [
    ...system.map((code) => networkReason(Object.assign(new Error(), { code }))),
    ...['host name not found', 'no answer to OPTIONS: no response', 'REGISTER was answered 403 Forbidden'],
    'host has IPv6 addresses only, and the SIP address of this service is IPv4 only',
  ];
  const advice = (reason: string | null, address = carrierAddress as TrunkAddress) =>
    adviceOn({ ...address, health: { reason } });
  for (const reason of reasons) {
    expect(advice(reason), reason).not.toBeNull();
    expect(advice(reason, softphoneAddress)).toMatch(/^(?!.*carrier)/i);
  }
  expect(advice('OPTIONS was answered 404 Not Found')).toContain('user');
  expect(advice(null)).toBeNull();
});

test('says which codecs a trunk and its carrier have in common, and what to do if they have none', () => {
  const trunk = (peerCodecs: string[] | null, audioProblem: string | null = null) => ({
    ...carrierAddress,
    ...{ codecs: ['PCMU', 'PCMA'], mediaEncryption: 'off' as const, health: { peerCodecs, audioProblem } },
  });
  const texts = [
    trunk(null),
    trunk(['G729', 'PCMA']),
    trunk(['G729', 'GSM']),
    trunk(['G729', 'G722', 'OPUS']),
    trunk(null, 'a call was answered 488 Not Acceptable Here'),
  ].map((one) => [isWithoutAudio(one), audioAdvice(one)]);
  const offered = 'This trunk offers PCMU and PCMA.';
  expect(texts).toEqual([
    [false, 'The carrier lists no codecs. Only a call shows whether it takes PCMU or PCMA.'],
    [false, 'The carrier lists G729 and PCMA. Calls use PCMA.'],
    [true, `The carrier lists G729 and GSM. ${offered} Have the carrier allow PCMU or PCMA.`],
    [
      true,
      `The carrier lists G729, G722 and OPUS. ${offered} Choose G722 or OPUS in this trunk, or have the carrier allow PCMU or PCMA.`,
    ],
    [
      true,
      `${offered} Have the carrier allow PCMU or PCMA. Encrypted audio is off here: the carrier must accept that too.`,
    ],
  ]);
  expect(audioAdvice({ ...trunk(null), ...softphoneAddress })).toMatch(/^The telephone lists no codecs\./);
});

test('numbers to buy stay chosen while others are searched', () => {
  const offer = (phoneNumber: string): Offer => ({
    ...{ phoneNumber, place: null, monthlyPrice: '1.15', setupPrice: null, currency: 'USD' },
    needsDocuments: false,
  });
  const owned = [{ phoneNumber: '+12125550101', usedBy: null, isHere: false }];
  const picked = [offer('+12125550101'), offer('+14155550102'), offer('+16175550103')];
  const { available } = withPicked({ owned, available: [offer('+14155550102')] }, picked);
  expect(available.map(({ phoneNumber }) => phoneNumber)).toEqual(['+16175550103', '+14155550102']);
});

test('countries are those of the server, found by name or letters, and known from a number', () => {
  const codes = allCountries().map(({ value }) => value);
  expect(codes.toSorted()).toEqual(getCountries().toSorted());
  expect(searchCountries('united st').map(({ value }) => value)).toEqual(['US']);
  expect(searchCountries('us')[0]).toEqual({ value: 'US', label: 'United States' });
  expect(['+12025550123', '+442079460000', '+35312345678', '112'].map(countryOf)).toEqual([
    'US',
    'GB',
    'IE',
    '',
  ]);
});

test('a call that is placed again has the values of the first one, except for changed texts', () => {
  const values = { name: 'Ada', age: 36, isNew: false, email: null, items: [{ id: 1 }], note: 'Optional' };
  const texts = { name: 'Ada', age: '36', isNew: 'false', note: 'Optional' };
  expect(textsOf(values)).toEqual(texts);
  const asked = askedOf(['name', 'age', 'email', 'items', 'new'], values);
  expect(asked).toEqual(['name', 'age', 'email', 'new']);
  const filled = { email: 'a@example.com', new: 'given' };
  expect(withTexts(values, asked, { ...texts, ...filled })).toEqual({ ...values, ...filled });
  const changed = { ...texts, ...filled, name: 'Eve', age: '37', note: 'Not asked' };
  expect(withTexts(values, asked, changed)).toEqual({ ...values, ...filled, name: 'Eve', age: '37' });
});

test('says why the queued calls of a campaign wait', () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const hold = { reason: 'calling-hours', message: 'Closed.', calls: 423, isMore: false, until, since: null };
  const schedule = {
    reason: 'schedule-closed',
    message: 'The schedule is closed.',
    scheduleId: 'schedule_a',
  };
  const night = { reason: 'daytime-only', message: 'It is night.', scheduleId: null };
  type Values = Partial<NonNullable<Parameters<typeof holdText>[0]['hold']>>;
  const textsOf = (values: Values) => {
    const one = { ...hold, ...values };
    const { reason, message } = one;
    return holdText({ hold: { barriers: [{ reason, message, scheduleId: null }], ...one } })!;
  };
  const at = /(\w{3} \d\d:\d\d( [AP]M)?)/;
  const inWords = (values: Values) => {
    const { title, barriers, end } = textsOf(values);
    return [title, ...barriers.map(({ message }) => message), end.replace(at, 'Sun 13:00')];
  };
  const first = 'The first can be called at Sun 13:00, your time.';
  expect(inWords({})).toEqual([
    'Waiting for calling hours',
    'Closed.',
    `423 customers are waiting. ${first}`,
  ]);
  expect(inWords({ barriers: [schedule, night], until: null })).toEqual([
    ...['Waiting for the schedule and calling hours', schedule.message, night.message],
    '423 customers are waiting.',
  ]);
  expect(inWords({ reason: 'schedule-closed', barriers: [schedule], calls: 1 })).toEqual([
    ...['Waiting for the schedule', schedule.message, `1 customer is waiting. ${first}`],
  ]);
  const down = { reason: 'trunk-down', message: 'No answer.', until: null };
  expect(inWords({ ...down, isMore: true, calls: 5000 })).toEqual([
    ...['Waiting: 5,000 or more customers cannot be called now', 'No answer.', ''],
  ]);
  // The calls are only checked again then.
  for (const reason of ['circuit-open', 'not-eligible']) expect(textsOf({ reason }).end).toBe('');
  const circuit = { reason: 'circuit-open', message: 'Too many failed.', scheduleId: null };
  expect(textsOf({ reason: 'circuit-open', barriers: [circuit, schedule] }).end).toBe('');
  expect(inWords({ reason: 'retry-delay' })).toEqual([
    ...['Waiting for the next attempt', `423 customers are called again later. ${first}`],
  ]);
  expect(textsOf({}).short.replace(at, 'Sun 13:00')).toBe('Waiting for calling hours (Sun 13:00)');
  expect(textsOf(down)).toMatchObject({ short: 'No answer.', isInTurn: false });
  const full = { reason: 'campaign-limit', message: 'All 4 concurrent calls of the campaign are in use.' };
  expect(inWords({ ...full, until: null })).toEqual(['Customers wait for their turn', full.message, '']);
  expect(textsOf(full).isInTurn).toBe(true);
  const ofBefore = { ...hold, barriers: undefined as never };
  expect(holdText({ hold: ofBefore })!.barriers).toMatchObject([{ message: 'Closed.' }]);
  expect(holdText({ hold: null })).toBeNull();
});
