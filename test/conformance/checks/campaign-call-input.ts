import { type Check, checksOf, type World } from '../check.ts';
import type { Exchange } from '../client.ts';
import { type JsonObject, shorten } from '../compare.ts';
import { bodyOf, expectEqual, expectFieldError, expectRefusal, expectStatus, expectThat } from '../expect.ts';
import { uniqueName } from '../samples.ts';

const { document, decision } = checksOf('campaign-call');
const endpoint = 'Endpoints, 2. POST /api/agents/{agentId}/calls/campaign';
const limits = 'Limits';
const decided = '2. POST /api/agents/{agentId}/calls/campaign';

type Overrides = JsonObject | ((world: World) => Promise<JsonObject>);

async function send(world: World, overrides: Overrides): Promise<Exchange> {
  const given = typeof overrides === 'function' ? await overrides(world) : overrides;
  return world.fixtures.sendCall(await world.fixtures.callBody(given));
}

/** Checks that a value which the document forbids is refused (document), and in which form (decision). */
function refused(section: string, what: string, field: string, overrides: Overrides): Check[] {
  return [
    document(section, `${what} is refused`, async (world) => expectRefusal(await send(world, overrides))),
    refusedByDecision(what, field, overrides),
  ];
}

function refusedByDecision(what: string, field: string, overrides: Overrides): Check {
  return decision(decided, `${what} is 400 naming ${field}`, async (world) => {
    expectFieldError(await send(world, overrides), field);
  });
}

function accepted(make: typeof document, section: string, what: string, overrides: Overrides): Check {
  return make(section, `${what} is accepted`, async (world) => {
    const answer = await send(world, overrides);
    if (make === decision) expectStatus(answer, 201);
    else expectThat(answer, answer.status < 300, `the status is ${answer.status} instead of a success`);
  });
}

const required = ['campaignName', 'scheduleId', 'phoneNumber', 'phoneNumberId', 'variables'];
const texts = ['campaignName', 'scheduleId', 'phoneNumber', 'phoneNumberId', 'callRetryConfigId'];

const typeChecks: Check[] = [
  ...required.flatMap((field) => [
    refusedByDecision(`a missing ${field}`, field, { [field]: undefined }),
    refusedByDecision(`${field} null`, field, { [field]: null }),
  ]),
  ...texts.flatMap((field) => [
    ...refused(endpoint, `${field} as a number`, field, { [field]: 5 }),
    ...refused(endpoint, `${field} as an array`, field, { [field]: ['a'] }),
    refusedByDecision(`an empty ${field}`, field, { [field]: '' }),
  ]),
  ...[['a'], 'text', 5, true].flatMap((value) =>
    refused(endpoint, `variables as ${shorten(value)}`, 'variables', { variables: value }),
  ),
  ...['true', 1].flatMap((value) =>
    refused(endpoint, `localPresenceEnabled as ${shorten(value)}`, 'localPresenceEnabled', {
      localPresenceEnabled: value,
    }),
  ),
  accepted(document, endpoint, 'localPresenceEnabled false', { localPresenceEnabled: false }),
];

/** Returns a name of `length` characters: a unique start, then the filler. */
function nameOf(length: number, filler: string): string {
  const start = uniqueName('n').slice(-8);
  return start + filler.repeat(length - start.length);
}

const nameChecks: Check[] = [
  accepted(decision, decided, 'campaignName of 1 character', { campaignName: 'c' }),
  ...['x', 'é', '😀', '電'].flatMap((filler) => [
    accepted(decision, decided, `campaignName of 40 characters (${filler})`, {
      campaignName: nameOf(40, filler),
    }),
    refusedByDecision(`campaignName of 41 characters (${filler})`, 'campaignName', {
      campaignName: nameOf(41, filler),
    }),
  ]),
];

const badNumbers = [
  '+1',
  '+',
  '+0123456789',
  '+1234567890123456',
  '12025550123',
  '2025550123',
  '+1 202 555 0123',
  ' +12025550123',
  '+12025550123 ',
  '+12025550123\n',
  '+1202555O123',
  '++12025550123',
  '+1-202-555-0123',
  'tel:+12025550123',
  'sip:+12025550123@example.com',
];

const numberChecks: Check[] = [
  ...badNumbers.flatMap((phoneNumber) =>
    refused(limits, `phoneNumber ${JSON.stringify(phoneNumber)}`, 'phoneNumber', { phoneNumber }),
  ),
  ...['+12', '+123456789012345', '+442079460123', '+819012345678'].map((phoneNumber) =>
    accepted(document, limits, `phoneNumber ${phoneNumber}`, { phoneNumber }),
  ),
];

