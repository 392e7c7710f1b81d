import { expect, vi } from 'vitest';

/** Polls until the answer matches, for 10 s by default. `expect.poll` cannot do this in concurrent tests. */
export async function eventually(
  ask: () => string | Promise<string>,
  fits: RegExp | string,
  timeout = 10_000,
): Promise<void> {
  await vi.waitFor(async () => expect(await ask()).toMatch(fits), { timeout, interval: 20 });
}
