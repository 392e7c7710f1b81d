import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { keepScreenshot, violationsInBothThemes } from './chromium.ts';

/** The owner's credentials. Other members may have the same password. */
export const owner = { email: 'olive@example.com', password: 'three parcels for maya' };

interface Joining {
  /** Where the program serves the console. */
  url: string;
  /** The invitation, whose host may be another. */
  joinUrl: string;
  /** Only for the owner, who has no address yet. */
  email?: string | undefined;
  password?: string;
}

/** Signs a new member in by an invitation, and waits for the first page. */
export async function joinConsole(page: Page, joining: Joining): Promise<void> {
  const { url, joinUrl, email, password = owner.password } = joining;
  page.setDefaultTimeout(30_000);
  await page.goto(joinUrl.replace(/^http:\/\/[^/]+/, url));
  // The console may have to be built first.
  await page.getByLabel('Password', { exact: true }).fill(password, { timeout: 100_000 });
  if (email) await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

/** Collects errors of a page: failed scripts, and violations of its policy. */
export function watchComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Pages show failed requests themselves.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
}

/**
 * Opens a page of the console, and waits for its heading and the end of loading. Within the console it follows a link, because a
 * document that is loaded anew takes four times the processor time. No state of the page before stays, even of the same page.
 */
export async function openPage(page: Page, url: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(url);
  const isInConsole = page.url().startsWith(`${origin}/`) && (await page.evaluate<boolean>(showsPage));
  if (!isInConsole) return openAnew(page, url);
  await page.evaluate(goTo(nowhere));
  await page.locator(`main h1:text-is("${nowhereTitle}")`).waitFor();
  await page.evaluate(closeMessages);
  await page.evaluate(goTo(`${pathname}${search}${hash}`));
  await page.locator(`main h1:not(:text-is("${nowhereTitle}"))`).waitFor();
  await untilLoaded(page);
}

/** Loads a page of the console as a document, as a bookmark does. */
export async function openAnew(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main h1').waitFor();
  await untilLoaded(page);
}

const [nowhere, nowhereTitle] = ['/no/such/page', 'Page not found'];
const showsPage = "'__TSR_ROUTER__' in window && document.querySelector('main h1') !== null";
const closeMessages = "for (const one of document.querySelectorAll('[role=alert] button')) one.click()";
const goTo = (href: string) =>
  `__TSR_ROUTER__.navigate(${JSON.stringify({ href, ignoreBlocker: true })}).then(() => undefined)`;

/** Chooses an action behind three dots: those of the page, or of a part of it. */
export async function chooseMore(page: Page, action: string, within: Page | Locator = page): Promise<void> {
  await within
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
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

/** Checks accessibility in both themes and the width of a phone, and keeps pictures. */
export async function look(page: Page, name: string): Promise<void> {
  expect(await violationsInBothThemes(page)).toEqual([]);
  await keepScreenshot(page, name);
  await expectToFit(page, 360);
  await keepScreenshot(page, `${name}-360`);
  await page.setViewportSize({ width: 1440, height: 900 });
}