const variableChecks: Check[] = [
  refusedByDecision('a variable of the prompt that is missing', 'variables.firstName', async (world) => {
    const { firstName, ...variables } = await promptVariables(world);
    return { variables };
  }),
  refusedByDecision(
    'a variable of the first message that is missing',
    'variables.greeting',
    async (world) => {
      const { greeting, ...variables } = await promptVariables(world);
      return { variables };
    },
  ),
  decision(
    'Everywhere: Errors',
    'all missing variables are in details, the first one in error',
    async (world) => {
      await promptVariables(world);
      const answer = await send(world, { variables: {} });
      expectStatus(answer, 400);
      const { error, details } = bodyOf(answer);
      const named = Array.isArray(details) ? details.map((detail) => String(detail?.field)) : [];
      expectEqual(
        answer,
        named.sort(),
        ['variables.firstName', 'variables.greeting'],
        'the fields of details',
      );
      expectThat(answer, /^variables\.(firstName|greeting): ./.test(String(error)), `error is ${error}`);
    },
  ),
  accepted(decision, decided, 'leaving out a listed variable that is not required', async (world) => {
    const { plan, ...variables } = await promptVariables(world);
    return { variables };
  }),
];

/** Returns the variables of the suite's own agent, whose prompt is known. Skips for an agent from a file. */
async function promptVariables(world: World): Promise<JsonObject> {
  await world.fixtures.managed();
  return (await world.fixtures.agent()).variables;
}

const hourMs = 3_600_000;

/** Returns the server's time from its Date header, which is cut to the second and so never ahead. */
async function serverNowMs(world: World): Promise<number> {
  const answer = await world.client.get('/api/calls/phone/+12025550123');
  return Date.parse(answer.headers.date ?? '') || Date.now();
}

const endChecks: Check[] = [
  ...refused(limits, 'endCampaignAt an hour ago', 'endCampaignAt', async (world) => ({
    endCampaignAt: (await serverNowMs(world)) - hourMs,
  })),
  ...refused(limits, 'endCampaignAt now', 'endCampaignAt', async (world) => ({
    endCampaignAt: await serverNowMs(world),
  })),
  ...refused(limits, 'endCampaignAt in seconds', 'endCampaignAt', async (world) => ({
    endCampaignAt: Math.round((await serverNowMs(world)) / 1000) + 3600,
  })),
  ...refused(endpoint, 'endCampaignAt with a fraction', 'endCampaignAt', async (world) => ({
    endCampaignAt: (await serverNowMs(world)) + hourMs + 0.5,
  })),
  ...refused(endpoint, 'endCampaignAt as a string of digits', 'endCampaignAt', async (world) => ({
    endCampaignAt: String((await serverNowMs(world)) + hourMs),
  })),
  ...refused(endpoint, 'endCampaignAt as a date-time', 'endCampaignAt', {
    endCampaignAt: '2099-01-01T00:00:00Z',
  }),
  ...[0, -1].flatMap((time) =>
    refused(limits, `endCampaignAt ${time}`, 'endCampaignAt', { endCampaignAt: time }),
  ),
  accepted(document, limits, 'endCampaignAt in an hour', async (world) => ({
    campaignName: uniqueName('ending'),
    endCampaignAt: (await serverNowMs(world)) + hourMs,
  })),
  decision(
    'Everywhere: Statuses',
    'endCampaignAt beyond every calendar is 201 or 400, never a 5xx',
    async (world) => {
      for (const endCampaignAt of [Number.MAX_SAFE_INTEGER, 8_640_000_000_000_000, 1e21]) {
        expectStatus(await send(world, { campaignName: uniqueName('far'), endCampaignAt }), 201, 400);
      }
    },
  ),
];

/** Bodies that are no JSON object, or no JSON. */
const bodyChecks: Check[] = [
  ...['[]', 'null', '"text"', '5', 'true'].map((rawBody) =>
    document(endpoint, `the body ${rawBody} is refused: it must be an object`, async (world) => {
      const { agentId } = await world.fixtures.agent();
      const answer = await world.client.send('POST', `/api/agents/${agentId}/calls/campaign`, { rawBody });
      expectRefusal(answer);
      expectThat(answer, answer.status !== 404, 'the operation is not there, or its agent is not found');
    }),
  ),
  ...['', '{', '{"campaignName": }', 'campaignName=a'].map((rawBody) =>
    decision('Everywhere: Statuses', `the body ${JSON.stringify(rawBody)} is 400`, async (world) => {
      const { agentId } = await world.fixtures.agent();
      expectStatus(
        await world.client.send('POST', `/api/agents/${agentId}/calls/campaign`, { rawBody }),
        400,
      );
    }),
  ),
];

export const campaignInputChecks: Check[] = [
  ...typeChecks,
  ...nameChecks,
  ...numberChecks,
  ...variableChecks,
  ...endChecks,
  ...bodyChecks,
];
