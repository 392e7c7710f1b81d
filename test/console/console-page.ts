import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens a page of the console, and waits for its heading and the end of loading. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main h1').waitFor();
  await untilLoaded(page);
}

/** Waits until every part of the page is loaded. */
export function untilLoaded(page: Page): Promise<void> {
  return page.locator('main [aria-busy="true"]:visible').first().waitFor({ state: 'detached' });
}

/** Expects no horizontal overflow at this width. Charts may need some moments to adapt. */
export async function expectToFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const overhang = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  await expect.poll(overhang, { message: `too wide: ${page.url()}` }).toBe(0);
}
