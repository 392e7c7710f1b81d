import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeCertificate } from '../interop/certificates.ts';
import { nginxConfiguration } from '../interop/device-proxies.ts';
import { freePort } from '../interop/sip-agent.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { commonValues, configuration, configurationFolder } from './configuration.ts';

const values = {
  ...commonValues,
  NAME: 'database1',
  ADDRESS: '127.0.0.1',
  PUBLIC: '203.0.113.7',
  DATA: '/tmp/data',
  ROLES: 'api',
};
const all = {
  ...values,
  SOCKETS: '/tmp',
  SYNCHRONOUS: 'true',
  DISPATCHER_LIST: '/etc/kamailio/dispatcher.list',
};

it('every file of examples/cluster is filled by the values of the cluster', async () => {
  const files = await readdir(configurationFolder);
  for (const file of files) expect(await configuration(file, all), file).not.toMatch(/\$\{/);
  await expect(configuration('haproxy.cfg', {})).rejects.toThrow('haproxy.cfg needs a value for PROXY');
  expect(parse(await configuration('patroni.yml', all)).bootstrap.dcs.synchronous_mode).toBe(true);
});

it.skipIf(!existsSync('/usr/sbin/haproxy'))('HAProxy accepts its configuration', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'haproxy.cfg');
  await writeFile(file, await configuration('haproxy.cfg', all));
  expect(execFileSync('/usr/sbin/haproxy', ['-c', '-f', file], { encoding: 'utf8' })).toContain('valid');
});

it.skipIf(!existsSync('/usr/sbin/nginx'))('nginx accepts the configuration for web phones', async () => {
  await using folder = await temporaryFolder();
  const made = makeCertificate('DNS:voice.example.com');
  const file = await nginxConfiguration(folder.path, { port: await freePort(), webPort: 5066, made });
  expect(() => execFileSync('/usr/sbin/nginx', ['-t', '-c', file], { stdio: 'pipe' })).not.toThrow();
});

it.skipIf(!existsSync('/usr/sbin/kamailio'))('Kamailio accepts its configuration', async () => {
  await using folder = await temporaryFolder();
  const [file, list] = [join(folder.path, 'kamailio.cfg'), join(folder.path, 'dispatcher.list')];
  // The check binds no socket, but looks for the addresses of this machine.
  const own = { ...all, SIP: '127.0.0.1', DISPATCHER_LIST: list };
  await writeFile(list, await configuration('dispatcher.list', own));
  await writeFile(file, await configuration('kamailio.cfg', own));
  expect(() => execFileSync('/usr/sbin/kamailio', ['-c', '-f', file], { stdio: 'pipe' })).not.toThrow();
});
