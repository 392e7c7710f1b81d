import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widgetSnippet } from '../../console/src/features/agents/widget-snippet.ts';
import { type ChatWorld, createChatWorld, receptionDialogue } from '../world/chat-world.ts';
import { eventually } from '../world/eventually.ts';
import { hasChromium, openChromium } from './chromium.ts';

describe.skipIf(!hasChromium)('the snippet for web pages in a browser', { timeout: 60_000 }, () => {
  let world: ChatWorld;
  let browser: Browser;
  let page: Page;
  let shopUrl: string;
  let html = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  beforeAll(async () => {
    world = await createChatWorld();
    const baseUrl = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const agent = { name: 'Desk', prompt: 'Help.', model: receptionDialogue, firstMessage: 'Welcome!' };
    const { agentId } = (await world.request('POST', '/api/agents', { body: agent })).body;
    const body = { allowedOrigins: [shopUrl] };
    const { token } = (await world.request('PUT', `/api/agents/${agentId}/widget`, { body })).body;
    html = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Shop</title>${widgetSnippet(`${baseUrl}/public/chats/${token}`)}`;
    browser = await openChromium();
    page = await browser.newPage();
    await page.goto(shopUrl);
  });
  afterAll(async () => {
    await browser?.close();
    shop.close();
    await world.close();
  });

  const shown = async () => (await page.locator('li').allInnerTexts()).join(' | ');
  const chats = async () => (await world.request('GET', '/api/chats')).body.chats.length;
  const say = async (text: string) => {
    await page.getByLabel('Message').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  const first = 'Welcome! | You: hours | We are open from nine to five. How can I help?';

  test('the agent speaks first when the visitor opens the chat', async () => {
    expect(await chats()).toBe(0);
    await page.getByLabel('Message').focus();
    await eventually(shown, /^Welcome!$/);
    await say('hours');
    await eventually(shown, first);
    expect(await chats()).toBe(1);
  });

  test('the chat continues on the next page, and shows overlapping answers once', async () => {
    await page.reload();
    await eventually(shown, first);
    // The first poll is held back until after the second.
    const held = Promise.withResolvers<void>();
    let looks = 0;
    await page.route('**/messages?*', async (route) => {
      const response = await route.fetch();
      if (++looks === 1) await held.promise;
      else setTimeout(held.resolve, 100);
      await route.fulfill({ response });
    });
    await say('hours');
    await eventually(shown, `${first} | You: hours | We are open from nine to five. How can I help?`);
    await held.promise;
    await page.unroute('**/messages?*');
    const lines = await page.locator('li').count();
    expect([lines, await chats()]).toEqual([5, 1]);
  });

  test('the next message after the end begins another chat', async () => {
    await say('goodbye');
    await eventually(shown, /Goodbye\.$/);
    await eventually(async () => (await world.request('GET', '/api/chats')).body.chats[0].status, 'ended');
    await say('hours');
    await eventually(shown, /Goodbye\. \| Welcome! \| You: hours \| We are open/);
    expect(await chats()).toBe(2);
    expect(await page.getByRole('alert').innerText()).toBe('');
  });

  test('reports a message that cannot be sent, and keeps it', async () => {
    await page.route('**/messages', (route) => route.abort());
    await say('hours');
    await eventually(() => page.getByRole('alert').innerText(), 'The chat cannot be reached. Try again.');
    expect(await page.getByLabel('Message').inputValue()).toBe('hours');
  });

  test('speaks the language of the page, with texts of the page', async () => {
    const before = html;
    html = html.replace('lang="en-GB"', 'lang="de"').replace('id="parley-chat"', '$& data-text-send="Los"');
    await page.reload();
    await page.getByLabel('Nachricht').fill('hours');
    await page.getByRole('button', { name: 'Los' }).click();
    await eventually(() => page.getByRole('alert').innerText(), /^Der Chat ist nicht erreichbar/);
    html = before;
  });
});
