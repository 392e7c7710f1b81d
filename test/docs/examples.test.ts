import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { pages } from '../../console/src/routes/pages.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { root } from './fences.ts';

const analyzer = '/usr/bin/systemd-analyze';
const hasSystemd = existsSync(analyzer);
if (!hasSystemd) console.log('SKIPPED: the unit file is not verified. Install the Debian package systemd.');

const unitPath = join(root, 'examples/parley.service');

/** The settings of docs/configuration.md, which is made from what the program reads. */
async function knownSettings(): Promise<Set<string>> {
  const text = await readFile(join(root, 'docs/configuration.md'), 'utf8');
  return new Set([...text.matchAll(/^\| `([A-Z_0-9]+)`/gm)].map(([, name]) => name!));
}

it.skipIf(!hasSystemd)('systemd understands the unit file', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'parley.service');
  // Programs, folders and users are those of the machine that it is for.
  const unit = (await readFile(unitPath, 'utf8'))
    .replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
    .replace(/^WorkingDirectory=.*$/m, 'WorkingDirectory=/tmp')
    .replace(/^User=.*$/m, 'User=daemon');
  await writeFile(path, unit);
  const { stderr } = await promisify(execFile)(analyzer, ['verify', '--man=no', path]);
  expect(stderr.split('\n').filter((line) => line.includes('parley.service'))).toEqual([]);
  await writeFile(path, `${unit}\n[Service]\nKillMood=mixed\n`);
  const wrong = await promisify(execFile)(analyzer, ['verify', '--man=no', path]);
  expect(wrong.stderr).toContain('KillMood');
});

it('the unit file and the compose file set what the program reads, and the page shows them as they are', async () => {
  const known = await knownSettings();
  expect(known.size).toBeGreaterThan(20);
  const unit = await readFile(unitPath, 'utf8');
  const inUnit = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name!);
  const compose = parse(await readFile(join(root, 'examples/compose.yaml'), 'utf8'));
  const { api, calls } = compose.services;
  const names = [...inUnit, ...Object.keys(api.environment), ...Object.keys(calls.environment)];
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const roles = `${api.environment.PARLEY_ROLES},${calls.environment.PARLEY_ROLES}`.split(',');
  expect(roles.sort()).toEqual(['api', 'calls', 'dialer', 'workflows']);
  for (const volume of [...api.volumes, ...calls.volumes])
    expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
  const page = await readFile(join(root, 'docs/deployment.md'), 'utf8');
  expect(page).toContain(`\`\`\`ini\n${unit.slice(unit.indexOf('[Unit]'))}\`\`\``);
});

it('the page of the console names each of its pages, in their order', async () => {
  const text = await readFile(join(root, 'docs/using-the-console.md'), 'utf8');
  const named = [...text.matchAll(/^\| ([A-Z][\w ]+?) \|/gm)].map(([, name]) => name);
  expect(named).toEqual(pages.map(({ title }) => title));
});
