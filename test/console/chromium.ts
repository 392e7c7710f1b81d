import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The headless shell draws no window, and takes a quarter less processor time. */
const binary = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** True where Debian's Chromium is installed. Otherwise prints once what to install. */
export const hasChromium = binary !== undefined;
if (!hasChromium)
  console.log(
    'SKIPPED: tests of the console in a browser. Install the Debian package chromium-headless-shell.',
  );

/** Starts headless Chromium without background requests. */
export function openChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: binary!,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
      // Fewer collections of garbage take 6 % less processor time.
      '--js-flags=--min-semi-space-size=32,--max-semi-space-size=64',
      ...more,
    ],
  });
}

/** The window of console tests. Motion is reduced, so that clicks and checks meet a page at rest. */
export const windowOptions: BrowserContextOptions = {
  ...{ viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
  ...{ locale: 'en-GB', timezoneId: 'Europe/London' },
  // A worker would answer for requests that tests hold back or cut off.
  serviceWorkers: 'block',
};

/**
 * Resolves when every transition has ended, or after 5 s. Endless animations are left out, and those of what is not rendered:
 * Chromium goes on with a transition inside a closed `<details>` only when something asks for its style.
 */
const transitionsAreOver = `Promise.race([
  new Promise((resolve) => setTimeout(resolve, 5000)),
  Promise.all(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity && effect.target.checkVisibility())
    .map(({ finished }) => finished.catch(() => undefined))),
]).then(() => undefined)`;

/** Switches the theme and waits until it is applied. Some labels change their colour slowly, in spite of reduced motion. */
export async function setLooks(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const shown = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
  await shown.waitFor({ state: 'attached' });
}

const screenshots = resolve(import.meta.dirname, '../../test-results/console');

/** Saves a picture of the page where `TEST_SCREENSHOTS` is set. Pictures take a quarter of a file's processor time. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.TEST_SCREENSHOTS) return;
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules whose result depends on colours. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const withoutColours = Object.fromEntries(ofColours.values.map((rule) => [rule, { enabled: false }]));

interface AxeFinding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** The used part of an element of the page. TypeScript declares it only with the whole DOM. */
interface PageElement {
  localName: string;
  outerHTML: string;
  parentElement: PageElement | null;
  attributes: Iterable<{ name: string; value: string }>;
  childNodes: Iterable<{ nodeType: number; textContent: string }>;
  contains(other: PageElement): boolean;
  matches(selector: string): boolean;
}

interface AxeWindow {
  document: {
    querySelectorAll(selector: string): Iterable<PageElement>;
  };
  axe?: { run(context: object, options: object): Promise<{ violations: AxeFinding[] }> };
}

/** What has been checked in a page of the browser without a violation. */
interface Checked {
  /** Whether the whole document was checked: its menu and its header are on all pages of the console. */
  isWhole: boolean;
  /** Sections, by HTML. */
  sections: Set<string>;
  /** The looks of texts in each theme. */
  looks: Set<string>;
}

const checkedIn = new WeakMap<Page, Checked>();

function checkedOf(page: Page): Checked {
  const checked = checkedIn.get(page) ?? { isWhole: false, sections: new Set(), looks: new Set() };
  checkedIn.set(page, checked);
  return checked;
}

/** Returns the violations in the dark and in the light theme, which stays. The themes differ in colours alone. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await setLooks(page, 'dark');
  const dark = await accessibilityViolations(page);
  await setLooks(page, 'light');
  return [...dark, ...(await colourViolations(page))];
}

/**
 * Returns axe's violations of WCAG 2.2 AA with their elements. The whole document is checked once for each page of the browser,
 * then what differs between the pages of the console, without sections with the same HTML as before. Colours are checked of
 * texts that look like none before.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const checked = checkedOf(page);
  await addAxe(page);
  const isWhole = !checked.isWhole || !(await page.evaluate<boolean>("!!document.querySelector('main')"));
  const { violations, sections } = await page.evaluate(checkSections, {
    ...{ runOnly: standards, rules: withoutColours, isWhole, known: [...checked.sections] },
  });
  if (violations.length === 0) {
    checked.isWhole ||= isWhole;
    for (const section of sections) checked.sections.add(section);
  }
  return [...violations.map(describeFinding), ...(await colourViolations(page))];
}

/** Returns violations by colours of texts that look like none that was checked before. */
async function colourViolations(page: Page): Promise<string[]> {
  const checked = checkedOf(page);
  await addAxe(page);
  const { violations, looks } = await page.evaluate(checkColours, {
    ...{ runOnly: ofColours, known: [...checked.looks] },
  });
  if (violations.length === 0) for (const look of looks) checked.looks.add(look);
  return violations.map(describeFinding);
}

async function addAxe(page: Page): Promise<void> {
  // A label that is changing its colour has too little contrast.
  await page.evaluate(transitionsAreOver);
  // Injected by the debugger, because the page's policy forbids foreign scripts.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource);
}

function describeFinding({ id, help, nodes }: AxeFinding): string {
  const elements = nodes.map(({ html, failureSummary }) => `  ${html}\n    ${failureSummary}`);
  return `${id}: ${help}\n${elements.join('\n')}`;
}

interface CheckOptions {
  runOnly: typeof standards;
  /** What is left out. */
  known: string[];
}

interface SectionOptions extends CheckOptions {
  rules: typeof withoutColours;
  isWhole: boolean;
}

/** Runs in the page. Returns the violations, and the sections that were checked. */
async function checkSections({ runOnly, rules, isWhole, known }: SectionOptions) {
  const { axe, document } = globalThis as unknown as AxeWindow;
  const keyOf = ({ outerHTML }: PageElement) => {
    // Ids differ each time.
    const html = outerHTML.replace(
      / (id|for|name|href|aria-[a-z]+(?:by|s)|aria-activedescendant)="[^"]*"/g,
      ' $1',
    );
    let [one, other] = [0, 0];
    for (let at = 0; at < html.length; at++) {
      one = (Math.imul(one, 31) + html.charCodeAt(at)) | 0;
      other = (Math.imul(other, 37) + html.charCodeAt(at)) | 0;
    }
    return [html.length, one, other].join();
  };
  const exclude: PageElement[] = [];
  const sections: string[] = [];
  for (const section of document.querySelectorAll('main section')) {
    if (exclude.some((one) => one.contains(section))) continue;
    const key = keyOf(section);
    if (known.includes(key) && !isWhole) exclude.push(section);
    else sections.push(key);
  }
  const include = isWhole ? [document] : [...document.querySelectorAll('main, [data-portal]')];
  const options = { runOnly, rules, resultTypes: ['violations'] };
  const { violations } = await axe!.run({ include, exclude }, options);
  return { violations, sections };
}

