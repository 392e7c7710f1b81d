import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { Browser, goodPassword } from '../../../test/world/browser.ts';
import { DatabaseLine } from '../../../test/world/database-line.ts';

let world: ApiWorld;
let line: DatabaseLine;
beforeAll(async () => {
  world = await createApiWorld({
    urlFor: async (database) => {
      line = await DatabaseLine.open(database);
      return line.url;
    },
  });
});
afterAll(async () => {
  await world.close();
  await line.close();
});

let people = 0;
/** Invites a person whose browser has someone else's session. */
async function invited() {
  const email = `ann${++people}@example.com`;
  const body = { name: 'Ann', email, role: 'Viewer' };
  const { memberId } = (await world.request('POST', '/api/members', { body })).body;
  const { url } = (await world.request('POST', `/api/members/${memberId}/invitation`)).body;
  const browser = await Browser.of(world, world.owner.memberId);
  return { email, memberId, browser, token: new URL(url).hash.slice(1) };
}

test.each(['sign_in.show_session', 'access.end_session'])(
  'keeps a link usable when the database connection is lost before the commit: at %s',
  async (at) => {
    const { browser, memberId, token } = await invited();
    const join = () => browser.request('POST', '/console/join', { body: { token, password: goodPassword } });
    line.cutAt(at, 'unheard');
    expect((await join()).status).toBe(503);
    expect(await join()).toMatchObject({ status: 200, body: { member: { memberId } } });
  },
);

test('completes a sign-in entirely or not at all when the database connection is lost', async () => {
  const { browser, email, memberId, token } = await invited();
  await browser.request('POST', '/console/join', { body: { token, password: goodPassword } });
  const cookie = browser.cookie;
  line.cutAt('sign_in.show_session', 'unheard');
  expect((await browser.signIn(email)).status).toBe(503);
  expect(browser.cookie).toBe(cookie);
  expect((await browser.signIn(email)).body.member).toMatchObject({ memberId });
});
