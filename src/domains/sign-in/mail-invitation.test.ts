import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { takeMails } from '../../../test/world/stored-mails.ts';

const publicUrl = 'https://parley.example.com';
let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld({ publicUrl, storesMails: true });
});
afterAll(() => world.close());

async function addMember(values: object) {
  const body = { role: 'Viewer', ...values };
  return (await world.request('POST', '/api/members', { body })).body.memberId as string;
}
const invite = (memberId: string, options = {}) =>
  world.request('POST', `/api/members/${memberId}/invitation/mail`, options);
const stateOf = async (memberId: string, options = {}) =>
  (await world.request('GET', `/api/members/${memberId}/invitation`, options)).body;

test('sends the sign-in link to the member, and a newer one instead of one that waits', async () => {
  const memberId = await addMember({ name: 'Sam <b>', email: 'sam@example.com' });
  expect(await stateOf(memberId)).toEqual({ expiresAt: null, mail: null });
  const first = await invite(memberId);
  expect([first.status, first.body.sentTo]).toEqual([201, 'sam@example.com']);
  expect(first.body.url).toContain(`${publicUrl}/join#`);
  const second = await invite(memberId);
  const [mail, ...others] = await takeMails(world);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'sam@example.com', subject: 'Sign in to Test organization on Parley' });
  expect(mail!.text).toContain(`Choose a password:\n${second.body.url}\n`);
  expect(mail!.text).toContain('Olive Owner sends you a link');
  expect(mail!.html).toContain('Hello Sam &lt;b&gt;,');
  expect(mail!.text).not.toContain(first.body.url);
  expect(await stateOf(memberId)).toMatchObject({
    expiresAt: second.body.expiresAt,
    mail: { recipient: 'sam@example.com', state: 'waiting', reason: null },
  });
});

test('answers a replay without the link, and sends once', async () => {
  const memberId = await addMember({ name: 'Rae', email: 'rae@example.com' });
  const headers = { 'idempotency-key': 'invite-rae' };
  expect((await invite(memberId, { headers })).body.url).not.toBeNull();
  const replay = await invite(memberId, { headers });
  expect(replay.body).toMatchObject({ url: null, sentTo: 'rae@example.com' });
  expect(await takeMails(world)).toHaveLength(1);
});

test('refuses members without an address, unknown ones, and those of another organization', async () => {
  const memberId = await addMember({ name: 'No address' });
  const refused = await invite(memberId);
  expect([refused.status, refused.body.code]).toEqual([409, 'member.no_email']);
  expect((await stateOf(memberId)).expiresAt).toBeNull();
  expect((await invite('member_unknown')).status).toBe(404);
  const other = await world.foundOrganization('Other');
  expect((await invite(memberId, { key: other.key })).status).toBe(404);
  expect((await stateOf(memberId, { key: other.key })).code).toBe('member.not_found');
});

test('takes back the e-mail of a removed member', async () => {
  const memberId = await addMember({ name: 'Gone', email: 'gone@example.com' });
  await invite(memberId);
  await world.request('DELETE', `/api/members/${memberId}`);
  expect(await takeMails(world)).toEqual([]);
});

test('says that the installation sends no e-mail', async () => {
  expect((await world.request('GET', '/api/mail')).body).toEqual({ isSet: true });
  await using without = Object.assign(await createApiWorld(), {
    [Symbol.asyncDispose](this: ApiWorld) {
      return this.close();
    },
  });
  expect((await without.request('GET', '/api/mail')).body).toEqual({ isSet: false });
  const { memberId } = without.owner;
  const refused = await without.request('POST', `/api/members/${memberId}/invitation/mail`);
  expect([refused.status, refused.body.code]).toEqual([409, 'mail.off']);
  const body = { kind: 'email', name: 'Team', addresses: ['ops@example.com'] };
  const channel = await without.request('POST', '/api/alert-channels', { body });
  expect([channel.status, channel.body.code]).toEqual([409, 'mail.off']);
});
