import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { chartFolder, type Resource, resourcesOf, templates } from './chart.ts';

const values = parse(await readFile(join(chartFolder, 'values.yaml'), 'utf8'));
const files = await templates();
const helpers = files.get('_helpers.tpl')!;
const resources = [...files]
  .filter(([name]) => name.endsWith('.yaml'))
  .flatMap(([, text]) => resourcesOf(text, helpers));
const find = (kind: string, name: string) =>
  resources.find((each: Resource) => each.kind === kind && each.metadata.name === name)!;

it('the schema accepts the values of the chart, and refuses wrong ones', async () => {
  const text = await readFile(join(chartFolder, 'values.schema.json'), 'utf8');
  const schema = z.fromJSONSchema(JSON.parse(text));
  expect(schema.safeParse(values).error).toBeUndefined();
  const wrong = [
    { metricsPort: 0 },
    { metricsPorts: 9464 },
    { api: { ...values.api, publicUrl: 'voice.example.com' } },
    { calls: { ...values.calls, replica: 2 } },
  ];
  for (const each of wrong)
    expect(schema.safeParse({ ...values, ...each }).success, JSON.stringify(each)).toBe(false);
});

it('the templates use only values that exist', () => {
  const used = [...files.values()].flatMap((text) => [...text.matchAll(/\.Values((?:\.\w+)+)/g)]);
  expect(used.length).toBeGreaterThan(40);
  for (const [, path] of used) {
    const found = path!
      .slice(1)
      .split('.')
      .reduce((each, name) => each?.[name], values);
    expect(found, path).toBeDefined();
  }
});

it('the templates are resources of Kubernetes', () => {
  expect(resources.length).toBeGreaterThan(10);
  for (const each of resources)
    expect(each, JSON.stringify(each)).toMatchObject({
      apiVersion: expect.stringMatching(/^(?:[\w.]+\/)?v\d\w*$/),
      kind: expect.stringMatching(/^[A-Z]\w+$/),
      metadata: { name: expect.any(String) },
    });
});

it('API pods reach the audio of live calls, and all pods the store of recordings', () => {
  const [calls] = find('StatefulSet', 'x-calls').spec.template.spec.containers;
  expect(calls.env).toContainEqual({
    name: 'PARLEY_AUDIO_HOST',
    valueFrom: { fieldRef: { fieldPath: 'status.podIP' } },
  });
  expect(calls.env).toContainEqual({ name: 'PARLEY_AUDIO_PORT', value: 'x' });
  expect(calls.ports).toContainEqual({ name: 'audio', containerPort: 'x' });
  const [api] = find('Deployment', 'x-api').spec.template.spec.containers;
  const [workflows] = find('Deployment', 'x-workflows').spec.template.spec.containers;
  for (const { env } of [api, calls, workflows])
    expect(env.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining([
        ...['PARLEY_METRICS_HOST', 'PARLEY_RECORDINGS_S3_ENDPOINT'],
        ...['PARLEY_RECORDINGS_S3_BUCKET', 'PARLEY_RECORDINGS_S3_REGION'],
      ]),
    );
});

it('an upgrade leaves no gap, and drains each pod', () => {
  for (const name of ['x-api', 'x-workflows'])
    expect(find('Deployment', name).spec.strategy).toEqual({
      ...{ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    });
  expect(find('StatefulSet', 'x-calls').spec.updateStrategy.type).toBe('RollingUpdate');
  for (const [kind, name] of [
    ['Deployment', 'x-api'],
    ['StatefulSet', 'x-calls'],
  ] as const) {
    const { template } = find(kind, name).spec;
    const [container] = template.spec.containers;
    expect(container).toMatchObject({ name: 'parley', lifecycle: { preStop: { exec: {} } } });
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet.path, probe).toMatch(/^\/(?:healthz|readyz)$/);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
    expect(template.spec.terminationGracePeriodSeconds).toBeDefined();
  }
  for (const name of ['x-api', 'x-calls'])
    expect(find('PodDisruptionBudget', name).spec.maxUnavailable).toBe(1);
});
