import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, lineAt, locate, type Path } from '../../console/src/features/json-text/index.ts';
import { moved, withoutStep, withStep } from '../../console/src/features/workflows/definition/edit.ts';
import { problemsOf } from '../../console/src/features/workflows/definition/problems.ts';
import { newStep, stepKinds } from '../../console/src/features/workflows/definition/step-types.ts';
import { flat, stepsOf } from '../../console/src/features/workflows/definition/tree.ts';
import { layOut } from '../../console/src/features/workflows/graph/layout.ts';
import { checkDefinition, stepTypes } from '../../src/domains/workflow-definition/index.ts';

const examplesPath = resolve(import.meta.dirname, '../../console/src/features/workflows/examples.json');
const examples = JSON.parse(readFileSync(examplesPath, 'utf8')) as { id: string; definition: object }[];

/** Definitions of any shape with nested steps and unique ids. */
const definitions = fc
  .letrec((tie) => {
    const list = fc.array(tie('step'), { maxLength: 3, depthIdentifier: 'steps' });
    return {
      list,
      step: fc.oneof(
        { depthIdentifier: 'steps', maxDepth: 3 },
        fc.constantFrom('set', 'end', 'http').map((type) => ({ type })),
        fc.record({ type: fc.constant('condition'), then: list, else: list }),
        fc.record({
          type: fc.constant('parallel'),
          branches: fc.array(list, { minLength: 1, maxLength: 3 }),
        }),
        fc.record({ type: fc.constant('loop'), steps: list }),
      ),
    };
  })
  .list.map((steps) => {
    let number = 0;
    const named = JSON.stringify({ steps }).replaceAll('{"type"', () => `{"id":"s${number++}","type"`);
    return JSON.parse(named) as { steps: unknown[] };
  });

const idsOf = (definition: unknown) => flat(stepsOf(definition)).map(({ id }) => id);

describe('the graph of a workflow', () => {
  test('draws every step once, without overlaps, and lines only between existing places', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const steps = stepsOf(definition);
        const { places, lines, width, height } = layOut(steps);
        const ids = new Set(places.map(({ id }) => id));
        expect(ids.size).toBe(places.length);
        for (const { key } of flat(steps)) expect(ids).toContain(key);
        for (const { from, to } of lines) expect([ids.has(from), ids.has(to)]).toEqual([true, true]);
        const boxes = places.filter(({ kind }) => kind === 'step' || kind === 'gap' || kind === 'label');
        for (const [index, one] of boxes.entries()) {
          expect(one.x >= 0 && one.x + one.width <= width && one.y + one.height <= height).toBe(true);
          for (const other of boxes.slice(index + 1)) {
            const isApart =
              one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y;
            expect([one.id, other.id, isApart]).toEqual([one.id, other.id, true]);
          }
        }
      }),
    );
  });

  test('loses and changes no step when one is moved to any gap', () => {
    fc.assert(
      fc.property(definitions, fc.nat(), fc.nat(), (definition, which, where) => {
        const all = flat(stepsOf(definition));
        fc.pre(all.length > 0);
        const step = all[which % all.length]!;
        const gaps = layOut(stepsOf(definition)).places.flatMap((place) =>
          place.kind === 'gap' ? [place.gap] : [],
        );
        const { list, index } = gaps[where % gaps.length]!;
        const result = moved(definition, step.path, list, index);
        if (result === null) {
          expect(list.join('.').startsWith(step.key)).toBe(true);
          return;
        }
        expect(idsOf(result.definition).toSorted()).toEqual(idsOf(definition).toSorted());
        expect(at(result.definition, result.path)).toEqual(step.fields);
      }),
    );
  });

  test('is the same after a step was added and removed', () => {
    const definition = { version: 1, steps: [{ id: 'a', type: 'loop', steps: [] }] };
    const list: Path = ['steps', 0, 'steps'];
    const added = withStep(definition, list, 0, newStep('set', new Set(['set'])));
    expect(idsOf(added)).toEqual(['a', 'set2']);
    expect(withoutStep(added, [...list, 0])).toEqual(definition);
  });
});

describe('the JSON of a workflow', () => {
  test('is located by path in any formatting', () => {
    const values = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(values, fc.array(fc.nat(), { maxLength: 5 }), fc.nat(4), (value, turns, spaces) => {
        const path: (string | number)[] = [];
        let inner: unknown = value;
        for (const turn of turns) {
          if (typeof inner !== 'object' || inner === null) break;
          const keys = Array.isArray(inner) ? [...inner.keys()] : Object.keys(inner);
          if (keys.length === 0) break;
          path.push(keys[turn % keys.length]!);
          inner = at(value, path);
        }
        const text = JSON.stringify(value, null, spaces);
        const { start, end } = locate(text, path);
        expect(JSON.parse(text.slice(start, end))).toEqual(JSON.parse(JSON.stringify(inner)));
      }),
    );
    expect(lineAt('{\n "a": 1\n}', locate('{\n "a": 1\n}', ['a']).start)).toBe(2);
    expect(locate('{"a": [1]}', ['a', 7, 'b'])).toEqual({ start: 6, end: 9 });
  });
});

test('assigns refusals of a draft to their steps and fields', () => {
  const definition = {
    steps: [
      { id: 'ask', type: 'http', url: 'x' },
      {
        ...{ id: 'way', type: 'condition', if: 'input.a >', else: [] },
        then: [{ id: 'later', name: 'Much later', type: 'delay' }],
      },
    ],
  };
  const checked = checkDefinition(definition);
  const failures = 'problems' in checked ? checked.problems : [];
  const listed = problemsOf(
    [
      ...failures.map(({ field, message }) => ({ field: `definition.${field}`, message })),
      { field: 'trigger.filter', message: 'speaks of x' },
      { field: 'definition', message: 'is too deep' },
    ],
    stepsOf(definition),
  );
  expect(listed.map(({ key, where, field }) => [key, where, field])).toEqual([
    ['steps.0', 'ask', 'url'],
    ['steps.1.then.0', 'Much later', 'seconds'],
    ['steps.1', 'way', 'if'],
    ['trigger', 'Trigger', 'filter'],
    ['', 'Definition', ''],
  ]);
  expect(listed[0]!.message).toBe('must be an http or https URL');
});

test('offers every step type, and every example can run', () => {
  expect(Object.keys(stepKinds).toSorted()).toEqual([...stepTypes].toSorted());
  for (const { id, definition } of examples)
    expect([id, checkDefinition(definition)]).not.toHaveProperty('1.problems');
  for (const type of stepTypes) {
    const checked = checkDefinition({ steps: [newStep(type, new Set())] });
    // References must be chosen, but no field has a wrong type.
    expect([type, 'problems' in checked ? checked.problems.map(({ field }) => field) : []]).toEqual([
      type,
      missing[type] ?? [],
    ]);
  }
});

/** The fields that a new step of a type requires at once. */
const missing: Readonly<Record<string, string[]>> = {
  workflow: ['steps.0.workflowId'],
  languageModel: ['steps.0.model.model'],
  http: ['steps.0.url'],
};
