import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { chartFolder, chartValue, type Resource, resourcesOf, templates, unknownFields } from './chart.ts';

const values = parse(await readFile(join(chartFolder, 'values.yaml'), 'utf8'));
const files = await templates();
const helpers = files.get('_helpers.tpl')!;
const resources = [...files]
  .filter(([name]) => name.endsWith('.yaml'))
  .flatMap(([, text]) => resourcesOf(text, helpers, values));
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
  for (const [, path] of used) expect(chartValue(values, `.Values${path}`), path).toBeDefined();
});

it('the resources are as the schemas of Kubernetes and of the Prometheus operator say', async () => {
  expect(resources.length).toBeGreaterThan(10);
  for (const each of resources) expect(await unknownFields(each), each.kind).toEqual([]);
  const wrong = structuredClone(find('StatefulSet', 'x-calls'));
  wrong.spec.template.spec.containers[0].livenessProb = {};
  expect(await unknownFields(wrong)).toEqual(['/spec/template/spec/containers/0/livenessProb']);
  wrong.spec.replicas = 'two';
  await expect(unknownFields(wrong)).rejects.toThrow('data/spec/replicas must be integer');
});

it('API pods reach the audio of live calls, and all pods the store of recordings', () => {
  const [calls] = find('StatefulSet', 'x-calls').spec.template.spec.containers;
  expect(calls.env).toContainEqual({
    name: 'PARLEY_AUDIO_HOST',
    valueFrom: { fieldRef: { fieldPath: 'status.podIP' } },
  });
  expect(calls.env).toContainEqual({ name: 'PARLEY_AUDIO_PORT', value: '9470' });
  expect(calls.ports).toContainEqual({ name: 'audio', containerPort: 9470 });
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
    expect(container.startupProbe.failureThreshold * container.startupProbe.periodSeconds).toBe(3600);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
  }
  // The drain may take all of PARLEY_STOP_SECONDS.
  const { spec } = find('StatefulSet', 'x-calls').spec.template;
  expect(spec.terminationGracePeriodSeconds).toBe(values.calls.stopSeconds + 60);
  for (const name of ['x-api', 'x-calls'])
    expect(find('PodDisruptionBudget', name).spec.maxUnavailable).toBe(1);
});
