import { afterAll, describe } from 'vitest';
import { sharedOffices } from './shared-offices.ts';

// One program and one browser serve these suites, and each has an organization of its own.
describe('providers', async () => void (await import('./providers.ts')));
describe('picks', async () => void (await import('./picks.ts')));
describe('workflows', async () => void (await import('./workflows.ts')));
describe('knowledge', async () => void (await import('./knowledge.ts')));
afterAll(() => sharedOffices[Symbol.asyncDispose]());
