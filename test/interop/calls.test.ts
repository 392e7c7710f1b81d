import { afterAll, describe } from 'vitest';
import { callsProgram } from './calls-program.ts';

// One program carries these calls, and each suite has an organization of its own. In separate files, the programs and their
// processes took more processor time than the calls.
describe('an outbound call', async () => void (await import('./call-outbound.ts')));
describe('answer detection', async () => void (await import('./call-answer-detection.ts')));
describe('several agents', async () => void (await import('./call-agents.ts')));
describe('a recording', async () => void (await import('./call-recording.ts')));
describe('fallbacks', async () => void (await import('./call-fallbacks.ts')));
describe('knowledge', async () => void (await import('./call-knowledge.ts')));
describe('a registered trunk', async () => void (await import('./call-registered.ts')));
describe('a wide line', async () => void (await import('./call-wide.ts')));
describe('speech to speech', async () => void (await import('./call-speech-to-speech.ts')));
describe('tools', async () => void (await import('./call-tools.ts')));
describe('quality', async () => void (await import('./call-quality.ts')));
afterAll(() => callsProgram[Symbol.asyncDispose]());
