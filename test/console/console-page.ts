import type { Locator, Page } from 'playwright-core';
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

/**
 * Changes something elsewhere until the page has been told of it. `change` changes something each time: a page that has just
 * been opened may follow events only after the first.
 */
export async function untilTold(change: (time: number) => Promise<unknown>, shown: Locator): Promise<void> {
  for (let time = 1; time <= 10; time++) {
    await change(time);
    const isShown = await shown.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
  }
  await shown.waitFor({ timeout: 1 });
}
