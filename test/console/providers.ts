import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Program } from '../world/program.ts';
import { accessibilityViolations, hasChromium, keepScreenshot } from './chromium.ts';
import { look, openAnew, openPage } from './console-page.ts';
import { sharedOffices } from './shared-offices.ts';

/** A model server of one's own with OpenAI's protocol, which lists models and voices. */
const server = createServer((request, response) => {
  request.resume();
  const { url } = request;
  if (url === '/v1/models') {
    const ids = ['llama-3.3-70b', 'llama-3.1-8b', 'qwen3-32b', 'kokoro', 'whisper-large-v3'];
    return response.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
  }
  if (url === '/v1/audio/voices') {
    const voices = [
      { id: 'af_bella', name: 'Bella', language: 'en-US' },
      { id: 'pf_zofia', name: 'Zofia', language: 'pl-PL' },
      // One more than is read of a list.
      ...Array.from({ length: 2_999 }, (_, n) => ({ id: `af_${n}`, language: 'en-US' })),
    ];
    return response.end(JSON.stringify({ voices }));
  }
  if (url === '/v1/audio/speech') return response.end(Buffer.alloc(48_000));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const parts = [
    { choices: [{ index: 0, delta: { content: 'Hello, and welcome.' } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ];
  response.end(`${parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')}data: [DONE]\n\n`);
});

describe.skipIf(!hasChromium)('providers in a browser', { timeout: 120_000 }, () => {
  const opened = new AsyncDisposableStack();
  let program: Program;
  let page: Page;
  let baseUrl: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.defer(() => void server.close());
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    ({ program, page } = opened.use(await sharedOffices.open()));
  }, 180_000);
  afterAll(() => opened[Symbol.asyncDispose]());

  const open = (path: string) => openPage(page, `${program.url}${path}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await program.request(method, path, body === undefined ? {} : { body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };

  test('stores a key with its address, and checks it', async () => {
    await open('/settings/provider-keys');
    await button('Add provider key').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Azure Speech' }).click();
    const address = dialog.getByRole('textbox', { name: 'Base URL' });
    // A region is enough.
    expect(await address.getAttribute('required')).toBeNull();
    expect(await dialog.getByLabel('Region').getAttribute('placeholder')).toBe('westeurope');
    await keepScreenshot(page, 'provider-key-azure-speech');
    await dialog.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'OpenAI', exact: true }).click();
    await dialog.getByLabel('Name').fill('Ours');
    await address.fill(baseUrl);
    await keepScreenshot(page, 'provider-key-openai');
    await dialog.getByRole('button', { name: 'Add key' }).click();
    await shown(/answers at this address/);
    await keepScreenshot(page, 'provider-key-checked');
    await page
      .getByRole('row', { name: /^OpenAI Model/ })
      .getByText('2 prices')
      .first()
      .waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /^Deepgram/ })
      .locator('summary')
      .click();
    await shown(/Aura-2/);
    await look(page, 'providers');
    await page.getByRole('textbox', { name: 'Search' }).fill('voice azure');
    await page.getByRole('row', { name: /^Deepgram/ }).waitFor({ state: 'detached' });
    await button('Add a key for Azure Speech').click();
    expect(await dialog.getByRole('combobox', { name: 'Provider' }).inputValue()).toBe('Azure Speech');
    await page.keyboard.press('Escape');
  });

  test('chooses a model and a voice from the lists of the vendor', async () => {
    const { agentId } = await ask('POST', '/api/agents', {
      ...{ name: 'Ada', prompt: 'Be kind.', language: 'pl-PL' },
      model: { provider: 'openai', model: 'gpt-4.1' },
      voice: { provider: 'openai' },
    });
    await open(`/agents/${agentId}`);
    const model = page.getByRole('combobox', { name: 'Model', exact: true }).first();
    await model.click();
    await page.getByRole('option', { name: 'qwen3-32b' }).waitFor();
    // The list says how complete it is, because it covers what is below the field.
    await page.getByRole('listbox').getByText('3 models are listed.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'model-list');
    await model.fill('3.1');
    await page.getByRole('option', { name: 'qwen3-32b' }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await model.inputValue()).toBe('llama-3.1-8b');
    const voice = page.getByRole('combobox', { name: 'Voice id' });
    await voice.click();
    await page.getByRole('option', { name: 'Zofia' }).waitFor();
    expect(await page.getByRole('option', { name: 'Bella' }).count()).toBe(0);
    await keepScreenshot(page, 'voice-list');
    await page.getByRole('option', { name: 'Zofia' }).click();
    await page.getByRole('checkbox', { name: 'List only voices for Polish' }).uncheck();
    await voice.click();
    await page.getByRole('option', { name: 'Bella' }).waitFor();
    await shown('There are more than 3,000 voices.');
    // Hume names its voices in several words.
    await voice.fill('');
    await voice.pressSequentially('Ava Song');
    expect(await voice.inputValue()).toBe('Ava Song');
    await voice.fill('pf_zofia');
    await page.keyboard.press('Escape');
    await button('Try model').click();
    await shown('Hello, and welcome.');
    await button('Try voice').click();
    await page.locator('audio').waitFor();
    // The server is the organization's own, which sends no bill.
    expect(await page.getByText(/Published price|bills each try/).count()).toBe(0);
    await look(page, 'agent-choices');
    await button('Browse voices').click();
    const catalog = page.getByRole('dialog');
    const zofia = catalog.getByRole('row').filter({ hasText: 'Zofia' });
    await zofia.getByText('not measured').waitFor();
    // The embedded voices speak English.
    expect(await catalog.getByRole('button', { name: /^Use slt of / }).count()).toBe(0);
    await look(page, 'voice-catalog');
    await zofia.getByRole('button', { name: 'Play Zofia' }).click();
    await zofia
      .getByRole('button', { name: 'Play Zofia' })
      .and(page.locator(':not([data-loading])'))
      .waitFor();
    expect(await zofia.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Escape');
    await catalog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await shown('Draft saved.');
    const { draft } = await ask('GET', `/api/agents/${agentId}`);
    expect([draft.model.model, draft.voice.voice]).toEqual(['llama-3.1-8b', 'pf_zofia']);

    await button('Browse voices').click();
    await catalog.getByRole('combobox', { name: 'Gender' }).click();
    await page.getByRole('option', { name: 'Female' }).click();
    await catalog.getByText('Nothing matches').waitFor();
    await catalog.getByLabel('Clear: Gender').click();
    await catalog.getByRole('button', { name: 'Show other languages' }).click();
    // Entries that suit the agent come first, although the vendor lists it among 3,001.
    const rows = catalog.getByRole('row');
    await expect.poll(() => rows.nth(1).innerText()).toContain('Zofia');
    expect(await rows.nth(2).innerText()).toBe('Other languages');
    await look(page, 'voice-catalog-other-languages');
    await catalog.getByRole('textbox', { name: 'Search' }).fill('slt');
    const slt = rows.filter({ hasText: 'slt' });
    await slt.getByText('Speaks English, not Polish.').waitFor();
    // An agent with it could not be saved.
    expect(await slt.getByRole('button', { name: /^Use / }).count()).toBe(0);
    await catalog.getByRole('textbox', { name: 'Search' }).fill('');
    await rows.filter({ hasText: 'Bella' }).getByText('Speaks English, not Polish.').waitFor();
    await catalog.getByRole('button', { name: /^Use Bella of / }).click();
    await catalog.waitFor({ state: 'detached' });
    const voiceProvider = page.getByRole('combobox', { name: 'Voice provider' });
    expect(await page.getByRole('combobox', { name: 'Voice id' }).inputValue()).toBe('af_bella');

    await voiceProvider.click();
    await page.getByRole('option', { name: 'Flite, embedded (English only)' }).click();
    await shown('Speaks English, not Polish. Choose another voice.');
    await keepScreenshot(page, 'voice-of-another-language');
    await page.getByRole('textbox', { name: 'Language', exact: true }).fill('en-US');
    await page.getByText('Choose another voice.').waitFor({ state: 'detached' });
    await button('Browse voices').click();
    await catalog.getByRole('textbox', { name: 'Search' }).fill('slt');
    await catalog.getByRole('button', { name: /^Use slt of / }).click();
    await catalog.waitFor({ state: 'detached' });
    expect(await page.getByRole('combobox', { name: 'Voice', exact: true }).inputValue()).toContain('slt');
  });

  test('creates an agent from a preset, with embedded providers where keys are missing', async () => {
    await open('/agents');
    await button('New agent').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Blank' }).click();
    await dialog.getByLabel('Name').fill('Preset');
    await dialog.getByLabel('Prompt').fill('Be kind.');
    await dialog.getByRole('combobox', { name: 'Preset' }).click();
    await page.getByRole('option', { name: 'Only our own servers' }).click();
    await dialog.getByText('A server at the address of your key.').waitFor();
    await look(page, 'new-agent-preset');
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Preset' }).waitFor();
    const { agents } = await ask('GET', '/api/agents?search=Preset');
    const { model, voice } = await ask('GET', `/api/agents/${agents[0].agentId}`);
    expect([model, voice]).toMatchObject([
      { provider: 'openai', model: 'llama-3.3-70b', key: 'Ours' },
      { provider: 'flite' },
    ]);
    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByRole('combobox', { name: 'Preset' }).click();
    await page.getByRole('option', { name: 'Only in the European Union' }).click();
    await shown('This preset is incomplete');
    await look(page, 'agent-preset');
  });

  test('creates an agent from a template and a preset', async () => {
    for (const { agentId } of (await ask('GET', '/api/agents?search=Receptionist')).agents)
      await ask('DELETE', `/api/agents/${agentId}`);
    await open('/agents');
    await button('New agent').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Receptionist' }).click();
    await dialog.getByRole('combobox', { name: 'Preset' }).click();
    await page.getByRole('option', { name: 'Only our own servers' }).click();
    await dialog.getByText('A server at the address of your key.').waitFor();
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receptionist' }).waitFor();
    const { agents } = await ask('GET', '/api/agents?search=Receptionist');
    const { model, flow } = await ask('GET', `/api/agents/${agents[0].agentId}`);
    expect(model).toMatchObject({ provider: 'openai', model: 'llama-3.3-70b', key: 'Ours' });
    expect(flow.stages.reception.instructions).toContain('Find out what the caller wants');
  });

  test('adds a key while an agent is created, and goes on with it', async () => {
    // A first try may have left its agent and its key.
    for (const { agentId } of (await ask('GET', '/api/agents?search=In+place')).agents)
      await ask('DELETE', `/api/agents/${agentId}`);
    for (const { provider, providerKeyId } of (await ask('GET', '/api/provider-keys')).providerKeys)
      if (provider === 'websocket') await ask('DELETE', `/api/provider-keys/${providerKeyId}`);
    await open('/agents');
    await button('New agent').first().click();
    const dialog = page.getByRole('dialog', { name: 'New agent' });
    await dialog.getByRole('radio', { name: 'Blank' }).click();
    await dialog.getByLabel('Name').fill('In place');
    await dialog.getByLabel('Prompt').fill('Be kind.');
    await dialog.getByRole('combobox', { name: 'Preset' }).click();
    await page.getByRole('option', { name: 'Only our own servers' }).click();
    await dialog.getByText('This preset is incomplete').waitFor();
    const key = page.getByRole('dialog', { name: 'Add provider key' });
    await dialog.getByRole('button', { name: 'Add a key' }).click();
    const provider = key.getByRole('combobox', { name: 'Provider' });
    expect(await provider.inputValue()).toBe('Your own server (WebSocket)');
    await page.keyboard.press('Escape');
    await key.waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('In place');
    await dialog.getByRole('button', { name: 'Add a key' }).click();
    await key.getByLabel('Base URL').fill('not an address');
    await key.getByRole('button', { name: 'Add key' }).click();
    await key.locator('[id$=-error]').first().waitFor();
    await look(page, 'new-agent-add-key');
    await key.getByLabel('Base URL').fill(baseUrl.replace('/v1', ''));
    await key.getByRole('button', { name: 'Add key' }).click();
    await key.waitFor({ state: 'detached' });
    await shown(/The provider key was stored/);
    await dialog.getByText('This preset is incomplete').waitFor({ state: 'detached' });
    await dialog.getByText('Voice: Your own server (WebSocket).').waitFor();
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'In place' }).waitFor();
    const { agents } = await ask('GET', '/api/agents?search=In+place');
    const { voice } = await ask('GET', `/api/agents/${agents[0].agentId}`);
    expect(voice).toMatchObject({ provider: 'websocket' });
  });

  test('says beside a trial who bills it', async () => {
    await ask('POST', '/api/provider-keys', { provider: 'deepgram', apiKey: 'a-key' });
    const { agentId } = await ask('POST', '/api/agents', {
      ...{ name: 'Ada', prompt: 'Be kind.' },
      voice: { provider: 'deepgram' },
    });
    await open(`/agents/${agentId}`);
    // 59 characters at $30 for a million.
    await shown('Deepgram bills each try: about $0.0018.');
    await shown(/Published price: \$30/);
  });

  test('takes over published prices', async () => {
    await ask('POST', '/api/provider-keys', { provider: 'openai', apiKey: 'a-key', name: 'Theirs' });
    // The page offers prices of the keys that it has loaded.
    await openAnew(page, `${program.url}/settings/prices`);
    await button('Add published prices').click();
    await shown(/Checked on \w+ \d+, 20/);
    await look(page, 'published-prices-dialog');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Add \d+ prices$/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Save prices').click();
    await shown('Prices saved.');
    await look(page, 'published-prices');
    const { currency, prices } = await ask('GET', '/api/organization/prices');
    expect(currency).toBe('USD');
    expect(prices).toContainEqual({
      ...{ kind: 'language-model', provider: 'openai', model: 'gpt-4.1', unit: 'output-tokens' },
      ...{ amount: '8.00', per: 1_000_000, validFrom: null },
    });
  });

  test('clears filters of pronunciations without the agent whose voice plays', async () => {
    const { agentId } = await ask('POST', '/api/agents', { name: 'Speaker', prompt: 'Be kind.' });
    await open(`/pronunciations?search=x&voice=${agentId}`);
    await button('Clear filters').click();
    await button('Clear filters').waitFor({ state: 'detached' });
    const voice = page.getByRole('combobox', { name: 'Agent whose voice plays' });
    await expect.poll(() => voice.inputValue()).toBe('Speaker');
    await keepScreenshot(page, 'pronunciations-voice');
  });
});
