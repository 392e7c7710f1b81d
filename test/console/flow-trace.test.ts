import { describe, expect, test } from 'vitest';
import { focusOn, isInFocus } from '../../console/src/features/flow-trace/flow-focus.ts';
import { flowStartOf, startFields } from '../../console/src/features/flow-trace/flow-start.ts';
import {
  type FlowStep,
  flowStepOf,
  tracesOf,
  visitsOf,
} from '../../console/src/features/flow-trace/flow-steps.ts';

const ada = { agentId: 'agent_ada', version: 3 };
const bob = { agentId: 'agent_bob', version: 1 };
const step = (at: number, from: string | null, to: string, more: Partial<FlowStep> = {}): FlowStep => ({
  ...{ at, time: `0:0${at}`, from, to, why: 'choice', detail: null, values: {}, agent: ada },
  ...more,
});

/** Books a table, is changed once, and ends. */
const way = [
  step(0, null, 'booking', { why: 'start', values: { name: 'Ada' } }),
  step(2, 'booking', 'booking', { why: 'values', values: { guests: 4 } }),
  step(4, 'booking', 'confirm', { why: 'when', detail: 'vars.guests != null', values: { date: 'today' } }),
  step(6, 'confirm', 'booking'),
  step(8, 'booking', 'confirm', { values: { guests: 5 } }),
];

describe('the way of a conversation through a flow', () => {
  test('has each stage with its time and what was found out in it, and the ways between them', () => {
    const [trace, ...others] = tracesOf(way);
    expect(others).toEqual([]);
    expect(trace!.passages.map(({ order, stage, at, until }) => [order, stage, at, until])).toEqual([
      [1, 'booking', 0, 4],
      [2, 'confirm', 4, 6],
      [3, 'booking', 6, 8],
      [4, 'confirm', 8, null],
    ]);
    expect(trace!.passages[0]!.values).toEqual({ name: 'Ada', guests: 4 });
    expect(trace!.values).toEqual({ name: 'Ada', guests: 5, date: 'today' });
    expect(trace!.taken.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'booking confirm',
      'confirm booking',
      'booking confirm',
    ]);
    expect([...visitsOf(trace!, 'now')]).toEqual([
      ['booking', { times: 2, place: null }],
      ['confirm', { times: 2, place: 'now' }],
    ]);
  });

  test('goes back without a visit or a way when the caller heard nothing of a stage', () => {
    const [trace] = tracesOf([...way.slice(0, 3), step(5, 'confirm', 'booking', { why: 'unheard' })]);
    expect(trace!.taken).toHaveLength(1);
    expect(visitsOf(trace!, 'last').get('booking')).toEqual({ times: 1, place: 'last' });
  });

  test('is kept apart for each agent that spoke', () => {
    const [first, second] = tracesOf([...way, step(9, null, 'desk', { why: 'start', agent: bob })]);
    expect([first!.agent, second!.agent]).toEqual([ada, bob]);
    expect(first!.passages.at(-1)!.until).toBe(9);
    expect(second!.passages).toMatchObject([{ order: 1, stage: 'desk', at: 9 }]);
  });

  test('leads from a stage of the graph to its visits in the transcript, one after the other', () => {
    const traces = tracesOf(way);
    const first = focusOn(traces[0]!, 'confirm', null);
    expect(first).toEqual({ stage: 'confirm', at: 4, from: 'graph' });
    expect([3, 4, 5, 6].filter((at) => isInFocus(traces, first, at))).toEqual([4, 5]);
    const second = focusOn(traces[0]!, 'confirm', first);
    expect(second.at).toBe(8);
    expect(focusOn(traces[0]!, 'confirm', second).at).toBe(4);
    expect(focusOn(traces[0]!, 'person', null).at).toBeNull();
  });

  test('is read from entries of the flow only', () => {
    const entry = { name: 'flow', at: 1, time: '', agent: ada };
    expect(flowStepOf({ ...entry, change: { from: null, to: 'a', why: 'start' } })).toMatchObject({
      to: 'a',
    });
    expect(flowStepOf({ ...entry, name: 'lookUp', change: { to: 'a', why: 'start' } })).toBeNull();
    expect(flowStepOf({ ...entry, change: { to: 1 } })).toBeNull();
  });
});

const flow = {
  start: 'booking',
  variables: {
    type: 'object',
    properties: {
      guests: { type: 'integer', minimum: 1, description: 'How many' },
      date: { type: 'string', format: 'date' },
      smokes: { type: 'boolean' },
      room: { enum: ['hall', 'garden'] },
      dishes: { type: 'array', items: { type: 'string' } },
      wish: { type: ['string', 'null'] },
    },
  },
  stages: {
    booking: { instructions: 'Ask.', collects: ['guests', 'date'], edges: [{ to: 'confirm', keys: '1' }] },
    confirm: { instructions: 'Repeat.', collects: ['wish'], edges: [{ to: 'booked', keys: '1' }] },
    booked: { says: 'Booked.', finish: 'end-call' },
    person: { says: 'One moment.', global: { keys: '0' }, finish: { transfer: 'desk' } },
  },
};
const names = (fields: { name: string }[]) => fields.map(({ name }) => name);

describe('the beginning of a test', () => {
  test('asks first for what the stages before find out, by the kind of the variable', () => {
    const { likely, others } = startFields(flow, 'confirm');
    expect(likely.map(({ name, kind, min }) => [name, kind, min])).toEqual([
      ['guests', 'integer', 1],
      ['date', 'date', undefined],
    ]);
    expect(others.map(({ name, kind }) => [name, kind])).toEqual([
      ['smokes', 'choice'],
      ['room', 'choice'],
      ['wish', 'text'],
    ]);
    expect(names(startFields(flow, 'booked').likely)).toEqual(['guests', 'date', 'wish']);
    expect(names(startFields(flow, 'person').likely)).toEqual(['guests', 'date', 'wish']);
    expect(startFields(flow, 'booking').likely).toEqual([]);
  });

  test('has values of the types that the schema wants, without empty fields', () => {
    const texts = { guests: '4', date: '', smokes: 'false', room: 'garden', wish: ' a window ' };
    expect(flowStartOf(flow, { stage: 'confirm', texts })).toEqual({
      stage: 'confirm',
      variables: { guests: 4, smokes: false, room: 'garden', wish: 'a window' },
    });
    // The fields are hidden then.
    expect(flowStartOf(flow, { stage: '', texts })).toBeNull();
  });
});