/**
 * Runs in the page. Checks texts and fields whose look is unknown, and returns the violations with these looks. A look is made
 * of the names and attributes of an element and all elements around it, without texts and ids.
 */
async function checkColours({ runOnly, known }: CheckOptions) {
  const { axe, document } = globalThis as unknown as AxeWindow;
  const ofTexts =
    /^(id|for|name|href|value|title|placeholder|datetime|d|points|aria-.*(by|s|label|now|text))$/;
  const found = new Map<PageElement, string>();
  const lookOf = (element: PageElement): string => {
    const before = found.get(element);
    if (before !== undefined) return before;
    const attributes = [...element.attributes].filter(({ name }) => !ofTexts.test(name));
    // Without generated names and sizes.
    const values = attributes.map(
      ({ name, value }) => `${name}=${value.replace(/_r_\w+_|-?[\d.]+(px|rem|%)/g, '')}`,
    );
    const text = [element.localName, ...values].join(' ');
    const around = element.parentElement ? lookOf(element.parentElement) : '';
    let [one, other] = [0, 0];
    for (const character of `${around}>${text}`) {
      one = (Math.imul(one, 31) + character.codePointAt(0)!) | 0;
      other = (Math.imul(other, 37) + character.codePointAt(0)!) | 0;
    }
    const look = [one, other].join();
    found.set(element, look);
    return look;
  };
  const hasText = ({ childNodes }: PageElement) =>
    [...childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== '');
  const looks = new Set<string>();
  const include: PageElement[] = [];
  const knownLooks = new Set(known);
  for (const element of document.querySelectorAll('body, body *')) {
    if (!hasText(element) && !element.matches('input, textarea, select')) continue;
    const look = lookOf(element);
    if (knownLooks.has(look) || looks.has(look)) continue;
    looks.add(look);
    include.push(element);
  }
  if (include.length === 0) return { violations: [], looks: [] };
  const { violations } = await axe!.run({ include }, { runOnly, resultTypes: ['violations'] });
  return { violations, looks: [...looks] };
}
