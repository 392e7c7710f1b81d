import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { accessibilityViolations, hasChromium, keepScreenshot } from './chromium.ts';
import { openPage } from './console-page.ts';
import type { Office } from './office.ts';
import { sharedOffices } from './shared-offices.ts';

describe.skipIf(!hasChromium)('an organization of 1,500 agents in a browser', { timeout: 120_000 }, () => {
  let office: Office;
  let page: Page;

  beforeAll(async () => {
    office = await sharedOffices.open();
    page = office.page;
    const db = new Database({
      ...{ connectionString: office.databaseUrl, applicationName: 'console picks test' },
      ...{ connectionsMax: 1, log: silentLog },
    });
    await db.query(insertAgents, [1500]);
    await db.query(insertCampaigns, [1500]);
    await db.close();
  }, 180_000);
  afterAll(async () => {
    expect(office?.complaints).toEqual([]);
    await office?.[Symbol.asyncDispose]();
  });

  const open = (path: string) => openPage(page, `${office.program.url}${path}`);
  const filter = (name: string) => page.getByRole('combobox', { name });
  const options = () => page.getByRole('option').allInnerTexts();
  const addressed = (parameter: string) => new URL(page.url()).searchParams.get(parameter);

  test('a column shows the names of the oldest, fetched together for the page', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('ids=')) asked.push(request.url());
    });
    await open('/campaigns');
    const row = page.getByRole('row').filter({ hasText: 'Campaign 1500' });
    await row.getByRole('cell', { name: 'Agent 0001' }).waitFor();
    await expect.poll(() => page.getByRole('cell', { name: /^Agent \d{4}$/ }).count()).toBe(50);
    expect(asked.map((url) => new URL(url).searchParams.getAll('ids').length)).toEqual([50]);
  });

  test('the 1,400th agent is found by typing and chosen by keyboard, and stays visible in the filter', async () => {
    await open('/campaigns');
    await filter('Agent').click();
    await expect.poll(async () => (await options()).length).toBe(26);
    expect((await options()).at(-1)).toBe('Load more, or type part of the name');
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'picks');
    await filter('Agent').fill('AGENT 0101');
    await expect.poll(options).toEqual(['Agent 0101']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => addressed('agentId')).toBe(agentId(101));
    await page.getByText('1 total').waitFor();
    await page.getByRole('row').filter({ hasText: 'Campaign 1400' }).getByText('Agent 0101').waitFor();
    await page.reload();
    await expect.poll(() => filter('Agent').inputValue()).toBe('Agent 0101');
    // It is offered in addition to the newest, and marked.
    await filter('Agent').click();
    await expect.poll(async () => (await options()).length).toBe(27);
    expect(await page.getByRole('option', { selected: true }).allInnerTexts()).toEqual(['Agent 0101']);
    await filter('Agent').fill('no such agent');
    await page.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => addressed('agentId')).toBe(null);
  });

  test('shows more on request, by keyboard too, and keeps the list open', async () => {
    await open('/calls');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Campaign' }).click();
    await filter('Campaign').click();
    await expect.poll(async () => (await options()).length).toBe(26);
    await page.getByRole('option', { name: /^Load more/ }).click();
    await expect.poll(async () => (await options()).length).toBe(51);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await options()).length).toBe(76);
    expect(addressed('campaignId')).toBe(null);
    await page.getByRole('option', { name: 'Campaign 1426' }).click();
    await expect.poll(() => addressed('campaignId')).toBe(campaignId(1426));
    expect(await page.getByRole('option').count()).toBe(0);
    expect(await filter('Campaign').inputValue()).toBe('Campaign 1426');
  });

  test('ignores the answer to an earlier input', async () => {
    await open('/campaigns');
    await filter('Agent').click();
    const held = Promise.withResolvers<void>();
    const isSearched = (part: string) => (url: URL) => url.searchParams.get('search') === part;
    await page.route(isSearched('agent 01'), async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    const begun = page.waitForRequest((request) => isSearched('agent 01')(new URL(request.url())));
    const given = page.waitForEvent('requestfailed', (request) =>
      isSearched('agent 01')(new URL(request.url())),
    );
    await filter('Agent').fill('agent 01');
    await begun;
    await filter('Agent').fill('agent 0199');
    expect((await given).failure()?.errorText).toContain('ERR_ABORTED');
    await expect.poll(options).toEqual(['Agent 0199']);
    held.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await options()).toEqual(['Agent 0199']);
  });

  test('searches the beginning of a text that is too long', async () => {
    await open('/campaigns');
    await filter('Agent').click();
    await filter('Agent').fill(`${'x'.repeat(99)}😀x`);
    await expect.poll(options).toEqual(['No matches']);
  });

  test('a number chooses searched trunks, and a trunk shows its numbers and calls from them', async () => {
    const make = async (path: string, body: object) =>
      (await office.program.request('POST', path, { body })).body;
    const { trunkId } = await make('/api/trunks', { name: 'Main carrier', host: 'sip.example.com' });
    await make('/api/trunks', { name: 'Backup carrier', host: 'sip.example.net' });
    await open('/phone-numbers');
    await page.getByRole('button', { name: 'Add phone number' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Phone number' }).fill('+12025550188');
    await dialog.getByRole('combobox', { name: 'Trunk', exact: true }).fill('main');
    await page.getByRole('option', { name: 'Main carrier' }).click();
    await dialog.getByRole('combobox', { name: 'Answered by' }).fill('0042');
    await page.getByRole('option', { name: 'Agent 0042' }).click();
    await dialog.getByRole('combobox', { name: 'Fallback trunks' }).fill('BACK');
    await page.getByRole('option', { name: 'Backup carrier' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Save phone number' }).click();
    await page.getByRole('heading', { level: 1, name: '+12025550188' }).waitFor();
    const ways = page.locator('dl').first();
    for (const name of ['Main carrier', 'Backup carrier', 'Agent 0042']) await ways.getByText(name).waitFor();
    await open('/phone-numbers');
    const row = page.getByRole('row').filter({ hasText: '+12025550188' });
    for (const name of ['Main carrier', 'Agent 0042']) await row.getByRole('cell', { name }).waitFor();
    await open(`/trunks/${trunkId}`);
    await page.locator('dd').getByText('+12025550188').waitFor();
    await page.getByRole('button', { name: 'Call my telephone' }).click();
    await expect
      .poll(() => dialog.getByRole('combobox', { name: 'Call from' }).inputValue())
      .toBe('+12025550188');
  });

  test('offers the number of a softphone with its trunk, unless the organization has it', async () => {
    const { body } = await office.program.request('POST', '/api/trunks', {
      body: { name: 'Telephone', host: '127.0.0.1', port: 5080 },
    });
    const dialog = page.getByRole('dialog');
    const offered = async () => {
      await open(`/trunks/${body.trunkId}`);
      await page.getByRole('button', { name: 'Add phone number' }).click();
      const trunk = dialog.getByRole('combobox', { name: 'Trunk', exact: true });
      await expect.poll(() => trunk.inputValue()).toBe('Telephone');
      return dialog.getByRole('textbox', { name: 'Phone number' }).inputValue();
    };
    expect(await offered()).toBe('+12025550142');
    await dialog.getByText('No carrier has to own the number of a softphone').waitFor();
    const number = { phoneNumber: '+12025550142', trunkId: null };
    const made = await office.program.request('POST', '/api/phone-numbers', { body: number });
    expect(made.status, made.text).toBe(201);
    expect(await offered()).toBe('');
  });

  test('keeps the input when more are shown, and clears it after a choice', async () => {
    for (const name of ['Even', ...Array.from({ length: 26 }, (_, at) => `Odd ${at}`)]) {
      const body = { name, host: 'sip.example.org' };
      expect((await office.program.request('POST', '/api/trunks', { body })).status).toBe(201);
    }
    await open('/phone-numbers');
    await page.getByRole('button', { name: 'Add phone number' }).first().click();
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'Fallback trunks' });
    await field.fill('odd');
    await expect.poll(async () => (await options()).filter((name) => name.startsWith('Odd')).length).toBe(25);
    await page.getByRole('option', { name: /^Load more/ }).click();
    await expect.poll(async () => (await options()).at(-1)).toBe('Odd 0');
    expect(await field.inputValue()).toBe('odd');
    expect((await options()).filter((name) => !name.startsWith('Odd'))).toEqual([]);
    await page.getByRole('option', { name: 'Odd 0' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test("does not show another trunk's numbers while those of the trunk are loading", async () => {
    const trunkOf = async (name: string, phoneNumber: string) => {
      const { body } = await office.program.request('POST', '/api/trunks', {
        body: { name, host: 'sip.example.org' },
      });
      const { trunkId } = body;
      const made = await office.program.request('POST', '/api/phone-numbers', {
        body: { phoneNumber, trunkId },
      });
      expect(made.status, made.text).toBe(201);
      return trunkId as string;
    };
    const first = await trunkOf('First carrier', '+12025550171');
    const second = await trunkOf('Second carrier', '+12025550172');
    const held = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === '/api/phone-numbers' && url.searchParams.get('trunkId') === second,
      async (route) => {
        await held.promise;
        await route.continue().catch(() => undefined);
      },
    );
    const numbers = page.locator('dd').getByText(/^\+1202555017/);
    const testCall = page.getByRole('button', { name: 'Call my telephone' });
    await open(`/trunks/${first}`);
    await numbers.waitFor();
    // On return the trunk is cached, and its numbers are not.
    await page.evaluate(`history.pushState({}, '', '/trunks/${second}')`);
    await page.getByRole('heading', { level: 1, name: 'Second carrier' }).waitFor();
    await page.goBack();
    await testCall.waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Second carrier' }).waitFor();
    expect([await numbers.count(), await testCall.count()]).toEqual([0, 0]);
    held.resolve();
    await numbers.waitFor();
    await testCall.click();
    const from = page.getByRole('dialog').getByRole('combobox', { name: 'Call from' });
    await expect.poll(() => from.inputValue()).toBe('+12025550172');
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('a workflow step names its agent, and offers agents by name', async () => {
    const steps = [{ id: 'call', type: 'queueCall', agentId: agentId(7), call: {} }];
    const body = { name: 'Calls', trigger: { type: 'webhook' }, definition: { steps } };
    const { workflowId } = (await office.program.request('POST', '/api/workflows', { body })).body;
    await open(`/workflows/${workflowId}`);
    await page.getByRole('button', { name: /^call / }).press('Enter');
    await page.getByText('Step', { exact: true }).click();
    await page.getByText('This is Agent 0007.').waitFor();
    const field = page.getByRole('combobox', { name: 'Agent id' });
    await field.fill('Agent 0101');
    const offered = () => page.locator('#agentId-picks option').allTextContents();
    await expect.poll(offered).toEqual(['Agent 0101']);
  });

  test('forms offer all agents, too', async () => {
    await open('/campaigns');
    await page.getByRole('button', { name: 'New campaign' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Agent' }).fill('0007');
    await page.getByRole('option', { name: 'Agent 0007' }).click();
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('Agent 0007');
    await dialog.getByRole('combobox', { name: 'Schedule' }).click();
    await page.getByText('None yet: make one under Schedules').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

const padded = (n: number) => String(n).padStart(26, '0');
const agentId = (n: number) => `agent_${padded(n)}`;
const campaignId = (n: number) => `campaign_${padded(n)}`;

/** Agents from 0001, oldest first. */
const insertAgents = statement(
  'console_picks_test.agents',
  `with a as (
     insert into agents (organization_id, agent_id, version, name, required_variables, created_at, updated_at)
     select organization_id, 'agent_' || lpad(n::text, 26, '0'), 1, 'Agent ' || lpad(n::text, 4, '0'), '{}', now(), now()
     from organizations, generate_series(1, $1::integer) n returning *
   )
   insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
   select organization_id, agent_id, 1,
     json_build_object('name', name, 'prompt', 'You help.', 'language', 'en-US', 'variables', '[]'::json,
       'tools', '[]'::json, 'transferDestinations', '[]'::json,
       'limits', json_build_object('maxDurationSeconds', 1800, 'silenceSeconds', 10), 'conversation', '{}'::json),
     now(), 'member_test' from a`,
);

/** One campaign for each agent, the newest for the oldest. */
const insertCampaigns = statement(
  'console_picks_test.campaigns',
  `insert into campaigns (organization_id, campaign_id, agent_id, name, created_at, updated_at)
   select organization_id, 'campaign_' || lpad(n::text, 26, '0'), 'agent_' || lpad(($1 + 1 - n)::text, 26, '0'),
     'Campaign ' || lpad(n::text, 4, '0'), now(), now()
   from organizations, generate_series(1, $1::integer) n`,
);
