import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../console/src/routes/pages.ts';
import { statement } from '../../src/platform/db/index.ts';
import { openSipResponder } from '../peers/sip-responder.ts';
import { startChatModel } from '../world/chat-model.ts';
import {
  accessibilityViolations,
  hasChromium,
  keepScreenshot,
  openChromium,
  violationsInBothThemes,
  windowOptions,
} from './chromium.ts';
import { chooseMore, expectToFit, openAnew, openPage } from './console-page.ts';
import { openStage, type Stage } from './stage.ts';
import { workbookOf } from './write-workbook.ts';

/** Callers of the stage's number who were turned away in this hour. */
const turnAway = statement(
  'console_test.turn_away',
  `insert into turned_away_hours (organization_id, hour, phone_number_id, reason, phone_number, calls, last_at)
   select organization_id, date_trunc('hour', now()), phone_number_id, 'organization-limit', phone_number, 12, now()
   from phone_numbers where phone_number = '+12025550123' on conflict do nothing`,
);

const email = 'olive@example.com';
const password = 'three parcels for maya';

describe.skipIf(!hasChromium)('the console in a browser', { timeout: 120_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Errors of the page: failed scripts, and violations of its policy. */
  const complaints: string[] = [];

  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), openChromium()]);
    context = await browser.newContext(windowOptions);
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // Pages show failed requests themselves.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        complaints.push(message.text());
    });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.[Symbol.asyncDispose]();
  });

  const open = (path: string) => openPage(page, `${stage.program.url}${path}`);

  test('the first page waits for the build of the console, then opens by itself', async () => {
    await page.goto(stage.program.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor({ timeout: 100_000 });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('the owner joins with the link of the first start', async () => {
    await page.goto(stage.program.joinUrl.replace(/^http:\/\/[^/]+/, stage.program.url));
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'join');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  test('a new campaign begins with the only agent and number, and says what customers hear', async () => {
    await open('/campaigns');
    await page.getByRole('button', { name: 'New campaign' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Your only agent').waitFor();
    await dialog.getByText('Your only phone number').waitFor();
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('Ada');
    await dialog.getByText('This agent answers the calls to').waitFor();
    await dialog.getByText('A customer would hear first: “Hello there, this is Ada.”').waitFor();
    await keepScreenshot(page, 'campaign-form');
    await page.keyboard.press('Escape');
  });

  test('a member signs out and in again on the same page, by keyboard alone', async () => {
    await open('/calls');
    await page.getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
  });

  test.each(pages)('$title fits a phone and is accessible', async ({ title, path }) => {
    await open(path);
    await expect.poll(() => page.title()).toBe(`${title} · Parley`);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await expectToFit(page, 360);
    await keepScreenshot(page, `${title.toLowerCase()}-360`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await keepScreenshot(page, title.toLowerCase());
  });

  test('Analytics waits while the service is busy, and keeps the last figures meanwhile', async () => {
    await stage.db.query(turnAway);
    let [asked, isHeld, atOnce, atOnceMax] = [0, false, 0, 0];
    const ofBreakdown = (request: Request) => request.url().includes('/api/analytics/breakdown');
    const began = (request: Request) => {
      if (ofBreakdown(request)) atOnceMax = Math.max(atOnceMax, ++atOnce);
    };
    const ended = (request: Request) => {
      if (ofBreakdown(request)) atOnce--;
    };
    page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
    const isAnswered = Promise.withResolvers<void>();
    const body = { error: 'One more is too many.', code: 'operation.busy', requestId: 'req_1' };
    await page.route('**/api/analytics/breakdown?*', async (route) => {
      asked++;
      if (asked <= 2) await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: body });
      else if (!isHeld) await route.continue();
      else await isAnswered.promise.then(() => route.continue()).catch(() => undefined);
    });
    await openAnew(page, `${stage.program.url}/analytics`);
    const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true });
    // Three questions, of which two tries were refused, and all of them again when the stream of events is open.
    await outcomes.getByRole('img', { name: 'Connected' }).waitFor();
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThanOrEqual(8);
    expect(atOnceMax).toBe(1);
    page.off('request', began).off('requestfinished', ended).off('requestfailed', ended);
    isHeld = true;
    const askedBefore = asked;
    await page.getByRole('combobox', { name: /^Range/ }).click();
    await page.getByRole('option', { name: 'Last 7 days' }).click();
    await expect.poll(() => asked).toBeGreaterThan(askedBefore);
    await outcomes.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    isAnswered.resolve();
    await page.unroute('**/api/analytics/breakdown?*');

    // Callers who were turned away are named there, on the page of their number and on the home page.
    const turnedAway = page.getByRole('region', { name: 'Calls turned away' });
    await turnedAway.getByText('All concurrent calls of the organization were in use').waitFor();
    await turnedAway.getByRole('link', { name: '+12025550123' }).click();
    await page.getByRole('heading', { level: 1, name: '+12025550123' }).waitFor();
    await turnedAway.getByText('Hour', { exact: true }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'phone-number');
    await open('/calls');
    await page
      .getByText(/^In the last 7 days 12 inbound calls were turned away and have no record here/)
      .waitFor();
    await page.getByRole('link', { name: 'Why, and which numbers' }).click();
    await turnedAway.getByText('All concurrent calls of the organization were in use').waitFor();
    await open('/');
    await page.getByText(/^12 calls were turned away within a day because all concurrent calls/).waitFor();
    const today = page.getByRole('region', { name: 'Outcomes today' });
    // The calls of the stage are 7 minutes apart, so the first hour of a day has not all outcomes.
    const minutesOfDay = (Date.now() % 86_400_000) / 60_000;
    const meanings = ['Connected', 'Not reached', 'Failed', 'Not called'].slice(0, minutesOfDay < 60 ? 1 : 4);
    for (const meaning of meanings) await today.getByRole('img', { name: meaning }).first().waitFor();
  });

  test('a call shows its whole record, and its audio moves the transcript', async () => {
    await open(`/calls/${stage.callId}`);
    await page.getByText('It arrives tomorrow before noon.').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    for (const text of ['find_parcel', 'Offered a text message', '712 ms', 'Queued', '€0.0319']) {
      await page.getByText(text).first().waitFor();
    }
    const cost = page.getByRole('region', { name: 'Cost' });
    await cost.getByText('680 cached input tokens at €1.25 per 1,000,000').waitFor();
    await cost.getByText('ElevenLabs flash').waitFor();
    await cost.getByText('No price').waitFor();
    await page.getByText('The agent began before the caller had finished').waitFor();
    expect(await page.getByText(/[-−]1[.,]?9/).count()).toBe(0);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'call-light');
    await page.getByRole('button', { name: 'Play from 0:00' }).click();
    await page.locator('.transcript-line[aria-current]').getByText('Hello Maya').waitFor();
    await expectToFit(page, 360);
    await keepScreenshot(page, 'call-360');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a repeated analysis is shown pending, failed and done', async () => {
    await using made = new AsyncDisposableStack();
    const model = made.use(await startChatModel());
    const ask = async (method: string, path: string, body: object) => {
      const answer = await stage.program.request(method, path, { body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    };
    const plan = { summary: true, sentiment: false };
    const agent = { name: `Judge ${++attempts}`, prompt: 'You judge.', analysis: plan };
    const { agentId } = await ask('POST', '/api/agents', agent);
    const callId = await stage.conversationOf(agentId);
    await open(`/calls/${callId}`);
    const panel = page.getByRole('region', { name: 'Analysis' });
    const status = panel.getByRole('status');
    await status.getByText('Analysis was off.').waitFor();
    const analyze = async (button: string) => {
      await panel.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').getByRole('button', { name: button }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await analyze('Analyze call');
    await status.getByText('the agent has no language model').waitFor();
    await panel.getByText('Not analyzed', { exact: true }).waitFor();

    const key = { provider: 'openai', apiKey: 'a-key', name: agent.name, baseUrl: model.baseUrl };
    const { providerKeyId } = await ask('POST', '/api/provider-keys', key);
    made.defer(async () => {
      await stage.program.request('DELETE', `/api/provider-keys/${providerKeyId}`);
    });
    await ask('PATCH', `/api/agents/${agentId}`, { model: { provider: 'openai', model: 'any' } });
    const answered = Promise.withResolvers<void>();
    model.answerWith(() => ({
      words: ['{"summary":', '"Maya asked for her parcel."}'],
      hold: answered.promise,
    }));
    await analyze('Reanalyze');
    await status.getByText('The call is being analyzed by version 2 of the agent.').waitFor();
    await panel.getByText('Pending', { exact: true }).waitFor();
    // The button has the focus again, although it is disabled meanwhile.
    const again = panel.getByRole('button', { name: 'Reanalyze', disabled: true });
    await again.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    answered.resolve();
    await panel.getByText('Maya asked for her parcel.').waitFor();
    await status.getByText('Analyzed by version 2 of the agent.').waitFor();
    await again.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Reanalyze' }).and(page.locator(':focus')).waitFor();
    await page.getByText('asked for another analysis').last().waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await expectToFit(page, 360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('filters are in the address, and the keyboard leads to a call', async () => {
    // A search that is answered in slices goes on by itself behind an empty one.
    const beforeAll = Buffer.from(`2999-01-01T00:00:00.000Z call_7${'z'.repeat(25)}`).toString('base64url');
    const empty = { calls: [], metadata: { nextPage: `http://a/api/calls?pageToken=${beforeAll}` } };
    const isFirst = (url: URL) => url.pathname === '/api/calls' && !url.searchParams.has('pageToken');
    await page.route(isFirst, (route) => route.fulfill({ json: empty }));
    await open('/calls?type=inboundPhoneCall');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(15);
    await page.getByText('15 total').waitFor();
    await page.unroute(isFirst);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Load more').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByText('Load more').click();
    await page.getByText('61 total').waitFor();
    // Two keys are a pair only in quick succession, which a stalled machine breaks.
    const goHome = async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      return new URL(page.url()).pathname;
    };
    await expect.poll(goHome).toBe('/');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('go to calls');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    // Typing after a pause is appended. The last command is visible when it is selected.
    const customer = page.getByRole('textbox', { name: 'Number, its last digits, or words said' });
    await customer.pressSequentially('+1 415 ');
    await expect.poll(() => new URL(page.url()).searchParams.get('customerNumber')).toBe('+1 415');
    await customer.press('5');
    expect(await customer.inputValue()).toBe('+1 415 5');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).press('ArrowUp');
    const last = page.getByRole('option', { selected: true }).filter({ hasText: 'Sign out' });
    const isInSight = async () => {
      const [list, option] = [await page.getByRole('listbox').boundingBox(), await last.boundingBox()];
      return list !== null && option !== null && option.y + option.height <= list.y + list.height + 1;
    };
    await expect.poll(isInSight).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('option').nth(0).waitFor({ state: 'detached' });
    // The palette returns the focus to the field, which would receive the key.
    await customer.and(page.locator(':focus')).waitFor();
    await customer.blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('seven visible windows load and update, of which two follow streams', async () => {
    const url = `${stage.program.url}/`;
    const open = new Set<Request>();
    const windows = await browser.newContext({
      ...windowOptions,
      storageState: await context.storageState(),
    });
    windows.on('request', (request) => {
      if (request.resourceType() === 'eventsource') open.add(request);
    });
    windows.on('requestfinished', (request) => void open.delete(request));
    windows.on('requestfailed', (request) => void open.delete(request));
    const pages: Page[] = [];
    for (let n = 0; n < 7; n++) {
      const one = await windows.newPage();
      one.setDefaultTimeout(30_000);
      await openPage(one, url);
      pages.push(one);
    }
    const followingPages = () => [...open].map((request) => pages.indexOf(request.frame().page())).sort();
    await expect.poll(followingPages).toEqual([5, 6]);
    const name = `Parcels in windows ${++attempts}`;
    await stage.renameOrganization(name);
    await Promise.all(pages.map((one) => one.getByText(name).first().waitFor()));
    await pages[0]!.evaluate("window.dispatchEvent(new Event('focus'))");
    await expect.poll(followingPages).toEqual([0, 6]);
    await windows.close();
  });

  test('forms create a number, a schedule and a campaign, and keep refused input', async () => {
    const dialog = page.getByRole('dialog');
    const [own, schedule] = [`+120255504${10 + ++attempts}`, `Working days ${attempts}`];
    await open('/phone-numbers');
    await page.getByRole('button', { name: 'Add phone number' }).click();
    const number = dialog.getByLabel('Phone number', { exact: false }).first();
    await number.fill('12');
    await dialog.getByRole('button', { name: 'Save phone number' }).click();
    await dialog.getByText('must be a telephone number with its country').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect.poll(() => number.inputValue()).toBe('12');
    await number.fill(own);
    // The only trunk is chosen. Without one, nothing is dialed.
    const trunk = dialog.getByRole('combobox', { name: 'Trunk', exact: true });
    await expect.poll(() => trunk.inputValue()).toBe('Simulated carrier');
    await trunk.click();
    await page.getByRole('option', { name: 'Simulated carrier' }).click();
    await expect.poll(() => trunk.inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Save phone number' }).click();
    await page.getByRole('heading', { level: 1, name: own }).waitFor();

    await open('/schedules');
    await page.getByRole('button', { name: 'Add schedule' }).first().click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Weekdays 9–17');
    await dialog.getByRole('button', { name: 'Always' }).click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Always');
    expect(await dialog.getByLabel('To', { exact: true }).inputValue()).toBe('24:00');
    await keepScreenshot(page, 'schedule-always');
    await dialog.getByLabel('Name').fill(schedule);
    await dialog.getByRole('button', { name: 'Weekdays 9–17' }).click();
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByRole('heading', { level: 1, name: schedule }).waitFor();
    await page.getByPlaceholder('+1…').fill('+14155550134');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('America/Los_Angeles').first().waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'schedule');

    const choose = async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await open('/campaigns');
    await page.getByRole('button', { name: 'New campaign' }).first().click();
    await dialog.getByLabel('Name').fill('November parcels');
    await choose('Agent', 'Ada');
    // Without a trunk, so that nothing is dialed.
    await choose('Caller id', own);
    await choose('Schedule', schedule);
    await dialog.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { level: 1, name: 'November parcels' }).waitFor();
    await page.getByText('8:00 to 21:00 on the customer’s clock, within the schedule').waitFor();
    // A file as people have it: the columns are found, and the settings are those of the campaign.
    await page.getByRole('button', { name: 'Import calls' }).first().click();
    // Excel saves it in Windows-1252. Its cells have line breaks, and a row is empty.
    const right = ['0171', '0172'].map((last) => `+1 415 555 ${last};"René\nD."\n`).join('');
    const wrong = '12;"Bo\nL."\n'.repeat(7);
    const buffer = Buffer.from(`Phone;First name\n${right}\n${wrong}`, 'latin1');
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer };
    await dialog.locator('input[type=file]').setInputFiles(file);
    const target = dialog.getByRole('combobox', { name: 'Field for column Phone' });
    expect(await target.inputValue()).toBe('Phone number');
    await dialog.getByRole('status').getByText('This file is in Windows-1252.').waitFor();
    await keepScreenshot(page, 'import-windows');
    await dialog.getByText('2 of 9 rows will be called; 7 will not:').waitFor();
    await dialog.getByRole('button', { name: 'Preview the first 2 calls' }).click();
    const begin = dialog.getByRole('list', { name: 'How the first calls begin' }).getByRole('listitem');
    await begin.filter({ hasText: '+1 415 555 0171and 1 other' }).waitFor();
    expect(await begin.count()).toBe(1);
    // Many rows are shown by their reasons, and one by one on request.
    await dialog.getByText('7 rows: The number is not a phone number of the United States.').waitFor();
    await keepScreenshot(page, 'import-reasons');
    await dialog.getByText('Rows that are left out').click();
    await dialog
      .getByRole('row', { name: '11 12 The number is not a phone number of the United States.' })
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add 2 calls' }).click();
    await page.getByText('0 of 2 calls ended').waitFor();
    await page.getByText('Not started').waitFor();
    await waitsForRows(page);
    const start = page.getByRole('button', { name: 'Start calling 2 customers' });
    await start.first().click();
    await dialog
      .getByText(`calls 2 customers from ${own}, between 8:00 and 21:00 on their own clock`)
      .waitFor();
    await dialog.getByText('each customer is called once, also those who do not answer').waitFor();
    await page.getByText('Not started').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-start');
    await dialog.getByRole('button', { name: 'Start calling 2 customers' }).click();
    await page.getByRole('button', { name: 'Pause campaign' }).waitFor();
    await page.getByRole('status').getByText('Waiting: 2 customers cannot be called now').waitFor();
    await page.getByText('The phone number has no trunk to call through.').waitFor();
    const { body } = await stage.program.request(
      'GET',
      '/api/calls?customerNumber=%2B14155550171&pageSize=1',
    );
    expect(Object.values(body.calls[0].callVariables)).toContain('René\nD.');
    await open(`/calls/${body.calls[0].callId}`);
    const waits = page.getByRole('region', { name: 'The call waits' });
    await waits.getByText('The phone number has no trunk to call through.').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('a campaign says before its start when the first call can be, and calls a telephone of one’s own', async () => {
    const ask = async (path: string, body?: unknown) => {
      const answer = await stage.program.request(body ? 'POST' : 'GET', path, { body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    };
    const dialog = page.getByRole('dialog');
    const [{ agentId }] = (await ask('/api/agents')).agents;
    const { phoneNumberId } = (await ask('/api/phone-numbers')).phoneNumbers.find(
      ({ phoneNumber }: { phoneNumber: string }) => phoneNumber === '+12025550123',
    );
    const name = `Night ${++attempts}`;
    const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
    const inThreeDays = days[(new Date().getUTCDay() + 3) % 7]!;
    const windows = [{ days: [inThreeDays], start: '00:00', end: '24:00' }];
    const { scheduleId } = await ask('/api/schedules', { name, timeZone: 'UTC', windows });
    const callDefaults = { scheduleId, phoneNumberId };
    const created = { name, agentId, status: 'paused', daytimeOnly: true, callDefaults };
    const { campaignId } = await ask('/api/campaigns', created);
    // It is between 3:00 and 4:00 there.
    const ahead = ((3 - new Date().getUTCHours() + 36) % 24) - 12;
    const timeZone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    const call = { campaignName: name, scheduleId, phoneNumberId, timeZone };
    for (const [at, firstName] of ['Maya', 'René'].entries())
      await ask(`/api/agents/${agentId}/calls/campaign`, {
        ...{ ...call, phoneNumber: `+1415555018${at}`, variables: { first_name: firstName } },
      });

    await open(`/campaigns/${campaignId}`);
    await page.getByRole('button', { name: 'Start calling 2 customers' }).click();
    await dialog.getByText('No customer is called now').waitFor();
    await dialog.getByText(/^2 customers are waiting\. The first can be called at/).waitFor();
    // Everything that forbids the calls is named at once, with the way to change it.
    await dialog.getByText('The campaign calls only between 8:00 and 21:00').waitFor();
    await dialog.getByText(`The schedule "${name}" is closed.`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-start-night');
    await dialog.getByRole('button', { name: 'Change hours' }).click();
    await dialog.getByText('Call only between 8:00 and 21:00').waitFor();
    await dialog.getByRole('note').getByText('The schedule is closed now. It opens').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('link', { name: 'Change schedule' }).click();
    await page.getByRole('button', { name: 'Edit schedule' }).click();
    await dialog.getByRole('button', { name: 'Always' }).click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe(name);
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'schedule-of-campaign');
    await page.getByRole('link', { name: `Campaign ${name}` }).click();
    await page.getByRole('button', { name: 'Start calling 2 customers' }).click();
    await dialog.getByText('The campaign calls only between 8:00 and 21:00').waitFor();
    await dialog.getByText(`The schedule "${name}" is closed.`).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Call my telephone first' }).click();
    await dialog.getByRole('combobox', { name: 'Customer whose values' }).click();
    await page.getByRole('option', { name: '+1 415-555-0180' }).click();
    await dialog.getByLabel('Number to call').fill('+14155550189');
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-try');
    await dialog.getByRole('button', { name: 'Call now' }).click();
    await stage.customerOf('+14155550189');
    const [tried] = (await ask('/api/calls?customerNumber=%2B14155550189')).calls;
    expect(tried).toMatchObject({ agentId, campaignId: null, callVariables: { first_name: 'Maya' } });
    expect((await ask(`/api/campaigns/${campaignId}`)).customers).toMatchObject({ total: 2, waiting: 2 });

    await open(`/campaigns/${campaignId}`);
    await page.getByRole('button', { name: 'Start calling 2 customers' }).click();
    await dialog.getByRole('button', { name: 'Start calling 2 customers' }).click();
    await page.getByRole('status').getByText('Waiting for calling hours').waitFor();
    await page.getByRole('button', { name: 'Change hours' }).waitFor();
    await keepScreenshot(page, 'campaign-hold');
    await open('/campaigns');
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText(/^Waiting for calling hours \(/).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'campaigns-waiting');
    await page.route(`**/api/campaigns/${campaignId}`, async (route) => {
      const answer = await (await route.fetch()).json();
      const [reason, message] = [
        'organization-limit',
        'All 10 concurrent calls of the organization are in use.',
      ];
      const since = new Date(Date.now() - 120_000).toISOString();
      const barriers = [{ reason, message, scheduleId: null }];
      Object.assign(answer.hold, { reason, message, until: null, since, barriers });
      await route.fulfill({ json: answer });
    });
    await openAnew(page, `${stage.program.url}/campaigns/${campaignId}`);
    const turn = page.getByRole('status').filter({ hasText: 'Customers wait for their turn' });
    await turn.getByText(/^It has lasted 2 min/).waitFor();
    expect(await turn.getByRole('link', { name: 'Change limit' }).getAttribute('href')).toBe('/settings');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-limit');
    await page.unroute(`**/api/campaigns/${campaignId}`);
    await ask(`/api/campaigns/${campaignId}/end`, {});
  });

  /** Answers that 342 of 500 rows of a file are added, and then that all are. */
  async function waitsForRows(page: Page): Promise<void> {
    let rowsAccepted = 342;
    await page.route('**/api/campaigns/*/imports?*', async (route) => {
      const answer = await (await route.fetch()).json();
      const status = rowsAccepted < 497 ? 'running' : 'completed';
      Object.assign(answer.imports[0], { status, rowsRead: 500, rowsAccepted, rowsRefused: 3 });
      await route.fulfill({ json: answer });
    });
    await page.reload();
    await page.getByText('342 of 497 rows added').waitFor();
    expect(await page.getByRole('button', { name: 'Start calling', exact: true }).isDisabled()).toBe(true);
    expect(await violationsInBothThemes(page)).toEqual([]);
    rowsAccepted = 497;
    await page.getByRole('button', { name: 'Start calling 2 customers' }).waitFor();
    await page.unroute('**/api/campaigns/*/imports?*');
  }

  /** Counts attempts: a repeated test uses other names. */
  let attempts = 0;
  /** Creates a campaign on a number without a trunk, so that nothing is dialed. Its schedule has its name. */
  async function makeCampaign(customerNumbers: readonly string[]) {
    const ask = async (path: string, body?: unknown) => {
      const answer = await stage.program.request(body ? 'POST' : 'GET', path, { body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    };
    const name = `Held ${++attempts}`;
    const phoneNumber = `+120255503${10 + attempts}`;
    const [{ agentId }] = (await ask('/api/agents')).agents;
    const { phoneNumberId } = await ask('/api/phone-numbers', { phoneNumber });
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const schedule = { name, timeZone: 'UTC', windows: [{ days, start: '00:00', end: '24:00' }] };
    const { scheduleId } = await ask('/api/schedules', schedule);
    const common = { campaignName: name, scheduleId, phoneNumberId, variables: {} };
    const path = `/api/agents/${agentId}/calls/campaign`;
    const queued: { campaignId: string; callId: string }[] = [];
    for (const customerNumber of customerNumbers)
      queued.push(await ask(path, { ...common, phoneNumber: customerNumber }));
    const { campaignId } = queued[0]!;
    return {
      campaignId,
      name,
      phoneNumber,
      scheduleId,
      phoneNumberId,
      callIds: queued.map(({ callId }) => callId),
    };
  }

  test('a campaign imports a file, returns the refused rows, and is paused and ended', async () => {
    const dialog = page.getByRole('dialog');
    const { campaignId, name, phoneNumber } = await makeCampaign(['+14155550171']);
    await openAnew(page, `${stage.program.url}/campaigns/${campaignId}`);
    await page.getByRole('button', { name: 'Import calls' }).click();
    const texts = ['Notes', 'Phone', 'First name', 'Ann', 'Bob'];
    const buffer = workbookOf({
      sheets: [
        { name: 'Notes', rows: '<row><c t="s"><v>0</v></c></row><row><c t="s"><v>0</v></c></row>' },
        {
          name: 'Customers',
          rows: `<row><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row><row><c><v>14155550172</v></c><c t="s"><v>3</v></c></row>
            <row><c><v>12</v></c><c t="s"><v>4</v></c></row>`,
        },
      ],
      sharedStrings: texts.map((text) => `<si><t>${text}</t></si>`).join(''),
    });
    const add = dialog.getByRole('button', { name: 'Add 1 call' });
    const choose = async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };
    const fill = async (isKnown = false) => {
      const file = { name: 'customers.xlsx', mimeType: '', buffer };
      await dialog.locator('input[type=file]').setInputFiles(file);
      await choose('Sheet', 'Customers');
      await dialog.getByText('Of which country are they?').waitFor();
      await choose('Country of the numbers', 'United States');
      await dialog.getByText('Choose a schedule.').waitFor();
      await choose('Schedule', name);
      await choose('Caller id', phoneNumber);
      if (isKnown)
        await dialog
          .getByRole('row', { name: '2 14155550172 The number has a call in the campaign already.' })
          .waitFor();
      await choose('Customers who have a call in this campaign already', 'Call them again');
      await dialog.getByText('1 of 2 rows will be called; 1 will not:').waitFor();
      await dialog
        .getByRole('row', { name: '3 12 The number is not a phone number of the United States.' })
        .waitFor();
      await add.click();
    };
    await fill();
    await page.getByText('1 of 2 imported, 1 rejected').waitFor();
    // The same file again: customers are called twice only on request.
    await page.getByRole('button', { name: 'Import calls' }).click();
    const path = `**/api/campaigns/${campaignId}/import?**`;
    await page.route(path, (route) => route.fulfill({ status: 503, body: '{"error":"Busy just now."}' }));
    await fill(true);
    await dialog.getByText('Busy just now.').waitFor();
    await page.unroute(path);
    // A second click does not take the earlier answer for a new one.
    await add.click();
    await dialog.getByText('Already imported').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByText('0 of 2 calls ended').waitFor();
    const again = dialog.getByRole('checkbox', { name: 'Import again' });
    await again.check();
    // The tick does not count for another way of importing, which was used before as well.
    const treat = async (option: string) => {
      await choose('Duplicate numbers', option);
      await again.waitFor({ state: 'detached' });
      await add.click();
      await again.waitFor();
      expect(await again.isChecked()).toBe(false);
    };
    const replay = { createdAt: '2026-11-02T09:00:00.000Z', rowsRead: 2 };
    const headers = { 'idempotent-replayed': 'true' };
    await page.route(path, (route) => route.fulfill({ status: 202, json: replay, headers }));
    await treat('Import all rows');
    await page.unroute(path);
    await treat('Reject later rows');
    await again.check();
    await add.click();
    await page.getByText('0 of 3 calls ended').waitFor();
    await expect.poll(() => page.getByText('1 of 2 imported, 1 rejected').count()).toBe(2);
    const refusedRows = page.getByRole('link', { name: 'Download rejected rows' });
    const downloading = page.waitForEvent('download');
    await refusedRows.nth(1).click();
    expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(/importLine,.*\n3,.*12,Bob/s);
    await page.getByRole('button', { name: 'Create forecast' }).click();
    await page.getByText('50% likely by').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'campaign');
    await expectToFit(page, 360);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Pause campaign' }).click();
    await page.getByRole('button', { name: 'Resume campaign' }).waitFor();
    await chooseMore(page, 'End campaign');
    await dialog.getByRole('button', { name: 'End campaign' }).click();
    await page.getByText('3 of 3 calls ended').waitFor();
    await page.getByText('Ended calls by hour and outcome, as a table').click();
    const figures = page.getByRole('region', { name: 'Ended calls by hour and outcome' });
    await figures.getByRole('cell', { name: '3', exact: true }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-over');
    // With the tooltip of a column, which keeps its place when the chart becomes narrower.
    await page.locator('.recharts-surface').first().hover();
    await page.locator('.mantine-ChartTooltip-tooltip').waitFor();
    await expectToFit(page, 360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('cancels an import, and redials calls of unknown outcome, one and all of a campaign', async () => {
    const held = await makeCampaign(['+14155550191', '+14155550192']);
    const { campaignId, callIds } = held;
    const query = `scheduleId=${held.scheduleId}&phoneNumberId=${held.phoneNumberId}`;
    const sent = { body: 'phoneNumber\n12\n', headers: { 'content-type': 'text/csv' } };
    const imported = await stage.program.request(
      'POST',
      `/api/campaigns/${campaignId}/import?${query}`,
      sent,
    );
    expect(imported.status, imported.text).toBe(202);
    const question = (title: string) => page.getByRole('dialog', { name: title });
    await stage.holdImports(campaignId);
    await open(`/campaigns/${campaignId}`);
    await page.getByText(/^Running · /).waitFor();
    await chooseMore(page, 'Cancel import', page.getByRole('region', { name: 'Imports' }));
    await question('Cancel import?').getByRole('button', { name: 'Cancel import' }).click();
    await page.getByText(/^Canceled · /).waitFor();

    await stage.loseOutcomes(campaignId);
    await open(`/calls/${callIds[0]}`);
    await page.getByRole('button', { name: 'Redial' }).click();
    await question('Redial?').getByRole('button', { name: 'Redial' }).click();
    await page.getByText('The call was queued again.').waitFor();
    await open(`/campaigns/${campaignId}`);
    const all = 'Redial unknown outcomes';
    await page.getByRole('button', { name: all }).click();
    await question(`${all}?`).getByText('2 calls have an unknown outcome').waitFor();
    await question(`${all}?`).getByRole('button', { name: all }).click();
    await page.getByText('1 call was queued again.').waitFor();
    await page.getByText('2 of 4 calls ended').waitFor();

    await open('/campaigns');
    await page.getByRole('checkbox', { name: `Compare ${held.name}` }).check();
    await page
      .getByRole('checkbox', { name: /^Compare / })
      .nth(1)
      .check();
    await page.getByRole('link', { name: 'Compare 2 campaigns' }).click();
    await page.getByText(/too few customers are finished/).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await expectToFit(page, 360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('follows a live call by its stream alone, and ends it', async () => {
    const customerNumber = `+141555502${40 + ++attempts}`;
    const found = (await stage.program.request('GET', '/api/phone-numbers')).body.phoneNumbers;
    const { phoneNumberId } = found.find(({ trunkId }: { trunkId: string | null }) => trunkId !== null);
    const agent = {
      ...{ name: `Patient ${attempts}`, prompt: 'You wait.', firstMessage: 'Press a key, please.' },
      limits: { maxDurationSeconds: 600, silenceSeconds: 120 },
    };
    const { agentId } = (await stage.program.request('POST', '/api/agents', { body: agent })).body;
    const body = { phoneNumber: customerNumber, phoneNumberId };
    const placed = await stage.program.request('POST', `/api/agents/${agentId}/calls`, { body });
    expect(placed.status, placed.text).toBe(201);
    const customer = await stage.customerOf(customerNumber);
    expect(await customer.answered).toBe(true);
    const { callId } = placed.body;
    await open(`/calls/${callId}`);
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText('Live', { exact: true }).waitFor();
    // A second window, whose stream is taken from it later.
    const other = await context.newPage();
    other.setDefaultTimeout(30_000);
    await openPage(other, `${stage.program.url}/calls/${callId}`);
    await other.getByText('Live', { exact: true }).waitFor();
    // Requests for the call are answered after its end, so everything before comes from the stream.
    const over = Promise.withResolvers<void>();
    await context.route(`**/api/calls/${callId}`, async (route) => {
      await over.promise;
      await route.continue();
    });
    await customer.press('7');
    await transcript.getByText('Press a key, please.').waitFor();
    await transcript.getByText('Key 7').waitFor();
    await other.getByText('Key 7').waitFor();
    // Streamed state stays while the stream is interrupted, until the record is read.
    await other.route(`**/api/calls/${callId}/live`, (route) => route.abort());
    await other.evaluate("new BroadcastChannel('parley-session').postMessage('changed')");
    await other.getByText('Reconnecting', { exact: true }).waitFor();
    expect(await other.getByText('Key 7').count()).toBe(1);
    await other.close();
    // What is said is the first part of the page, and its end is in sight until the reader scrolls back.
    expect((await transcript.boundingBox())!.y).toBeLessThan(200);
    const said = transcript.getByRole('region', { name: 'What is said' });
    const scrolled = () => said.evaluate((view) => (view as unknown as { scrollTop: number }).scrollTop);
    for (const key of '12345689') {
      await customer.press(key);
      await transcript.getByText(`Key ${key}`).waitFor();
    }
    await expect.poll(scrolled).toBeGreaterThan(50);
    const { y, height } = (await transcript.getByText('Key 9').boundingBox())!;
    expect(y + height).toBeLessThan(900);
    await said.evaluate((view) =>
      (view as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, 0),
    );
    await customer.press('0');
    await transcript.getByText('Key 0').waitFor();
    expect(await scrolled()).toBe(0);
    await keepScreenshot(page, 'call-live');
    await chooseMore(page, 'End call');
    await page.getByRole('dialog', { name: 'End call?' }).getByRole('button', { name: 'End call' }).click();
    await customer.ended;
    over.resolve();
    // The whole record follows the end.
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await context.unroute(`**/api/calls/${callId}`);
  });

  test('suppresses numbers, also from a file, and edits a trunk, resets its circuit and tests it', async () => {
    const dialog = page.getByRole('dialog');
    const [first, second, third] = ['06', '07', '08'].map((part) => `+1415555${part}${10 + attempts}`) as [
      string,
      string,
      string,
    ];
    await stage.program.request('POST', '/api/suppressions', { body: { phoneNumber: third } });
    await open('/suppressions');
    await page.getByRole('button', { name: 'Add number' }).click();
    const number = dialog.getByRole('textbox', { name: 'Phone number' });
    await number.fill('12');
    await dialog.getByRole('button', { name: 'Add number' }).click();
    await dialog.locator('[id$=-error]').waitFor();
    await number.fill(first);
    await dialog.getByRole('button', { name: 'Add number' }).click();
    await page.getByRole('cell', { name: first, exact: true }).waitFor();
    const row = page.getByRole('row').filter({ hasText: first });
    // By keyboard: the arrows choose, and Escape returns the focus to the dots.
    const dots = row.getByRole('button', { name: `More actions for ${first}` });
    await dots.press('Enter');
    await page.getByRole('menuitem', { name: 'Remove from list' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role="menuitem"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button:focus[aria-haspopup="menu"]').waitFor();
    await chooseMore(page, 'Remove from list', row);
    await page.getByRole('button', { name: 'Go back' }).press('Enter');
    await page.locator('button:focus[aria-haspopup="menu"]').waitFor();
    await chooseMore(page, 'Remove from list', row);
    await dialog.getByRole('button', { name: 'Remove from list' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import numbers' }).click();
    const rows = ['Note;Anschluss', `moved;${second}`, `again;${second}`, 'short;12', `known;${third}`];
    const buffer = Buffer.from(`${rows.join('\n')}\n`);
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer });
    await dialog.getByText('Choose the column that has the phone numbers.').waitFor();
    await dialog.getByRole('combobox', { name: 'Field for column Anschluss' }).click();
    await page.getByRole('option', { name: 'Phone number' }).click();
    await dialog.getByText('1 of 4 rows will be added to the list; 2 will not:').waitFor();
    await dialog.getByText('1 number of the file is on the list already.').waitFor();
    await dialog.getByRole('cell', { name: 'The number appears in row 2 too.' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'import');
    await dialog.getByRole('button', { name: 'Add 1 number', exact: true }).click();
    await page.getByText('2 of 4 imported, 2 rejected').waitFor();
    await page.getByRole('cell', { name: second, exact: true }).waitFor();

    await stage.openTrunkCircuit();
    await open('/trunks');
    await page.getByRole('link', { name: 'Simulated carrier' }).click();
    await page.getByRole('button', { name: 'Reset circuit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset circuit' }).click();
    await page.getByText('Calls are held when 10 of the latest 20 attempts fail, within 5 min.').waitFor();
    await page.getByRole('button', { name: 'Edit trunk' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Save trunk' }).click();
    await dialog.locator('[id$=-error]').waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Simulated carrier');
    await dialog.getByRole('textbox', { name: 'Concurrent calls' }).fill('20');
    await dialog.getByRole('combobox', { name: 'Country' }).fill('us');
    await page.getByRole('option', { name: 'United States', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Outside line prefix' }).fill('9, 0');
    await dialog.getByRole('button', { name: 'Save trunk' }).click();
    await page.getByText('The trunk was saved.').waitFor();
    await page.getByText('US, outside line prefix 9, 0').waitFor();
    await page.getByRole('button', { name: 'Call my telephone' }).first().click();
    await dialog.getByLabel('Number to call').fill('(415) 555-0135');
    await dialog.getByRole('button', { name: 'Call now' }).click();
    await dialog.getByText('Choose an agent.').first().waitFor();
    await dialog.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Ada' }).click();
    await dialog.getByRole('button', { name: 'Call now' }).click();
    await page.getByText('The call to +1 415-555-0135 is in the queue.').waitFor();
    await page.waitForURL(/\/calls\/call_/);

    const media = ['m=audio 9 RTP/AVP 18 9'];
    const peer = await openSipResponder({ OPTIONS: '200 OK' }, media);
    await open('/trunks');
    await page.getByRole('button', { name: 'Add trunk' }).first().click();
    await dialog.getByRole('radio', { name: 'Another' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('PBX with G729');
    await dialog.getByRole('textbox', { name: 'Host', exact: true }).fill('127.0.0.1');
    await dialog.getByRole('textbox', { name: 'Port', exact: true }).fill(String(peer.port));
    await dialog.getByRole('button', { name: 'Save trunk' }).click();
    await page.getByText('No audio in common').waitFor();
    await page
      .getByText(/^The carrier lists G729 and G722\. .* Choose G722 in this trunk, or have/)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'trunk-without-audio');
    peer.close();
  });

  test('the form and the page of a call say that it waits for its trunk', async () => {
    const dialog = page.getByRole('dialog');
    const closed = await openSipResponder({ OPTIONS: '200 OK' }, []);
    closed.close();
    const ask = async (path: string, body: unknown) =>
      (await stage.program.request('POST', path, { body })).body;
    const silent = { name: `Silent ${++attempts}`, host: '127.0.0.1', port: closed.port };
    const { trunkId } = await ask('/api/trunks', silent);
    const own = { phoneNumber: `+120255506${10 + attempts}`, trunkId };
    const { phoneNumberId } = await ask('/api/phone-numbers', own);
    await open(`/phone-numbers/${phoneNumberId}`);
    await page.getByRole('button', { name: 'Call my telephone' }).click();
    await dialog.getByText('The trunk of this number is down').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel('Number to call').fill('(415) 555-0136');
    await dialog.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Ada' }).click();
    await dialog.getByRole('button', { name: 'Call now' }).click();
    const waits = page.getByRole('region', { name: 'The call waits' });
    await waits.getByText('The trunk of the phone number cannot be reached').waitFor();
    await waits.getByRole('link', { name: `Open the trunk ${silent.name}` }).waitFor();
    await keepScreenshot(page, 'call-waits');
    // The call can be placed again from its page, and the browser remembers the telephone.
    const callId = new URL(page.url()).pathname.split('/').at(-1);
    await ask(`/api/calls/${callId}/cancel`, {});
    await page.getByRole('button', { name: 'Call again' }).click();
    expect(await dialog.getByLabel('Number to call').inputValue()).toBe('+14155550136');
    await dialog.getByRole('button', { name: 'Call now' }).click();
    await page.waitForURL((url) => /\/calls\/call_/.test(url.pathname) && !url.pathname.endsWith(callId!));
    await open(`/phone-numbers/${phoneNumberId}`);
    await page.getByRole('button', { name: 'Call my telephone' }).click();
    expect(await dialog.getByLabel('Number to call').inputValue()).toBe('+14155550136');
  });

  test('connects Twilio from its key to a bought number, and disconnects it', async () => {
    const { twilio, program } = stage;
    const [owned, onSale] = [`+1808925${7000 + ++attempts}`, `+1808926${7000 + attempts}`];
    twilio.addNumber(owned);
    twilio.onSale.push({ phoneNumber: onSale, addressRequirements: 'none' });
    const dialog = page.getByRole('dialog');
    await open('/trunks');
    await page.getByRole('button', { name: 'Connect Twilio' }).click();
    await dialog.getByLabel('Account SID').fill(twilio.accountSid);
    await dialog.getByLabel('API key secret, or auth token').fill('another-token-000');
    await dialog.getByLabel('SIP address of this server').fill(`127.0.0.1:${program.sipPort}`);
    await dialog.getByRole('button', { name: 'Show numbers' }).click();
    await dialog
      .getByText(/does not accept the key/)
      .first()
      .waitFor();
    await dialog.getByLabel('API key secret, or auth token').fill(twilio.authToken);
    await dialog.getByRole('button', { name: 'Show numbers' }).click();
    await page.getByRole('checkbox', { name: owned }).click();
    await page.getByRole('button', { name: 'Search numbers to buy' }).click();
    await page.getByRole('checkbox', { name: onSale }).click();
    await page.getByRole('button', { name: 'Buy 1 and connect 2 numbers' }).click();
    await dialog.getByText(`Twilio bills your account $1.15 a month for ${onSale}.`).waitFor();
    await dialog.getByRole('button', { name: 'Buy 1 and connect 2 numbers' }).click();
    await page.getByRole('button', { name: 'Call my telephone' }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await keepScreenshot(page, 'carrier');
    await expectToFit(page, 360);
    await page.setViewportSize(windowOptions.viewport!);
    expect(twilio.numbers.map((one) => one.trunk_sid)).toEqual([
      twilio.trunks[0]!.sid,
      twilio.trunks[0]!.sid,
    ]);
    // The link of the account covers its own row only.
    await open('/trunks');
    await page.getByRole('link', { name: 'Twilio' }).first().waitFor();
    await page.getByRole('button', { name: 'Add trunk' }).first().click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Twilio' }).first().click();
    await page.waitForURL(/\/trunks\/carriers\/carrier_/);
    await chooseMore(page, 'Disconnect');
    await dialog.getByRole('checkbox', { name: `Give back ${onSale} for good` }).click();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await chooseMore(page, 'Delete key');
    await dialog.getByRole('button', { name: 'Delete key' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trunks' }).waitFor();
    expect([twilio.trunks, twilio.numbers.map((one) => one.phone_number)]).toEqual([[], [owned]]);
  });

  test('shows a page of its own while the service does not answer, and then the page that was asked for', async () => {
    const storageState = await context.storageState();
    await using visitor = await browser.newContext({
      ...windowOptions,
      storageState,
      serviceWorkers: 'allow',
    });
    const other = await visitor.newPage();
    await openPage(other, `${stage.program.url}/agents`);
    await other.evaluate('navigator.serviceWorker.ready');
    await visitor.setOffline(true);
    await other.goto(`${stage.program.url}/trunks`);
    await other.getByRole('heading', { name: 'Parley does not answer' }).waitFor();
    expect(await accessibilityViolations(other)).toEqual([]);
    await keepScreenshot(other, 'offline');
    const kept = 'caches.open("parley-offline-1").then((cache) => cache.keys()).then((all) => all.length)';
    expect(await other.evaluate(kept)).toBe(2);
    await other.getByRole('button', { name: 'Try now' }).click();
    await other.getByText(/^Last tried at/).waitFor();
    await visitor.setOffline(false);
    // It tries by itself.
    await other.getByRole('heading', { level: 1, name: 'Trunks' }).waitFor();
  });

  test('missing calls and pages say so, and what to do', async () => {
    await open('/calls/call_00000000000000000000000000');
    await page.getByRole('alert').getByText(/req_/).waitFor();
    await openAnew(page, `${stage.program.url}/no/such/page`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
