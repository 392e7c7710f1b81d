import { afterAll, describe } from 'vitest';
import { callersProgram } from './callers-program.ts';

// One program takes these calls. Some inbound ones are for numbers that no organization has, so they come first.
describe('an inbound call', async () => void (await import('./call-inbound.ts')));
describe('SIPp and baresip', async () => void (await import('./call-sipp.ts')));
describe('failover', async () => void (await import('./call-failover.ts')));
afterAll(() => callersProgram[Symbol.asyncDispose]());
