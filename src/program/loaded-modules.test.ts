import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const listing = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import(process.argv[1]);
  process.stdout.write(JSON.stringify(loaded));
`;

/** Returns the packages and the files of `src` that a process loads when it imports `file`. */
async function loadedBy(file: string): Promise<{ packages: Set<string>; files: string[] }> {
  const args = ['--input-type=module', '-e', listing, join(src, file)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  const urls = JSON.parse(stdout) as string[];
  const packages = urls.flatMap(
    (url) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1] ?? [],
  );
  const own = urls.filter((url) => url.startsWith(`file://${src}/`));
  return { packages: new Set(packages), files: own.map((url) => url.slice(`file://${src}/`.length)) };
}

const vendors =
  /^conversation\/providers\/(polly|openai|ai-sdk|anthropic|deepgram|elevenlabs|cartesia|assemblyai|soniox|speechmatics|gladia|rime|inworld|hume|fish-audio|azure-speech|google-cloud|google-account|gemini-live|http-voice|websocket|live-transcription|network|turn-detection|vendors\.ts)/;

test('the API loads none of the code that carries calls', async () => {
  const { packages, files } = await loadedBy('app.ts');
  expect(files).toContain('platform/http/server/server.ts');
  const calls =
    /^(runtime\/(session|dialer|upkeep|tools)|telephony\/(sip\/(?!syntax)|media)|conversation\/(pipeline|telemetry|providers\/kit)|platform\/(jobs|egress))\//;
  expect(files.filter((file) => calls.test(file) || vendors.test(file))).toEqual([]);
  expect(
    [...packages].filter((name) =>
      /^(pg-boss|undici|yaml|s3mini|libopus-wasm|marked|openid-client|oauth4webapi|@ai-sdk\/.*)$/.test(name),
    ),
  ).toEqual([]);
});

test('the calls process loads no operations and no clients of vendors', async () => {
  const { packages, files } = await loadedBy('program/calls.ts');
  expect(files).toContain('runtime/session/index.ts');
  const api = /^platform\/http\/server\/|\/routes\.ts$|^app\.ts$/;
  expect(
    files.filter((file) => api.test(file) || vendors.test(file) || file.startsWith('platform/egress/')),
  ).toEqual([]);
  expect(
    [...packages].filter((name) => /^(@?fastify|undici|yaml|s3mini|jose|csv-parse|@ai-sdk)/.test(name)),
  ).toEqual([]);
});

test('the vendors are loaded without the packages of their models', async () => {
  const { packages, files } = await loadedBy('conversation/providers/vendors.ts');
  expect(files).toContain('conversation/providers/ai-sdk/packages.ts');
  expect([...packages].filter((name) => /^(@ai-sdk|@smithy|jose|aws4fetch)/.test(name))).toEqual([]);
});

test('serve.ts loads neither the API nor the calls', async () => {
  const { files } = await loadedBy('program/serve.ts');
  expect(files).toContain('program/storage.ts');
  expect(files.filter((file) => file === 'app.ts' || file === 'program/calls.ts')).toEqual([]);
});
