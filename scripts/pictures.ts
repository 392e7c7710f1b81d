/**
 * `npm run pictures` makes the pictures of the README and the docs from the screenshots that the console's tests left
 * in test-results/console (`TEST_SCREENSHOTS=1 npx vitest run test/console`), at half the width. Requires Chromium.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openChromium } from '../test/console/chromium.ts';

const root = resolve(import.meta.dirname, '..');
const widthPx = 960;

/** The pictures by the test's name for them, cut to this height. */
const pictures: Record<string, { from: string; heightPx: number }> = {
  'console-home': { from: 'home', heightPx: 600 },
  'console-call': { from: 'call-light', heightPx: 720 },
  'console-flow': { from: 'agent-flow', heightPx: 520 },
};

await mkdir(join(root, 'docs/images'), { recursive: true });
const browser = await openChromium();
try {
  for (const [name, { from, heightPx }] of Object.entries(pictures)) {
    const png = await readFile(join(root, 'test-results/console', `${from}.png`), 'base64');
    const page = await browser.newPage({ viewport: { width: widthPx, height: heightPx } });
    await page.setContent(
      `<style>body{margin:0}img{display:block;width:100%}</style><img src="data:image/png;base64,${png}">`,
    );
    await writeFile(join(root, 'docs/images', `${name}.png`), await page.screenshot());
    console.log(`docs/images/${name}.png`);
    await page.close();
  }
} finally {
  await browser.close();
}
