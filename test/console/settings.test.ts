import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sections } from '../../console/src/features/settings/sections.ts';
import { type OidcProviderServer, openOidcProvider } from '../world/oidc-provider.ts';
import { accessibilityViolations, hasChromium, keepScreenshot } from './chromium.ts';
import { chooseMore, expectToFit, openPage, owner, untilLoaded } from './console-page.ts';
import { type Office, openOffice } from './office.ts';
import { setOrganization } from './set-organization.ts';

describe.skipIf(!hasChromium)('settings in a browser', { timeout: 120_000 }, () => {
  let office: Office;
  let page: Page;
  let provider: OidcProviderServer;
  /** The organization's initial settings, as the page edits them. */
  let blank: object;

  beforeAll(async () => {
    provider = await openOidcProvider();
    office = await openOffice({
      PARLEY_OIDC_ISSUER: provider.issuer,
      PARLEY_OIDC_CLIENT_ID: provider.clientId,
      PARLEY_OIDC_CLIENT_SECRET: provider.clientSecret,
      PARLEY_OIDC_NAME: 'Acme',
    });
    page = office.page;
    blank = await settingsOf(office);
  }, 180_000);
  afterAll(async () => {
    await office?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  /** Counts attempts: a repeated test uses other names. */
  let attempts = 0;
  const open = (path: string, of: Page = page) => openPage(of, `${office.program.url}${path}`);
  const dialog = () => page.getByRole('dialog');
  const panel = (name: string) => page.getByRole('region', { name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const save = (within: string, name: string) => panel(within).getByRole('button', { name }).click();
  /** The second dialog from the front, so that it is waited for. */
  const secondDialog = () => dialog().nth(1);
  const field = (name: string) => dialog().getByRole('textbox', { name });
  const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();

  test('saves the organization panel by panel, and shows refusals at their fields', async () => {
    const again = await office.program.request('PATCH', '/api/organization', { body: blank });
    expect(again.status, again.text).toBe(200);
    await open('/settings');
    await setOrganization(page);
    await button('Stop dialing').click();
    await dialog().getByText('hung up').waitFor();
    await dialog().getByRole('button', { name: 'Stop dialing' }).click();
    await shown('No outbound calls are made.');
    const { body } = await office.program.request('GET', '/api/organization');
    expect(body).toMatchObject({
      ...{ maxConcurrentCalls: 40, allowedCountries: ['DE', 'US'], dialing: 'off' },
      ...{ frequencyCap: { calls: 3, days: 7 }, rulePacks: [expect.any(String)] },
      ...{ circuitBreaker: { failures: 5 }, retention: { callsDays: 7, auditDays: 90 } },
      eligibilityWebhook: { url: 'https://example.com/may-i', secret: true },
    });
  });

  test('a form reports changes by another member, and asks before it is left', async () => {
    await open('/settings');
    const theirs = `Theirs ${++attempts}`;
    await panel('Name and limits').getByLabel('Name').fill('Mine');
    await office.program.request('PATCH', '/api/organization', { body: { name: theirs } });
    await panel('Name and limits').getByText('Changed by another member').waitFor();
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', (question) => {
        resolve(question.message());
        void question.dismiss();
      }),
    );
    await page.getByRole('link', { name: 'Members' }).click();
    expect(await asked).toContain('without saving');
    const askedAgain = page.waitForEvent('dialog');
    await page.getByRole('button', { name: 'Owner' }).click();
    const signOut = page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = await askedAgain;
    expect(question.message()).toContain('without saving');
    await question.dismiss();
    await signOut;
    await save('Name and limits', 'Discard changes');
    await expect.poll(() => panel('Name and limits').getByLabel('Name').inputValue()).toBe(theirs);
  });

  test('keeps what is typed while a form is being saved', async () => {
    await open('/settings');
    const name = panel('Name and limits').getByLabel('Name');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/organization', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    const typed = `Parcels ${++attempts}`;
    await name.fill(typed);
    await save('Name and limits', 'Save limits');
    await sent;
    await name.fill(`${typed} and kettles`);
    held.resolve();
    await shown('Name and limits were saved.');
    expect(await name.inputValue()).toBe(`${typed} and kettles`);
    await page.unroute('**/api/organization');
    await save('Name and limits', 'Save limits');
    const discard = panel('Name and limits').getByRole('button', { name: 'Discard changes' });
    await discard.waitFor({ state: 'detached' });
    const { body } = await office.program.request('GET', '/api/organization');
    expect(body.name).toBe(`${typed} and kettles`);
  });

  /** Starts a session without notifying any page. */
  async function signIn(): Promise<void> {
    const status = await page.evaluate(async (body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/console/session', { method: 'POST', headers, body })).status;
    }, JSON.stringify(owner));
    expect(status).toBeLessThan(300);
  }

  test('signs in again over the page of an ended session, which keeps its input', async () => {
    // Clears what an earlier attempt left of the session.
    await signIn();
    await open('/settings');
    const name = panel('Name and limits').getByLabel('Name');
    const typed = `Typed before ${++attempts}`;
    await name.fill(typed);
    const other = await page.context().newPage();
    other.setDefaultTimeout(30_000);
    await open('/', other);
    await other.getByRole('button', { name: 'Owner' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in to continue' });
    await again.getByLabel('Email').fill(owner.email);
    expect(await accessibilityViolations(page)).toEqual([]);
    await again.getByLabel('Password', { exact: true }).fill(owner.password);
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe(typed);
    // The other tab is notified.
    await other.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await other.close();
    // Another session than the one of the page's token, without a notification.
    await signIn();
    await save('Name and limits', 'Save limits');
    const discard = panel('Name and limits').getByRole('button', { name: 'Discard changes' });
    await discard.waitFor({ state: 'detached' });
    const { body } = await office.program.request('GET', '/api/organization');
    expect(body.name).toBe(typed);
  });

  test('a member joins by a link, and is offered no changes as a Viewer', async () => {
    const name = `Vera Viewer ${++attempts}`;
    await open('/settings/members');
    await button('Invite a member').click();
    await field('Name').fill(name);
    await field('Email').fill('nowhere');
    await dialog().getByRole('button', { name: 'Invite a member' }).click();
    await dialog().getByText('must be an e-mail address').first().waitFor();
    await field('Email').fill(`vera${attempts}@example.com`);
    await dialog().getByRole('button', { name: 'Invite a member' }).click();
    const link = await dialog().locator('.secret').innerText();
    await keepScreenshot(page, 'settings-member');
    expect(await accessibilityViolations(page)).toEqual([]);

    const viewer = await office.join(link, 'four kettles in a boat');
    await viewer.getByRole('link', { name: 'Settings', exact: true }).waitFor();
    expect(await viewer.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await open('/settings', viewer);
    const offered = () =>
      viewer.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts();
    const allowed = ['Organization', 'Provider keys', 'Prices', 'Processes', 'Your sign-in'];
    await expect.poll(offered).toEqual(allowed);
    const writing = /Save|Add|Set|Delete|Stop|Resume|Push/;
    for (const link of ['Provider keys', 'Prices', 'Processes', 'Settings', 'Personalization']) {
      await viewer.getByRole('link', { name: link, exact: true }).click();
      await viewer.getByRole('heading', { level: 1, name: link }).waitFor();
      await untilLoaded(viewer);
      const writes = viewer.locator('main').getByRole('button', { name: writing });
      expect(await writes.count(), link).toBe(0);
    }
    await expect.poll(() => viewer.locator('main input:enabled').count()).toBe(1);
    await open('/settings', viewer);
    await viewer.getByRole('region', { name: 'Name and limits' }).waitFor();
    expect(await viewer.locator('main input:enabled').count()).toBe(0);
    expect(await accessibilityViolations(viewer)).toEqual([]);
    await keepScreenshot(viewer, 'settings-viewer');
    await open('/settings/api-keys', viewer);
    await viewer.getByRole('alert').getByText('Ask an owner or admin').waitFor();
    await open('/audit-log', viewer);
    await viewer.getByText('Admins only').waitFor();

    await chooseMore(page, 'Remove member', dialog());
    await button('Go back').press('Escape');
    await button('Go back').waitFor({ state: 'detached' });
    await chooseMore(page, 'Remove member', dialog());
    await secondDialog().getByRole('button', { name: 'Remove member' }).click();
    await shown(`${name} was removed.`);
    await viewer.reload();
    await viewer.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await viewer.context().close();
  });

  test('shows an API key once, which works until it is revoked', async () => {
    const name = `Reporting ${++attempts}`;
    await open('/settings/api-keys');
    await button('Create API key').click();
    await field('Name').waitFor();
    await page.keyboard.press('Escape');
    // A keyboard user continues where they were.
    await page.locator('button:focus', { hasText: 'Create API key' }).press('Enter');
    await field('Name').fill(name);
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    await dialog().locator('[id$=-error]').waitFor();
    await dialog().getByRole('combobox', { name: 'Scopes' }).click();
    await page.getByRole('option', { name: 'calls:read' }).click();
    await field('Name').click();
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    const key = await dialog().locator('.secret').innerText();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'settings-api-key');
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.locator('button:focus', { hasText: 'Create API key' }).waitFor();
    expect((await office.program.request('GET', '/api/calls', { key })).status).toBe(200);
    await button(name).click();
    await chooseMore(page, 'Revoke API key', dialog());
    await secondDialog().getByRole('button', { name: 'Revoke API key' }).click();
    await shown(`${name} was revoked.`);
    expect((await office.program.request('GET', '/api/calls', { key })).status).toBe(401);
  });

  test('adds, tests, changes, rotates, disables and deletes an endpoint', async () => {
    const address = `${office.receiver.url}/hooks/${++attempts}`;
    await open('/settings/webhooks');
    await button('Add endpoint').first().click();
    await field('URL').fill('ftp://example.com');
    await dialog().getByRole('button', { name: 'Add endpoint' }).click();
    await dialog().locator('[id$=-error]').waitFor();
    await field('URL').fill(address);
    await dialog().getByRole('button', { name: 'Add endpoint' }).click();
    await dialog().getByText('whsec_').waitFor();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: address }).click();
    await button('Send test event').click();
    await button('webhookEndpoint.test').click();
    await dialog().getByText('Delivered').waitFor();
    await dialog().getByRole('button', { name: 'Redeliver' }).click();
    await shown('Redelivering.');
    await page.keyboard.press('Escape');

    await page.getByLabel('Description').fill('The CRM');
    await button('Save endpoint').click();
    await shown('The endpoint was saved.');
    await button('Redeliver failed').click();
    await dialog().getByRole('button', { name: 'Redeliver', exact: true }).click();
    await shown('No deliveries failed in that time.');
    await chooseMore(page, 'Rotate secret');
    await dialog().getByText('24 hours').waitFor();
    await dialog().getByRole('button', { name: 'Rotate secret' }).click();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await shown('Old secret valid until');
    await chooseMore(page, 'Disable endpoint');
    await dialog().getByRole('button', { name: 'Disable endpoint' }).click();
    await shown('Disabled by a member');
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'settings-webhook');
    await chooseMore(page, 'Delete endpoint');
    await dialog().getByRole('button', { name: 'Delete endpoint' }).click();
    await page.waitForURL(`${office.program.url}/settings/webhooks`);
    await untilLoaded(page);
    await page.getByRole('link', { name: address }).waitFor({ state: 'detached' });
    expect(office.receiver.received.map(({ body }) => body.type)).toContain('webhookEndpoint.test');
  });

  test('saves provider keys and prices, and names the row and field of a wrong price', async () => {
    await open('/settings/provider-keys');
    await button('Add provider key').click();
    await dialog().getByRole('button', { name: 'Add key' }).click();
    await dialog().locator('[id$=-error]').getByText('is required').waitFor();
    const lastFour = String(4_711 + ++attempts);
    await field('Name').fill(`Key ${lastFour}`);
    await dialog().getByLabel('Key', { exact: true }).fill(`sk-of-the-test-${lastFour}`);
    await dialog().getByRole('button', { name: 'Add key' }).click();
    const row = page.getByRole('row').filter({ hasText: `…${lastFour}` });
    await chooseMore(page, 'Delete key', row);
    await dialog().getByRole('button', { name: 'Delete key' }).click();
    await row.waitFor({ state: 'detached' });

    await button('Add provider key').click();
    await dialog().getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Amazon Bedrock' }).click();
    await dialog().getByLabel('Key', { exact: true }).fill('a-secret-access-key-of-the-test');
    await field('Access key id').fill('AKIATEST');
    await dialog().getByRole('button', { name: 'Add key' }).click();
    await dialog().locator('[id$=-error]').getByText('is required for bedrock').waitFor();
    await field('Region').fill('eu-central-1');
    await keepScreenshot(page, 'provider-key');
    await dialog().getByRole('button', { name: 'Add key' }).click();
    const bedrock = page.getByRole('row').filter({ hasText: 'Amazon Bedrock' }).first();
    await chooseMore(page, 'Delete key', bedrock);
    await dialog().getByRole('button', { name: 'Delete key' }).click();
    await dialog().waitFor({ state: 'detached' });

    await open('/settings/prices');
    await expect.poll(() => page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('USD');
    await button('Add price').click();
    await dialog().getByRole('combobox', { name: 'Direction' }).click();
    await page.getByRole('option', { name: 'Outbound' }).click();
    await dialog().getByRole('button', { name: 'Add price' }).click();
    await dialog().locator('[id$=-error]').getByText('Enter the price.').waitFor();
    await field('Price per minute').fill('much');
    await dialog().getByRole('button', { name: 'Add price' }).click();
    const amount = page.getByRole('textbox', { name: 'Price of All trunks, outbound per minute' });
    await button('Save prices').click();
    await shown(/All trunks, outbound, per minute: amount: must be a decimal/);
    await amount.fill('$0.012');
    await button('Save prices').click();
    await shown(/0.012 per minute \(new\)/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await amount.fill('0.014');
    await page
      .getByRole('status', { name: 'Cost of a typical minute' })
      .getByText('at least $0.014')
      .waitFor();
    await button('Save prices').click();
    await shown('0.014 per minute (was 0.012 per minute)');
    await button('Add a later price of All trunks, outbound per minute').click();
    await page.getByLabel('First day of the price of All trunks, outbound per minute').fill('2099-01-01');
    await page.getByRole('textbox', { name: /^Price of All trunks, outbound per minute from/ }).fill('0.02');
    await button('Save prices').click();
    await shown(/0.02 per minute, from Jan 1, 2099 \(new\)/);
    await shown(/before Jan 1, 2099/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'prices');
  });

  test('deletes a person’s data, with a receipt', async () => {
    await open('/settings/data-deletions');
    await button('Delete a person’s data').click();
    await field('Phone number').fill('12');
    await dialog().getByRole('button', { name: 'Delete data' }).click();
    await dialog().locator('[id$=-error]').getByText('such as +14155550123').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await field('Phone number').fill('+14155550134');
    await dialog().getByRole('button', { name: 'Delete data' }).click();
    await panel('Receipt').locator('[data-tone="good"]').waitFor();
    const id = new URL(page.url()).searchParams.get('dataDeletionId')!;
    await panel('Receipt').getByText(id).waitFor();
    const rows = page.getByRole('table', { name: 'Deletions' }).locator('tbody tr');
    await rows.nth(0).locator('[data-tone="good"]').waitFor();
    await keepScreenshot(page, 'settings-data-deletion');
  });

  test('a member who knows the current password changes it', async () => {
    // A member for this test only, so that a repeated test finds the same password.
    const person = { name: `Pia ${++attempts}`, email: `pia${attempts}@example.com`, role: 'Viewer' };
    const { memberId } = (await office.program.request('POST', '/api/members', { body: person })).body;
    const invited = await office.program.request('POST', `/api/members/${memberId}/invitation`);
    expect(invited.status, invited.text).toBeLessThan(300);
    const password = 'four parcels for pia';
    const own = await office.join(invited.body.url, password);
    await open('/settings/sign-in', own);
    const change = own.getByRole('button', { name: 'Change password', exact: true });
    await own.getByLabel('Current password', { exact: true }).fill('not the password');
    await own.getByLabel('New password', { exact: true }).fill('five parcels for maya');
    await change.click();
    await own.locator('[id$=-error]').getByText('This is not your password.').waitFor();
    await own.getByLabel('Current password', { exact: true }).fill(password);
    await change.click();
    await own.getByText('Password changed.').waitFor();
    await own.getByText('This browser', { exact: true }).waitFor();
    await own.context().close();
  });

  test('adds an alert channel and a rule, tries the rule, and sends a test message', async () => {
    const name = `Slow answers ${++attempts}`;
    await open('/alerts');
    await button('Add channel').click();
    await field('Name').fill(`Ops ${attempts}`);
    await field('Webhook URL').fill(`${office.receiver.url}/alerts`);
    await dialog().getByRole('button', { name: 'Add channel' }).click();
    await button(`Send test to Ops ${attempts}`).click();
    await shown(/^Posted to 127\.0\.0\.1/);
    const channel = page.getByRole('listitem').filter({ hasText: `Ops ${attempts}` });
    await chooseMore(page, 'Edit channel', channel);
    await field('Name').fill(`Night ${attempts}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await button(`Send test to Night ${attempts}`).waitFor();
    await button('Add rule').first().click();
    await dialog().getByRole('button', { name: 'Slow answers' }).click();
    await field('Name').fill(name);
    await field('Value').fill('many');
    await dialog().getByRole('button', { name: 'Add rule' }).click();
    await dialog().locator('[id$=-error]').first().waitFor();
    await field('Value').fill('2,5');
    await dialog().getByRole('button', { name: 'Try' }).click();
    await dialog().getByText('No calls within the last seven days').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Add rule' }).click();
    await button(name).waitFor();
    const { body } = await office.program.request(
      'GET',
      `/api/alert-rules?search=${encodeURIComponent(name)}`,
    );
    expect(body.alertRules).toMatchObject([{ measure: 'latency-p95', bound: 2500, minimumCalls: 10 }]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('adds a rule about a team, and changes its measure', async () => {
    const team = { name: `Support ${++attempts}` };
    const { teamId } = (await office.program.request('POST', '/api/teams', { body: team })).body;
    const name = `Callers wait ${attempts}`;
    const stored = async () => {
      const path = `/api/alert-rules?search=${encodeURIComponent(name)}`;
      return (await office.program.request('GET', path)).body.alertRules;
    };
    await open('/alerts');
    await button('Add rule').first().click();
    await dialog().getByRole('button', { name: 'Callers wait' }).click();
    await field('Name').fill(name);
    await dialog().getByRole('combobox', { name: 'for the team' }).click();
    await page.getByRole('option', { name: team.name }).click();
    expect(await dialog().getByRole('button', { name: 'Try' }).isDisabled()).toBe(true);
    await dialog().getByRole('button', { name: 'Add rule' }).click();
    await button(name).click();
    const rule = { measure: 'team-wait', teamId, direction: 'above', bound: 60, minimumCalls: 0 };
    expect(await stored()).toMatchObject([rule]);
    await dialog().getByRole('combobox', { name: 'Measure' }).click();
    await page.getByRole('option', { name: 'team service level' }).click();
    expect(await field('Value').inputValue()).toBe('80');
    await field('Fewest calls').fill('10');
    await dialog().getByRole('button', { name: 'Try' }).click();
    await dialog().getByText('No calls within the last seven days').waitFor();
    await keepScreenshot(page, 'alert-rule-of-team');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save rule' }).click();
    // The message of the added rule may still be there.
    await dialog().waitFor({ state: 'detached' });
    await shown('The rule was saved.');
    const changed = { measure: 'team-service-level', direction: 'below', bound: 80, minimumCalls: 10 };
    expect(await stored()).toMatchObject([{ ...rule, ...changed }]);
  });

  test('pushes personalization, looks it up, and previews it with an agent', async () => {
    const agent = {
      ...{ name: 'Ada', prompt: 'Tell {{first_name}} about {{parcel}}.' },
      firstMessage: 'Hello {{first_name}}.',
      variables: [{ name: 'first_name', required: false, default: 'there' }],
    };
    await office.program.request('POST', '/api/agents', { body: agent });
    await open('/personalization');
    await button('Push data').click();
    await field('Phone number').fill('415 555 0134');
    await field('Variable 1 of Data').fill('first name');
    await field('Value of first name').fill('Maya');
    await dialog().getByRole('button', { name: 'Push data' }).click();
    await dialog().locator('[id$=-error]').getByText('must be a variable name').waitFor();
    await field('Variable 1 of Data').fill('first_name');
    await dialog().getByRole('button', { name: 'Push data' }).click();
    await panel('The next call from +14155550134').getByText('Available').waitFor();
    await page.getByText('Hello Maya.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'personalization-number');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('12');
    await button('Look up').click();
    await page.locator('[id$=-error]').waitFor();
  });

  test('filters the audit log, and exports all of it', async () => {
    const name = `Parcels ${++attempts}`;
    const body = { name, timeZone: 'UTC', windows: [{ days: ['mon'], start: '09:00', end: '17:00' }] };
    const { scheduleId } = (await office.program.request('POST', '/api/schedules', { body })).body;
    expect((await office.program.request('DELETE', `/api/schedules/${scheduleId}`)).status).toBe(204);
    await open('/audit-log');
    await page.getByRole('combobox', { name: 'Resource type' }).click();
    await page.getByRole('option', { name: 'Schedules' }).click();
    const rows = page.getByRole('row').filter({ hasText: name });
    await rows.getByRole('button', { name: 'Created schedule' }).click();
    await dialog().getByText('req_').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'All entries for this resource' }).click();
    await shown('2 total');
    const downloading = page.waitForEvent('download');
    await button('Export as NDJSON').click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).actionVerb)).toEqual(['deleted', 'created']);
    await button('Clear filters').click();
    await page.getByRole('combobox', { name: 'Action' }).click();
    // The refresh after the stream opens must not move the log, so the entry is made before it.
    const isOfFilter = (url: string) => url.includes('/api/audit-logs?actionVerb=updated&pageSize=100');
    const answered = page.waitForResponse((response) => isOfFilter(response.url()));
    await page.getByRole('option', { name: 'Updated', exact: true }).click();
    await answered;
    const renamed = `Named anew ${attempts}`;
    await office.program.request('PATCH', '/api/organization', { body: { name: renamed } });
    await button('Show new entries').waitFor();
    expect(new URL(page.url()).search).toBe('?verb=updated');
    expect(await rows.count()).toBe(0);
    expect(await page.getByRole('cell', { name: renamed, exact: true }).count()).toBe(0);
    await button('Show new entries').click();
    await page.getByRole('cell', { name: renamed, exact: true }).waitFor();
    await button('Show new entries').waitFor({ state: 'detached' });
  });

  test('a member signs in with the identity provider, and returns to the same page', async () => {
    provider.person = { email: owner.email, email_verified: true };
    const context = await office.browser.newContext({ reducedMotion: 'reduce' });
    const guest = await context.newPage();
    guest.setDefaultTimeout(30_000);
    await guest.goto(`${office.program.url}/calls?type=inboundPhoneCall`);
    const byProvider = guest.getByRole('button', { name: 'Sign in with Acme' });
    await byProvider.waitFor();
    expect(await accessibilityViolations(guest)).toEqual([]);
    await keepScreenshot(guest, 'sign-in-provider');
    await byProvider.click();
    await guest.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    expect(guest.url()).toBe(`${office.program.url}/calls?type=inboundPhoneCall`);
    await context.clearCookies();
    await guest.goto(office.program.url);
    provider.person.email = 'nobody@example.com';
    await byProvider.click();
    await guest.getByText('No member has the e-mail address nobody@example.com').waitFor();
    expect(guest.url()).toBe(`${office.program.url}/sign-in/oidc`);
    expect(await accessibilityViolations(guest)).toEqual([]);
    await context.close();
  });

  test('every section fits a phone and is accessible', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open('/settings');
    for (const { title } of sections) {
      const name = title.toLowerCase().replaceAll(' ', '-');
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: title }).click();
      const heading = title === 'Organization' ? 'Settings' : title;
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await untilLoaded(page);
      expect(await accessibilityViolations(page)).toEqual([]);
      await keepScreenshot(page, `settings-${name}-dark`);
      await expectToFit(page, 360);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(office.complaints).toEqual([]);
  });
});

async function settingsOf({ program }: Office): Promise<object> {
  const { body } = await program.request('GET', '/api/organization');
  const { maxConcurrentCalls, allowedCountries, dialing, frequencyCap, rulePacks } = body;
  const { circuitBreaker, retention, eligibilityWebhook } = body;
  return {
    ...{ maxConcurrentCalls, allowedCountries, dialing, frequencyCap, rulePacks },
    ...{ circuitBreaker, retention, eligibilityWebhook },
  };
}
