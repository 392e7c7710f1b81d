import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const binary = '/usr/bin/chromium';

/** True where Debian's Chromium is installed; otherwise says once what to install. */
export const hasChromium = existsSync(binary);
if (!hasChromium)
  console.log('SKIPPED: tests of the console in a browser. Install the Debian package chromium.');

/** A browser without a screen, which asks nothing of anybody but the pages it is led to. */
export function openChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: binary,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
      ...more,
    ],
  });
}

/** What the tests of the console look at it with. Nothing moves in it: what is clicked and judged stands still. */
export const windowOptions: BrowserContextOptions = {
  ...{ viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
  ...{ locale: 'en-GB', timezoneId: 'Europe/London' },
};

/** Shows the console in other looks, and waits until it does: what changes while it is judged is in neither. */
export async function setLooks(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const shown = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
  await shown.waitFor({ state: 'attached' });
}

const screenshots = resolve(import.meta.dirname, '../../test-results/console');

/** Leaves a picture of the page for people to look at; where nobody looks, in continuous integration, it makes none. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.CI) return;
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeFinding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface AxeWindow {
  axe?: { run(options: object): Promise<{ violations: AxeFinding[] }> };
}

/** What axe finds on the page that WCAG 2.2 AA forbids, each with the elements that it is about. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // As the debugger does it: the page's own policy lets no script in that is not its own.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as AxeWindow;
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] };
    return (await axe!.run(options)).violations;
  }, standards);
  return violations.map(({ id, help, nodes }) => {
    const elements = nodes.map(({ html, failureSummary }) => `  ${html}\n    ${failureSummary}`);
    return `${id}: ${help}\n${elements.join('\n')}`;
  });
}
