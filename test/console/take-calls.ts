import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tone } from '../audio/signals.ts';
import { hasBaresip, startBaresip } from '../interop/baresip.ts';
import { freePort } from '../interop/sip-agent.ts';
import { eventually } from '../world/eventually.ts';
import { accessibilityViolations, hasChromium, keepScreenshot } from './chromium.ts';
import { chooseMore, expectToFit, look } from './console-page.ts';
import type { Office } from './office.ts';
import { sharedOffices } from './shared-offices.ts';
import { officeNumber, openTakeCalls, openTeamOffice, type TeamOffice } from './team-office.ts';

describe.skipIf(!hasChromium)('members who take calls', { timeout: 120_000 }, () => {
  let office: Office;
  let team: TeamOffice;
  let page: Page;

  beforeAll(async () => {
    office = await sharedOffices.open();
    team = await openTeamOffice(office.program);
    page = await openTakeCalls(team.member, office.program.url);
  }, 300_000);
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await office?.[Symbol.asyncDispose]();
  });

  // A call that a failed test left must not ring in the next one.
  afterEach(async () => {
    await team.hangUp();
    await eventually(async () => String(await page.getByRole('alertdialog').count()), '0', 15_000);
    // Nor does the next one begin on another page.
    if (!page.url().endsWith('/take-calls')) await page.goto(`${office.program.url}/take-calls`);
  });

  const button = (name: string, of: Page = page) => of.getByRole('button', { name, exact: true });
  const panel = (name: string, of: Page = page) => of.getByRole('region', { name });
  const rings = (of: Page = page) => of.getByRole('alertdialog', { name: 'A call for Sales' });
  const onCall = () => panel('On a call for Sales');
  const volumeOf = async (name: string) =>
    Number(await page.getByLabel(name).evaluate((meter) => (meter as unknown as { value: number }).value));

  const soon = { interval: 50, timeout: 10_000 };

  /** Becomes available, also after a call. */
  async function becomeAvailable(): Promise<void> {
    await page.getByRole('button', { name: /^(Become available|Ready)$/ }).click();
    await panel('You are available').waitFor();
  }

  /** Becomes available, whatever an earlier test left. */
  async function ready(): Promise<void> {
    await page
      .getByRole('button', { name: /^(Become available|Ready|Set away)$/ })
      .first()
      .waitFor();
    if (!(await panel('You are available').isVisible())) await becomeAvailable();
  }

  test('takes a call with its summary, is heard, and hands it back with a note', async () => {
    await look(page, 'take-calls-away');
    await button('Check headset').click();
    await page.getByText('You heard two notes.').waitFor();
    await expect.poll(() => volumeOf('Your volume'), soon).toBeGreaterThan(0.3);
    await page.getByRole('combobox', { name: 'Microphone' }).click();
    await page.getByRole('option').last().click();
    await expect.poll(() => volumeOf('Your volume'), soon).toBeGreaterThan(0.3);
    await look(page, 'take-calls-check');
    await button('Stop the check').click();
    await becomeAvailable();
    const other = await openTakeCalls(team.member, office.program.url);
    const { callId, customer } = await team.transferred();
    await rings(other).waitFor();
    await rings().getByText('Ada Lovelace has a question about her invoice.').waitFor();
    await rings().getByText('Hello, this is Ada.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'take-calls-rings');
    // The other window is in front.
    await page.bringToFront();
    await button('Accept').press('Enter');
    await onCall().getByText('you speak').waitFor();
    await panel('You have a call in another window', other).waitFor();
    await other.close();

    // The microphone speaks with pauses of a second.
    await button('Mute me').click();
    await customer.untilSilence(2_000);
    await button('Unmute me').click();
    await customer.untilSpeech();
    await button('Hold').click();
    await onCall().getByText('on hold').waitFor();
    await button('Mute me').click();
    await customer.untilSpokenFor(1_500);
    await button('Resume').click();
    await customer.untilSilence(2_000);
    await button('Unmute me').click();
    await customer.say({ pcm: tone(400, 6_000) });
    await expect.poll(() => volumeOf('Volume of the customer'), soon).toBeGreaterThan(0.5);
    await expect.poll(() => volumeOf('Your volume'), soon).toBeGreaterThan(0.3);
    await page.getByLabel('Keys').fill('12#');
    await page.getByLabel('Keys').press('Enter');
    await customer.untilKeys(2);
    expect(customer.heardKeys).toBe('12#');
    await customer.press('5');
    await onCall().getByText('The invoice is due on Friday.').waitFor();
    await look(page, 'take-calls-speaking');

    await onCall().getByRole('link', { name: customer.calledNumber }).click();
    await page.waitForURL(`**/calls/${callId}`);
    await page.getByRole('link', { name: 'Back to the call' }).click();
    await onCall().getByText('you speak').waitFor();
    await page.getByLabel('Note for the agent').fill('She pays by card.');
    await button('Hand back to the agent').click();
    await panel('Time for notes')
      .getByText(/^You get the next call in/)
      .waitFor();
    await panel('Your last call').getByRole('link', { name: customer.calledNumber }).waitFor();
    await page.getByLabel('New comment').fill('She pays by card tomorrow.');
    await button('Add comment').click();
    await panel('Comments').getByText('She pays by card tomorrow.').waitFor();
    await keepScreenshot(page, 'take-calls-wrap-up');
    await expect.poll(() => team.asked.at(-1), soon).toContain('She pays by card.');
    await becomeAvailable();
    customer.hangUp();
    await eventually(async () => await statusOf(callId), 'ended', 15_000);
  });

  test('declines a call, which goes on to the fallback, and stays available', async () => {
    await ready();
    // Calls ring in the other window when the one with the stream is closed.
    const other = await openTakeCalls(team.member, office.program.url);
    await page.close();
    page = other;
    const { customer } = await team.transferred();
    await rings().waitFor();
    const asked = team.asked.length;
    await button('Decline').click();
    await panel('You are available').waitFor();
    await expect.poll(() => team.asked.slice(asked).join(), { timeout: 15_000 }).toContain('"tool"');
    customer.hangUp();
  });

  test('transfers a call onwards, and ends another', async () => {
    await ready();
    const { customer } = await team.transferred();
    await button('Accept').click();
    await onCall().getByText('you speak').waitFor();
    await page.getByRole('combobox', { name: 'Transfer to' }).click();
    await page.getByRole('option', { name: 'office' }).click();
    await button('Transfer').click();
    const target = await team.customerOf(officeNumber);
    await target.answered;
    await panel('Time for notes').waitFor();
    customer.hangUp();
    await becomeAvailable();

    const second = await team.transferred();
    await button('Accept').click();
    await onCall().getByText('you speak').waitFor();
    await button('End call').click();
    await page.getByRole('dialog').getByRole('button', { name: 'End call' }).click();
    await second.customer.ended;
    await panel('Time for notes').waitFor();
    await button('Ready').click();
    await panel('You are available').waitFor();
    await button('Set away').click();
    await panel('You are away').waitFor();
  });

  test.skipIf(!hasBaresip)('adds a telephone, takes a call on it, and removes it', async () => {
    await button('Add device').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Desk');
    await dialog.getByRole('button', { name: 'Add device' }).click();
    await dialog.getByText('it cannot be shown again').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'take-calls-device-added');
    const password = await dialog.locator('.secret').innerText();
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const telephones = panel('Softphones and IP phones');
    await telephones.getByText('not registered').waitFor();
    const user = /User name (\S+)/.exec(await telephones.innerText())![1]!;
    expect(await page.locator('body').innerText()).not.toContain(password);

    await using softphone = await startBaresip({
      ...{ sipPort: await freePort(), rtpPort: await freePort(), commandPort: await freePort() },
      ...{ user, register: { port: office.program.sipPort, password } },
    });
    await telephones.getByText(/^registered$/i).waitFor();
    await button('Become available on your telephone').click();
    await panel('You are available').getByText('You may close this window.').waitFor();
    const { customer } = await team.transferred();
    await rings().getByText('It rings on your telephone. Answer it there.').waitFor();
    expect(await button('Accept').count()).toBe(0);
    await keepScreenshot(page, 'take-calls-device-rings');
    await softphone.printed(/Incoming call/i);
    await softphone.command('accept', '');
    await onCall().getByText('You speak on your telephone.').waitFor();
    await softphone.command('hangup', '');
    await customer.ended;
    await panel('Time for notes').waitFor();
    await button('Set away').click();
    await chooseMore(page, 'Remove', telephones);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await telephones.getByText('No softphone or IP phone yet').waitFor();
    await expectToFit(page, 800);
    expect(office.complaints).toEqual([]);
  });

  const statusOf = async (callId: string) =>
    (await office.program.request('GET', `/api/calls/${callId}`)).body.status;

  test('shows the calls of the team on its page', async () => {
    const { page: owner } = office;
    await owner.goto(`${office.program.url}/teams/${team.teamId}`);
    const figures = owner.getByRole('table', { name: 'Figures of the members' });
    await figures.getByRole('row', { name: /Mo Moss/ }).waitFor();
    await owner.getByText('Answered within 20 s').waitFor();
    await look(owner, 'team-figures');
  });
});
