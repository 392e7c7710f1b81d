import { afterAll, describe } from 'vitest';
import { sharedOffices } from './shared-offices.ts';

// One program serves these suites, whose calls play audio in real time.
describe('taking calls', async () => void (await import('./take-calls.ts')));
describe('speaking in place of the agent', async () => void (await import('./take-over.ts')));
afterAll(() => sharedOffices[Symbol.asyncDispose]());
