import { expect, test } from 'vitest';
import { WorkShare } from './work-share.ts';

/** Enters a share under names, and records the order of entry. */
function entering(share: WorkShare) {
  const entered: string[] = [];
  const leaves = new Map<string, () => void>();
  const enter = (name: string, signal?: AbortSignal) =>
    share.enter(name[0]!, signal).then((leave) => {
      entered.push(name);
      leaves.set(name, leave);
    });
  return { entered, enter, leave: (name: string) => leaves.get(name)!() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('gives an organization its share and makes it wait only for itself', async () => {
  const share = new WorkShare({ perOrganization: 2 });
  const { entered, enter, leave } = entering(share);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void enter(name);
  await settled();
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  expect([share.underWay, share.waiting]).toEqual([3, 2]);
  leave('b1');
  await settled();
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  leave('a2');
  leave('a2');
  await settled();
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect([share.underWay, share.waiting]).toEqual([2, 1]);
});

test('gives a free slot to the organization with the fewest requests in progress', async () => {
  const share = new WorkShare({ perOrganization: 2, overall: 2 });
  const { entered, enter, leave } = entering(share);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void enter(name);
  await settled();
  for (let i = 0; i < 5; i++) {
    leave(entered[i]!);
    await settled();
  }
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4']);
});

test('refuses with a 429 only the organization that has too many requests waiting', async () => {
  const share = new WorkShare({ perOrganization: 1, waitingMax: 2 });
  const { enter, entered } = entering(share);
  for (const name of ['a1', 'a2', 'a3']) void enter(name);
  await expect(enter('a4')).rejects.toMatchObject({
    status: 429,
    code: 'organization.busy',
    headers: { 'retry-after': '5' },
  });
  await enter('b1');
  expect(entered).toEqual(['a1', 'b1']);
});

test('refuses with a 429 a request that waits too long, and frees its place in the queue', async () => {
  const share = new WorkShare({ perOrganization: 1, waitMsMax: 5 });
  const { enter, entered, leave } = entering(share);
  await enter('a1');
  await expect(enter('a2')).rejects.toMatchObject({ status: 429 });
  expect(share.waiting).toBe(0);
  leave('a1');
  await enter('a3');
  expect(entered).toEqual(['a1', 'a3']);
});

test('removes a request from the queue when its signal aborts', async () => {
  const share = new WorkShare({ perOrganization: 1 });
  const { enter, entered, leave } = entering(share);
  await enter('a1');
  const gone = new AbortController();
  const left = expect(enter('a2', gone.signal)).rejects.toThrow('gone');
  void enter('a3');
  gone.abort(new Error('gone'));
  await left;
  leave('a1');
  await settled();
  expect(entered).toEqual(['a1', 'a3']);
  leave('a3');
  expect([share.underWay, share.waiting]).toEqual([0, 0]);
});
