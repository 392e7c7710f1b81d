import { expect, vi } from 'vitest';

/**
 * Asks until the answer fits, which `expect.poll` cannot do in tests that run at the same time: 10 s unless said
 * otherwise.
 */
export async function eventually(
  ask: () => string | Promise<string>,
  fits: RegExp | string,
  timeout = 10_000,
): Promise<void> {
  await vi.waitFor(async () => expect(await ask()).toMatch(fits), { timeout, interval: 20 });
}
