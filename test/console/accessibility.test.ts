import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openChromium, violationsInBothThemes, windowOptions } from './chromium.ts';

/** A page in two themes, as the console has them, with sections. */
const html = (sections: string) => `<!doctype html><html lang="en"><head><title>Page</title>
  <style>
    html { background: white; color: black; }
    html[data-mantine-color-scheme=dark] { background: black; color: white; }
    html[data-mantine-color-scheme=light] .pale { color: #ccc; }
    html[data-mantine-color-scheme=dark] .dim { color: #333; }
  </style>
  <script>
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const show = () => { document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light'; };
    dark.onchange = show;
    show();
  </script></head><body><main><h1>Page</h1>${sections}</main></body></html>`;

const section = (text: string, content: string) => `<section><h2>${text}</h2>${content}</section>`;

describe.skipIf(!hasChromium)('checks of accessibility', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openChromium();
    page = await browser.newPage(windowOptions);
  });
  afterAll(() => browser?.close());

  const violationsOf = async (...sections: string[]) => {
    await page.setContent(html(sections.join('')));
    return (await violationsInBothThemes(page)).map((found) => found.split(':')[0]);
  };

  test('find each kind in what has changed, after the rest was checked', async () => {
    const plain = section('One', '<p>Text</p>');
    expect(await violationsOf(plain)).toEqual([]);
    expect(await violationsOf(plain, section('Two', '<input>'))).toEqual(['label']);
    // As often as it is looked for.
    expect(await violationsOf(plain, section('Two', '<input>'))).toEqual(['label']);
    expect(await violationsOf(plain, section('Two', '<p class="dim">Text</p>'))).toEqual(['color-contrast']);
    expect(await violationsOf(plain, section('Two', '<p class="pale">Text</p>'))).toEqual(['color-contrast']);
    expect(await violationsOf(plain, section('Two', '<p class="pale">Other</p>'))).toEqual([
      'color-contrast',
    ]);
    expect(await violationsOf(plain, '<p class="pale">Text</p>')).toEqual(['color-contrast']);
    expect(await violationsOf(plain, section('Two', '<p>Text</p>'))).toEqual([]);
    expect(await violationsOf(section('One', '<p>Text</p><button></button>'))).toEqual(['button-name']);
  });
});
