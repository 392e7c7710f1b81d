import { expect, test } from 'vitest';
import { candidateWays, describeWay, wrap } from './run-way.ts';

const passwd = [
  'root:x:0:0:root:/root:/bin/sh',
  'app:x:1000:1000::/home/app:/bin/sh',
  'nobody:x:65534:65533::/:/x',
];
const text = `${passwd.join('\n')}\n`;

function described(uid: number, owner?: { uid: number; gid: number }, accounts = text): string[] {
  const ways = candidateWays({ uid, owner, passwd: accounts });
  return ways.filter(({ guard }) => guard === 'setpriv').map(describeWay);
}

test('an ordinary user runs the server as itself', () => {
  expect(described(1000)).toEqual(['as this user, with a parent-death signal']);
});

test('an unknown user takes on an identity that initdb finds', () => {
  expect(described(12345)[0]).toMatch(/^in a user namespace/);
  expect(described(12345)[1]).toMatch(/^as this user/);
});

test('root prefers a user namespace, and else becomes an unprivileged user', () => {
  for (const owner of [undefined, { uid: 0, gid: 0 }])
    expect(described(0, owner).map((way) => way.split(',')[0])).toEqual([
      'in a user namespace',
      'as user id 65534',
    ]);
});

test('root runs the cluster of another user as that user alone', () => {
  expect(described(0, { uid: 1000, gid: 1000 })).toEqual(['as user id 1000, with a parent-death signal']);
});

test('an empty or foreign list of accounts still gives root a way that is not root', () => {
  for (const accounts of ['', 'root:x:0:0::/:/bin/sh', 'garbage\n:::\nx:y:z:w']) {
    const ways = candidateWays({ uid: 0, owner: undefined, passwd: accounts });
    expect(ways.every(({ privilege }) => privilege.kind !== 'same' && privilege.uid === 65534)).toBe(true);
  }
});

test('every way has a watched form, for machines without setpriv', () => {
  const ways = candidateWays({ uid: 0, owner: undefined, passwd: text });
  expect(ways.map(({ guard }) => guard)).toEqual(['setpriv', 'watchdog', 'setpriv', 'watchdog']);
});

test('the program and its arguments end the command line unchanged', () => {
  const program = ['/a path/postgres', '-c', 'x=$(boom) "y"'];
  for (const way of candidateWays({ uid: 0, owner: undefined, passwd: text }))
    expect(wrap(way, program).slice(-3)).toEqual(program);
});
