import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer } from '../world/embedding-server.ts';
import type { Program } from '../world/program.ts';
import { accessibilityViolations, hasChromium, keepScreenshot } from './chromium.ts';
import { chooseMore, expectToFit, openPage } from './console-page.ts';
import { sharedOffices } from './shared-offices.ts';

const text = '# Rooms\n\nA double room costs 90 euros.\n\n# Parking\n\nParking is free for guests.';

describe.skipIf(!hasChromium)('knowledge in a browser', { timeout: 120_000 }, () => {
  const opened = new AsyncDisposableStack();
  let complaints: string[];
  let program: Program;
  let page: Page;

  beforeAll(async () => {
    ({ program, page, complaints } = opened.use(await sharedOffices.open()));
  }, 180_000);
  afterAll(() => opened[Symbol.asyncDispose]());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  /** Looks at a page: it fits on a telephone, and has no barriers. */
  async function look(name: string): Promise<void> {
    await keepScreenshot(page, name);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 390);
    await keepScreenshot(page, `${name}-narrow`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  test('adds a text and a file, asks, and corrects what was found', async () => {
    await openPage(page, `${program.url}/knowledge`);
    await button('Add source').click();
    await page.getByRole('menuitem', { name: 'Text' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Prices');
    expect(await dialog().getByLabel('Language', { exact: true }).inputValue()).toBe('English');
    await dialog().getByRole('textbox', { name: 'Text' }).fill(text);
    await button('Add text').click();
    await page.getByRole('link', { name: 'Prices' }).waitFor();
    await button('Add source').click();
    await page.getByRole('menuitem', { name: 'Files' }).click();
    const file = {
      name: 'pets.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Pets\n\nDogs are welcome.'),
    };
    const empty = { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };
    await dialog().locator('input[type=file]').setInputFiles([file, empty]);
    await button('Upload files').click();
    await dialog().getByText('empty.txt is empty.').first().waitFor();
    await dialog().locator('input[type=file]').setInputFiles(file);
    await button('Upload files').click();
    await page.getByText('The files were uploaded').waitFor();
    await page.getByRole('row', { name: /pets.*Ready/ }).waitFor();
    await page.getByRole('textbox', { name: 'Question' }).fill('How much is a double room?');
    await button('Ask').click();
    await page.getByText('A double room costs 90 euros.').waitFor();
    await look('knowledge');
    await page.getByRole('link', { name: 'Prices › Rooms' }).click();
    await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor();
    await page.getByRole('textbox', { name: 'Text' }).fill(text.replace('90', '95'));
    await button('Save correction').click();
    await page.getByText('The correction was saved.').waitFor();
    await page.getByRole('paragraph').getByText('A double room costs 95 euros.').waitFor();
    await look('knowledge-document');
    await page.getByRole('link', { name: '← Source' }).click();
    await page.getByText('Corrected by hand').waitFor();
    await look('knowledge-source');
    await page.getByRole('link', { name: '← Knowledge' }).click();
    await page.getByRole('link', { name: 'pets.md' }).click();
    await button('Replace file').click();
    const buffer = Buffer.from('# Cats\n\nCats are welcome too.');
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer });
    await button('Upload file').click();
    await page.getByText('The file was uploaded.').waitFor();
    await page.getByRole('link', { name: 'Cats' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('chooses an embedding model, and finds by meaning', async () => {
    await using server = await EmbeddingServer.start();
    const body = { provider: 'openai', apiKey: server.apiKey, baseUrl: server.url };
    await program.request('POST', '/api/provider-keys', { body });
    await openPage(page, `${program.url}/knowledge`);
    await button('Choose a model').click();
    await look('knowledge-embedding');
    server.failure = { status: 404, words: 'no such model' };
    await button('Use this model').click();
    await dialog().getByText('no such model').first().waitFor();
    server.failure = null;
    await button('Use this model').click();
    await page.getByText('The model was chosen.').first().waitFor();
    await page.getByText(/(\d+) of \1 embedded/).waitFor();
    const key = { provider: 'cohere', apiKey: server.apiKey, baseUrl: server.url };
    await program.request('POST', '/api/provider-keys', { body: key });
    await openPage(page, `${program.url}/knowledge`);
    await button('Change model').click();
    await dialog().getByRole('combobox', { name: 'Reranker' }).click();
    await page.getByRole('option', { name: 'Cohere' }).click();
    await look('knowledge-reranker');
    await button('Use this model').click();
    await page.getByText('Cohere, rerank-v3.5').waitFor();
    await page.getByRole('textbox', { name: 'Question' }).fill('pooch vehicle');
    await button('Ask').click();
    await page
      .getByText(/by meaning/)
      .first()
      .waitFor();
    await chooseMore(page, 'Search by words alone', page.getByRole('region', { name: 'Search by meaning' }));
    await dialog().getByRole('button', { name: 'Search by words alone' }).click();
    await button('Choose a model').waitFor();
    // The browser reports the refused choice.
    expect(complaints.splice(0).filter((one) => !one.includes('409'))).toEqual([]);
  });

  test('lets an agent answer from certain sources, which then cannot be deleted', async () => {
    const agent = { name: 'Anna', prompt: 'Be kind.' };
    const { agentId } = (await program.request('POST', '/api/agents', { body: agent })).body;
    await openPage(page, `${program.url}/agents/${agentId}`);
    await page.getByRole('switch', { name: 'Use knowledge' }).press('Space');
    await page.getByRole('combobox', { name: 'Sources', exact: true }).click();
    await page.getByRole('option', { name: 'Only certain sources' }).click();
    await page.getByRole('combobox', { name: 'Which sources' }).click();
    await page.getByRole('option', { name: 'Prices' }).click();
    await page.keyboard.press('Escape');
    await keepScreenshot(page, 'agent-knowledge');
    await button('Save draft').click();
    await page.getByText('Draft saved.').first().waitFor();
    await openPage(page, `${program.url}/knowledge`);
    await page.getByRole('link', { name: 'Prices' }).click();
    await chooseMore(page, 'Delete source');
    await dialog().getByRole('button', { name: 'Delete source' }).click();
    await page.getByText('The source is in use by agent Anna.').first().waitFor();
    expect(complaints).toEqual([]);
  });
});
