import { triggerAll } from '../../src/domains/workflows/store/triggers.ts';
import { systemActor } from '../../src/platform/http/index.ts';
import { newId } from '../../src/platform/kernel/index.ts';
import { type Installation, run } from '../installation.ts';

/** The most triggers that share a statement. */
const triggersMax = 128;

const note = {
  id: 'note',
  type: 'set',
  values: { name: '{{ input.name }}', total: '{{ input.price * input.count }}' },
};
const finish = { id: 'finish', type: 'end', output: { total: '{{ vars.total }}', word: '{{ vars.word }}' } };

/** Five steps without effects. */
export const pureSteps = [
  note,
  {
    ...{ id: 'large', type: 'condition', if: 'vars.total > 100' },
    then: [{ id: 'much', type: 'set', values: { word: 'much' } }],
    else: [{ id: 'little', type: 'set', values: { word: 'little' } }],
  },
  { id: 'shape', type: 'transform', value: { text: '{{ vars.name }}: {{ vars.word }}' } },
  finish,
];

const request = (id: string) => ({
  id,
  type: 'http',
  method: 'POST',
  url: 'https://api.example.com/',
  body: { of: '{{ input.name }}' },
});

/** Five steps, one of them with an effect. */
export const mixedSteps = [
  note,
  request('tell'),
  { id: 'shape', type: 'transform', value: '{{ steps.tell.output.did }}' },
  { id: 'keep', type: 'set', values: { word: '{{ steps.shape.output }}' } },
  finish,
];

/** Five steps with effects, each stored before the next begins. */
export const reachingSteps = ['one', 'two', 'three', 'four', 'five'].map(request);

/** Two steps, and then a delay of a day. */
export const waitingSteps = [
  note,
  { id: 'shape', type: 'transform', value: '{{ vars.total }}' },
  { id: 'wait', type: 'delay', seconds: 86_400 },
  finish,
];

/** Publishes a workflow with these steps, and returns its id. */
export async function layWorkflow({ db, owner }: Installation, steps: readonly object[]): Promise<string> {
  const workflowId = newId('workflow');
  await run(
    db,
    `with w as (insert into workflows (organization_id, workflow_id, name, trigger, definition, published_version,
         created_at, updated_at)
       values ($1, $2, 'Measured', '{"type":"webhook"}', $3, 1, now(), now()) returning *)
     insert into workflow_versions (organization_id, workflow_id, version, trigger, definition, published_at, published_by)
     select organization_id, workflow_id, 1, trigger, definition, now(), 'member_1' from w`,
    [owner.organizationId, workflowId, JSON.stringify({ version: 1, steps })],
  );
  return workflowId;
}

/** Triggers the workflow `count` times in one transaction, as the operation does. The caller commits it. */
export async function layRuns(
  { db, owner }: Installation,
  workflowId: string,
  count: number,
): Promise<{ commit(): Promise<void> }> {
  const { organizationId, memberId } = owner;
  const actor = systemActor(organizationId, newId('req'));
  const input = { name: 'Ada Lovelace', price: 12.5, count: 9, notes: ['asked for a call back'] };
  const inputText = JSON.stringify(input);
  const stored = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const committed = db.transaction(async (tx) => {
    for (let left = count; left > 0; left -= triggersMax) {
      const items = Array.from({ length: Math.min(left, triggersMax) }, () => {
        return { actor: { ...actor, memberId }, runId: newId('run'), workflowId, inputText };
      });
      await triggerAll(tx, items);
    }
    stored.resolve();
    await commit.promise;
  });
  committed.catch(stored.reject);
  await stored.promise;
  return {
    commit() {
      commit.resolve();
      return committed;
    },
  };
}
