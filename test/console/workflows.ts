import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../world/eventually.ts';
import type { Program } from '../world/program.ts';
import { accessibilityViolations, hasChromium, keepScreenshot } from './chromium.ts';
import { chooseMore, look, openPage } from './console-page.ts';
import type { Office } from './office.ts';
import { sharedOffices } from './shared-offices.ts';

describe.skipIf(!hasChromium)('workflows and retries in the console', { timeout: 120_000 }, () => {
  let office: Office;
  let program: Program;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    office = await sharedOffices.open();
    ({ program, page, complaints } = office);
  }, 180_000);
  afterAll(() => office?.[Symbol.asyncDispose]());

  const open = (path: string) => openPage(page, `${program.url}${path}`);

  /** Counts attempts: a repeated test uses other names. */
  let attempts = 0;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const dialog = () => page.getByRole('dialog');
  const step = (words: string) => page.locator('[data-node]', { hasText: words });
  const idOfPage = () => new URL(page.url()).pathname.split('/').at(-1)!;

  /** Creates a workflow that greets, waits for a day and ends, and opens it. */
  async function openGreeting(name: string): Promise<string> {
    const set = (id: string, greeting: string) => [{ id, type: 'set', values: { greeting } }];
    const ways = { then: set('byName', 'Hello {{ input.name }}'), else: set('plain', 'Hello') };
    const steps = [
      { id: 'hasName', type: 'condition', if: 'input.name != null', ...ways },
      { id: 'delay', type: 'delay', seconds: 86_400 },
      { id: 'finish', type: 'end', output: { greeting: '{{ vars.greeting }}' } },
    ];
    const body = { name, trigger: { type: 'webhook' }, definition: { steps } };
    const made = await program.request('POST', '/api/workflows', { body });
    expect(made.status, made.text).toBe(201);
    const { workflowId } = made.body;
    expect((await program.request('POST', `/api/workflows/${workflowId}/publish`)).status).toBe(200);
    await open(`/workflows/${workflowId}`);
    await heading(name);
    return workflowId;
  }

  test('says that there are no workflows yet', async () => {
    await open('/workflows');
    await page.getByText('No workflows yet').waitFor();
  });

  test('starts from an example, is edited on the graph by keyboard and as JSON, and is published', async () => {
    await open('/workflows');
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await dialog().getByRole('radio', { name: 'Greeting' }).click();
    await dialog().getByRole('button', { name: 'Create draft' }).click();
    await heading('Greeting');

    // Arrow keys lead from the trigger to the condition, whose fields are shown.
    await step('Trigger').press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Step', { exact: true }).click();
    await page.getByLabel('If', { exact: false }).first().fill('input.name !=');
    await page.getByRole('button', { name: /^hasName if/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'workflow-problem');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No problems. The draft can be published.').waitFor();

    await step('finish').press('Enter');
    await page.getByRole('button', { name: 'Add step after' }).click();
    await page.getByRole('menuitem', { name: /^Delay/ }).click();
    // A step after the end is never reached, which its mark says.
    await page.getByRole('button', { name: /^delay type is never reached/ }).waitFor();
    await page.getByRole('button', { name: 'Move up' }).click();
    await page.getByLabel('Seconds').fill('86400');
    await page.getByText('No problems. The draft can be published.').waitFor();

    await page.getByText('JSON', { exact: true }).click();
    const json = page.getByLabel('Definition as JSON');
    const text = await json.inputValue();
    await json.fill(text.replace('"finish"', '"finish'));
    await page
      .getByRole('alert')
      .getByText(/^Line \d+: /)
      .waitFor();
    await json.fill(text.replace('"finish"', '"last"'));
    await step('last').waitFor();
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    await look(page, 'workflow');
  });

  test('moves steps by dragging, and adds them from the palette', async () => {
    const set = (id: string) => ({ id, type: 'set', values: { x: 1 } });
    const definition = { steps: [set('first'), set('second'), set('third')] };
    const body = { name: 'Dragged', trigger: { type: 'webhook' }, definition };
    const { workflowId } = (await program.request('POST', '/api/workflows', { body })).body;
    await open(`/workflows/${workflowId}`);
    const gap = (index: number) => page.locator(`[data-id="gap steps.${index}"]`).getByRole('button');
    const order = () =>
      page.locator('[data-node]:not([data-node=trigger]) .graph-node-title').allTextContents();
    await expect.poll(order).toEqual(['first', 'second', 'third']);
    await step('third').dragTo(gap(1));
    await expect.poll(order).toEqual(['first', 'third', 'second']);
    await page.getByText('Drag a step').click();
    await page.getByTitle(/^Delay: /).dragTo(gap(2));
    await expect.poll(order).toEqual(['first', 'third', 'delay', 'second']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(order).toEqual(['first', 'third', 'second']);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const stored = (await program.request('GET', `/api/workflows/${workflowId}`)).body.definition.steps;
    expect(stored.map(({ id }: { id: string }) => id)).toEqual(['first', 'third', 'second']);
  });

  test('limits a search in the knowledge to sources that are chosen by name', async () => {
    const text = { name: 'Opening hours', text: 'We open at nine.' };
    const { sourceId } = (await program.request('POST', '/api/knowledge/texts', { body: text })).body;
    const definition = { steps: [{ id: 'find', type: 'searchKnowledge', query: '{{ input.question }}' }] };
    const body = { name: 'Answers', trigger: { type: 'webhook' }, definition };
    const { workflowId } = (await program.request('POST', '/api/workflows', { body })).body;
    await open(`/workflows/${workflowId}`);
    await step('find').press('Enter');
    await page.getByText('Step', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Sources' }).click();
    await page.getByRole('option', { name: 'Opening hours' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('No problems. The draft can be published.').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const stored = (await program.request('GET', `/api/workflows/${workflowId}`)).body.definition.steps;
    expect(stored[0].sourceIds).toEqual([sourceId]);
  });

  test('edits headers, a body and a call as fields, with a problem at its field', async () => {
    const call = {
      campaignName: 'Orders',
      scheduleId: '',
      phoneNumberId: '',
      phoneNumber: '',
      variables: {},
    };
    const definition = {
      steps: [
        { id: 'send', type: 'http', url: 'https://crm.example.com/calls', method: 'POST' },
        { id: 'wait', type: 'delay', seconds: 60 },
        { id: 'queue', type: 'queueCall', agentId: '{{ input.agentId }}', call },
      ],
    };
    const body = { name: 'Orders', trigger: { type: 'webhook' }, definition };
    const { workflowId } = (await program.request('POST', '/api/workflows', { body })).body;
    await open(`/workflows/${workflowId}`);
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await step('send').press('Enter');
    await page.getByText('Step', { exact: true }).click();
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.getByRole('combobox', { name: 'Header 1 of Headers' }).fill('Authorization');
    await page.keyboard.press('Escape');
    await choose('Kind of Value of Authorization', 'Secret');
    await page.getByRole('combobox', { name: 'Value of Authorization', exact: true }).fill('crm');
    await choose('Type of Body', 'Fields');
    await page.getByRole('button', { name: 'Add field' }).click();
    await field('Field 1 of Fields of Body').fill('amount');
    await choose('Type of Value of amount', 'Number');
    await field('Value of amount').fill('12.5');
    await page.getByRole('switch', { name: 'Check the answer' }).click({ force: true });
    await look(page, 'workflow-request');
    await step('wait').press('Enter');
    await field('Seconds').fill('{{ input.pause }}');
    await step('queue').press('Enter');
    await field('Number to call').fill('{{ input.phone }}');
    await page.getByRole('button', { name: 'Add variable' }).click();
    await field('Variable 1 of Variables of the call').fill('name');
    await field('Value of name').fill('{{ input.name }}');
    await look(page, 'workflow-call');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const stored = (await program.request('GET', `/api/workflows/${workflowId}`)).body.definition.steps;
    expect(stored).toMatchObject([
      {
        headers: { Authorization: { secret: 'crm' } },
        body: { amount: 12.5 },
        responseSchema: { type: 'object', properties: {} },
      },
      { seconds: '{{ input.pause }}' },
      { call: { phoneNumber: '{{ input.phone }}', variables: { name: '{{ input.name }}' } } },
    ]);
  });

  test('does not overwrite what another member saved without asking', async () => {
    const path = `/api/workflows/${await openGreeting('Begun')}`;
    await step('Trigger').press('Enter');
    await page.getByLabel('Name of the workflow').fill('Mine');
    expect((await program.request('PATCH', path, { body: { name: 'Theirs' } })).status).toBe(200);
    await page.getByText('Changed by another member').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Load theirs' }).click();
    await heading('Theirs');
    await expect.poll(() => page.getByLabel('Name of the workflow').inputValue()).toBe('Theirs');
  });

  test('does not take typing during a save, or removed spaces, for another member’s change', async () => {
    await openGreeting('Begun');
    await step('Trigger').press('Enter');
    const name = page.getByLabel('Name of the workflow');
    const save = page.getByRole('button', { name: 'Save draft' });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/workflows/*', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await name.fill('Mine');
    await save.click();
    await sent;
    await name.fill('Mine and more');
    held.resolve();
    await heading('Mine');
    await page.unroute('**/api/workflows/*');
    await save.click();
    await heading('Mine and more');
    await name.fill('Theirs ');
    await save.click();
    await heading('Theirs');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Theirs');
    // The stored state is unchanged.
    await name.fill('Theirs ');
    await save.click();
    await expect.poll(() => name.inputValue()).toBe('Theirs');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await page.getByText('Changed by another member').count()).toBe(0);
  });

  test('shows a run in progress, and pauses, resumes and cancels it', async () => {
    await openGreeting('Runs');
    await page.getByRole('button', { name: 'Start run' }).click();
    await dialog().getByRole('textbox', { name: 'Value of name' }).fill('Ada');
    await dialog().getByRole('button', { name: 'Add value' }).click();
    await dialog().getByRole('combobox', { name: 'Type of Value of 2' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await dialog().getByText('Needs a name.').waitFor();
    await dialog().getByRole('combobox', { name: 'Name 2 of Input' }).fill('visits');
    await dialog().getByText('Needs a name.').waitFor({ state: 'detached' });
    await look(page, 'workflow-start');
    await dialog().getByRole('button', { name: 'Start run' }).click();
    await step('delay').getByText('Waiting').waitFor();
    await step('byName').press('Enter');
    await page.getByText('"greeting": "Hello Ada"').waitFor();
    await look(page, 'workflow-run');
    await page.getByRole('button', { name: 'Pause run' }).click();
    await page.getByRole('button', { name: 'Resume run' }).click();
    await chooseMore(page, 'Cancel run');
    await dialog().getByRole('button', { name: 'Cancel run' }).click();
    await step('delay').getByText('Canceled').waitFor();
  });

  test('shows why a run failed at its step, retries it, and finds it in lists', async () => {
    const definition = { steps: [{ id: 'divide', type: 'set', values: { x: '{{ 1 / input.by }}' } }] };
    const name = `Division ${++attempts}`;
    const body = { name, trigger: { type: 'webhook' }, definition };
    const { workflowId } = (await program.request('POST', '/api/workflows', { body })).body;
    await program.request('POST', `/api/workflows/${workflowId}/publish`);
    await program.request('POST', `/api/workflows/${workflowId}/trigger`, { body: { by: 'none' } });
    await open(`/workflow-runs?status=failed&workflowId=${workflowId}`);
    await page.locator('tbody tr').getByText('Failed', { exact: true }).waitFor();
    await page.locator('tbody .row-link').click();
    await heading(name);
    await step('divide').getByText('Failed').waitFor();
    await page.getByRole('button', { name: 'Retry run' }).click();
    await dialog().getByRole('button', { name: 'Retry run' }).click();
    await page.getByText('Run resumed.').waitFor();
    await open('/workflows');
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText('Failed')
      .waitFor();
    await keepScreenshot(page, 'workflows-list');
  });

  test('creates a retry configuration with a picture of its attempts', async () => {
    await open('/retry-configs');
    await page.getByRole('button', { name: 'Add retry configuration' }).first().click();
    await dialog().getByLabel('Name').fill('Patient');
    await dialog().getByLabel('Delays between attempts').fill('5 min, soon');
    await dialog().getByRole('button', { name: 'Save retry configuration' }).click();
    await dialog().getByText('Enter delays such as 5 min, 1 h, 1 d.').first().waitFor();
    await dialog().getByLabel('Delays between attempts').fill('5 min, 2 h');
    await dialog().getByLabel('Retry delays for “Busy”').fill('90 s');
    await dialog().getByText('retry after 90 s, 3 times').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save retry configuration' }).click();
    await heading('Patient');
    await page.getByText('retry after 5 min, 2 h, 2 h').first().waitFor();
    const stored = async () => {
      const { body } = await program.request('GET', `/api/retry-configs/${idOfPage()}`);
      return JSON.stringify([body.delaysSeconds, body.outcomeDelaysSeconds]);
    };
    await eventually(stored, /^\[\[300,7200\],\{"busy":\[90\]\}\]$/, 10_000);
    await look(page, 'retry-config');
    expect(complaints).toEqual([]);
  });
});
