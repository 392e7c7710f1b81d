import { expect, test } from 'vitest';
import { banner } from './banner.ts';

const settings = {
  httpHost: '127.0.0.1',
  metricsHost: '127.0.0.1',
  publicUrl: null,
  console: true,
  modelsDir: null,
};
const listening = {
  httpPort: 8080,
  sipAddress: { address: '127.0.0.1', port: 5060, tlsPort: null, wsPort: null },
  metricsPort: 9464,
  ownerKeyPath: '/data/owner.key',
  ownerToken: 'secret',
  turnModels: null,
};

test('lists the addresses with their protocols', () => {
  expect(banner(settings, listening)).toBe(`
Parley is running.
API        http://127.0.0.1:8080
Console    http://127.0.0.1:8080/
Docs       http://127.0.0.1:8080/docs
Sign in    http://127.0.0.1:8080/join#secret
SIP        127.0.0.1:5060 (UDP and TCP)
Metrics    http://127.0.0.1:9464/metrics
Owner key  /data/owner.key

`);
  const sipAddress = { address: '::1', port: 5060, tlsPort: 5061, wsPort: 5066 };
  expect(banner(settings, { ...listening, sipAddress })).toContain(
    'SIP        [::1]:5060 (UDP and TCP), [::1]:5061 (TLS), [::1]:5066 (WebSocket)\n',
  );
});

test('leaves out parts of other processes, and shows the public URL', () => {
  const callsOnly = { ...listening, httpPort: null, ownerKeyPath: null, ownerToken: null };
  expect(banner(settings, callsOnly)).not.toMatch(/API|Console|Reference|Owner key|Sign in/);
  expect(banner(settings, { ...listening, sipAddress: null })).not.toContain('SIP');
  const publicUrl = 'https://parley.example';
  expect(banner({ ...settings, httpHost: '::', publicUrl, console: false }, listening)).toContain(
    'API        https://parley.example\nDocs       http://[::]:8080/docs\nSign in    https://parley.example/join#secret\n',
  );
});

test('names the models for ends of turns when a folder is set', () => {
  const line = (turnModels: string[]) =>
    /^Turns .*$/m.exec(banner({ ...settings, modelsDir: '/models' }, { ...listening, turnModels }))?.[0];
  expect(line(['smart-turn.onnx', 'silero_vad.onnx'])).toBe(
    'Turns      smart-turn.onnx and silero_vad.onnx in /models',
  );
  expect(line([])).toBe('Turns      no model in /models');
});
