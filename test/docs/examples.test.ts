import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
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

it.skipIf(!hasSystemd)('the unit file takes away the rights that the program does not use', async () => {
  const args = ['security', '--offline=yes', '--no-pager', '--threshold=29', unitPath];
  const { stdout } = await promisify(execFile)(analyzer, args);
  expect(Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3);
});

/** The names of the metrics that the sources declare, without the suffixes of histograms. */
async function declaredMetrics(): Promise<Set<string>> {
  const folder = join(root, 'src');
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const declaration = /\b(?:counter|gauge|histogram)(?:<[^>]*>)?\(\s*'(parley_\w+)'/g;
  return new Set(texts.flatMap((text) => [...text.matchAll(declaration)].map(([, name]) => name!)));
}

it('alerts, dashboard and autoscalers name only metrics that the program exports', async () => {
  const declared = await declaredMetrics();
  declared.add('parley_process_resident_memory_bytes');
  for (const file of ['alerts.yaml', 'dashboard.json', 'adapter.yaml']) {
    const text = await readFile(join(root, 'examples/monitoring', file), 'utf8');
    // YAML reads JSON too.
    const strings = JSON.stringify(parse(text)).replaceAll(
      /parley_workflow_(ready_p95|events_unread)_seconds/g,
      '',
    );
    const named = [...strings.matchAll(/\bparley_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
    expect(named.length, file).toBeGreaterThan(1);
    expect(
      named.filter((name) => !declared.has(name)),
      file,
    ).toEqual([]);
  }
});

const promtool = '/usr/bin/promtool';
const hasPromtool = existsSync(promtool);
if (!hasPromtool)
  console.log('SKIPPED: promtool does not check the alerts. Install the Debian package prometheus.');

it.skipIf(!hasPromtool)(
  'Prometheus accepts the alert rules, and the expressions of the dashboard',
  async () => {
    const monitoring = join(root, 'examples/monitoring');
    const check = (path: string) => promisify(execFile)(promtool, ['check', 'rules', path]);
    const { stdout } = await check(join(monitoring, 'alerts.yaml'));
    expect(stdout).toMatch(/SUCCESS: \d\d rules found/);

    await using folder = await temporaryFolder();
    const { panels } = JSON.parse(await readFile(join(monitoring, 'dashboard.json'), 'utf8'));
    const expressions: string[] = panels.flatMap((panel: { targets: { expr: string }[] }) =>
      panel.targets.map(({ expr }) => expr.replaceAll('$job', 'parley')),
    );
    const path = join(folder.path, 'panels.yaml');
    const write = (exprs: string[]) => {
      const rules = exprs.map((expr, i) => ({ record: `panel:${i}`, expr }));
      // YAML reads JSON too.
      return writeFile(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    };
    await write(expressions);
    expect((await check(path)).stdout).toContain(`SUCCESS: ${expressions.length} rules found`);
    await write([...expressions, 'sum(parley_live_calls']);
    await expect(check(path)).rejects.toThrow('unclosed left parenthesis');
  },
);

it('the chart sets what the program reads, and its image copies folders that exist', async () => {
  const known = await knownSettings();
  const folder = join(root, 'examples/helm/parley/templates');
  const templates = await Promise.all(
    (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
  );
  const names = templates.flatMap((text) => [...text.matchAll(/name: ((?:PARLEY|DATABASE)_\w+)/g)]);
  expect(names.length).toBeGreaterThan(8);
  expect(names.map(([, name]) => name!).filter((name) => !known.has(name))).toEqual([]);
  const dockerfile = await readFile(join(root, 'examples/Dockerfile'), 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY (\w+) \1$/gm)].map(([, name]) => name!);
  expect(copied.length).toBeGreaterThan(5);
  for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true);
  expect(dockerfile.indexOf('npm ci')).toBeLessThan(dockerfile.indexOf('COPY . .'));
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
