import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Goes to a page of the console, and waits until it has a heading and nothing in it is still being loaded. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main h1').waitFor();
  await untilLoaded(page);
}

/** Waits until nothing in the page that is shown is still being loaded, of however many parts. */
export function untilLoaded(page: Page): Promise<void> {
  return page.locator('main [aria-busy="true"]:visible').first().waitFor({ state: 'detached' });
}

/** Expects that nothing stands beside the page on a screen of this width; what it draws may follow some moments later. */
export async function expectToFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const overhang = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  await expect.poll(overhang, { message: `too wide: ${page.url()}` }).toBe(0);
}
