import fc from 'fast-check';

export interface RandomSteps {
  /** The address of requests. */
  url: string;
  delaySecondsMax: number;
  /** The expressions of conditions. Branches set variables in any order, so a condition on one may have either result. */
  conditions: readonly [string, ...string[]];
  /** Steps of further types, without their ids. */
  others?: readonly object[];
}

type Raw = Record<string, unknown>;

/** Returns definitions of every shape: nested lists of steps, with ids by position. */
export function randomSteps({
  url,
  delaySecondsMax,
  conditions,
  others = [],
}: RandomSteps): fc.Arbitrary<object[]> {
  const { list } = fc.letrec<{ list: Raw[]; step: Raw }>((tie) => ({
    list: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({
        type: fc.constant('http'),
        url: fc.constant(url),
        onError: fc.constantFrom('fail', 'continue'),
      }),
      fc.record({ type: fc.constant('set'), values: fc.constant({ n: '{{ vars.n + input.one }}' }) }),
      fc.record({ type: fc.constant('transform'), value: fc.constant({ n: '{{ vars.n }}' }) }),
      fc.record({ type: fc.constant('delay'), seconds: fc.nat(delaySecondsMax) }),
      ...others.map((other) => fc.constant({ ...other })),
      fc.record({
        type: fc.constant('condition'),
        if: fc.constantFrom(...conditions),
        then: tie('list'),
        else: tie('list'),
      }),
      fc.record({
        type: fc.constant('split'),
        cases: fc.array(fc.record({ if: fc.constantFrom(...conditions), steps: tie('list') }), {
          minLength: 1,
          maxLength: 2,
        }),
        default: tie('list'),
      }),
      fc.record({
        type: fc.constant('parallel'),
        branches: fc.array(tie('list'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        type: fc.constant('loop'),
        over: fc.array(fc.nat(9), { maxLength: 3 }),
        steps: tie('list'),
        collect: fc.constant('{{ vars.n }}'),
      }),
    ),
  }));
  return list.map((steps) => [{ id: 'n', type: 'set', values: { n: 0 } }, ...identified(steps)]);
}

/** The fields of steps that are or contain lists of steps. */
const listFields: ReadonlySet<string> = new Set(['then', 'else', 'default', 'steps', 'branches', 'cases']);

function identified(steps: readonly Raw[], counter = { next: 0 }): Raw[] {
  return steps.map((step) => {
    const id = `s${counter.next++}`;
    const fields = Object.entries(step).map(([name, value]) => {
      return [name, listFields.has(name) ? within(name, value as Raw[], counter) : value];
    });
    return { ...Object.fromEntries(fields), id, ...(step.type === 'loop' && { as: `of_${id}` }) };
  });
}

function within(name: string, value: readonly unknown[], counter: { next: number }): unknown[] {
  if (name === 'branches') return value.map((branch) => identified(branch as Raw[], counter));
  if (name !== 'cases') return identified(value as Raw[], counter);
  return (value as Raw[]).map((one) => ({ ...one, steps: identified(one.steps as Raw[], counter) }));
}
