import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { eventually } from '../../../test/world/eventually.ts';
import { startMailServer, type TestMailServer } from '../../../test/world/mail-server.ts';
import { type Listener, statement } from '../db/index.ts';
import { silentLog } from '../kernel/index.ts';
import { composeMail, expiredMails, latestMail, MailOutbox, MailSender, MailServer } from './index.ts';
import { mailSettings } from './settings.ts';
import { claimMails, mailsPerDayMax } from './store.ts';

const passTime = statement(
  'test.mail.pass_time',
  `update outgoing_mails set next_try_at = next_try_at - interval '4 hours', created_at = created_at - $1::interval,
     settled_at = settled_at - $1::interval`,
);
const fill = statement(
  'test.mail.fill',
  `insert into outgoing_mails (organization_id, mail_id, kind, reference_id, recipient, state)
   select $1, $2 || n, 'alert', 'x', 'a@example.com', 'sent' from generate_series(1, $3::int) n`,
);
const rows = statement(
  'test.mail.rows',
  'select tries, sealed_content is null as "isEmpty" from outgoing_mails',
);

let world: ApiWorld;
let server: TestMailServer;
let senders: MailSender[];

beforeEach(async () => {
  world = await createApiWorld();
  server = await startMailServer();
  senders = [];
});
afterEach(async () => {
  for (const sender of senders) await sender.close();
  await server[Symbol.asyncDispose]();
  await world.close();
});

const content = composeMail({
  subject: 'A line\r\nBcc: other@example.com',
  paragraphs: ['Olive <olive> sends a link.'],
  link: { label: 'Open', url: 'https://parley.example.com/join#a&b' },
  note: 'A note.',
});

function put(to = 'sam@example.com', referenceId = 'member_1') {
  const { organizationId } = world.owner;
  return world.db.transaction((tx) =>
    new MailOutbox(world.secret).put(tx, { organizationId, to, kind: 'invitation', referenceId, ...content }),
  );
}
const stateOf = (referenceId = 'member_1') =>
  latestMail(world.db, world.owner.organizationId, 'invitation', referenceId);
const currentState = async () => (await stateOf())?.state ?? '';

function startSender(): void {
  const { db, secret } = world;
  const from = 'Parley <parley@example.com>';
  const sender = new MailSender({ db, secret, log: silentLog, server: server.address, from });
  senders.push(sender);
  sender.start({ on: () => undefined } as unknown as Listener);
}

test('sends a stored e-mail once, as text and HTML, and forgets its content', async () => {
  await put();
  startSender();
  startSender();
  const [mail] = await server.count(1);
  expect(mail).toMatchObject({ from: 'parley@example.com', to: 'sam@example.com' });
  expect(mail!.text).toMatch(/^Subject: A line Bcc: other@example.com$/m);
  expect(mail!.text).toMatch(/^Message-ID: <mail_\w+@example.com>$/m);
  expect(mail!.text).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(mail!.text).not.toMatch(/^Bcc:/m);
  expect(mail!.text).toContain('Olive <olive> sends a link.');
  expect(mail!.text).toContain('Olive &lt;olive&gt; sends a link.');
  expect(mail!.text).toContain('href="https://parley.example.com/join#a&amp;b"');
  await eventually(currentState, 'sent');
  expect(await world.db.query(rows)).toEqual([{ tries: 1, isEmpty: true }]);
  expect(server.received).toHaveLength(1);
});

test('tries again after a passing refusal, and ends at a final one', async () => {
  let answer = '451 later';
  server.onRecipient = () => answer;
  await put();
  startSender();
  await eventually(async () => (await stateOf())?.reason ?? '', /451/);
  expect(await stateOf()).toMatchObject({ state: 'waiting', recipient: 'sam@example.com' });
  answer = '550 no such user';
  await world.db.query(passTime, ['0 h']);
  await eventually(currentState, 'failed');
  expect((await stateOf())?.reason).toContain('550 no such user');
  expect(await world.db.query(rows)).toEqual([{ tries: 2, isEmpty: true }]);
  expect(server.received).toEqual([]);
});

test('gives up after two days, and removes what was settled 30 days ago', async () => {
  server.onRecipient = () => '451 later';
  await put();
  await world.db.query(passTime, ['48 h']);
  startSender();
  await eventually(currentState, 'failed');
  expect(await world.db.query(expiredMails)).toHaveLength(0);
  await world.db.query(passTime, ['31 days']);
  expect(await world.db.query(expiredMails)).toHaveLength(1);
});

test('sends again with the same id what a killed process had claimed', async () => {
  await put();
  expect(await claimMails(world.db, 10)).toHaveLength(1);
  expect(await claimMails(world.db, 10)).toHaveLength(0);
  await world.db.query(passTime, ['0 h']);
  server.isDropping = true;
  startSender();
  await server.count(1);
  await eventually(async () => (await stateOf())?.reason ?? '', /./);
  server.isDropping = false;
  await world.db.query(passTime, ['0 h']);
  const [first, second] = await server.count(2);
  const idOf = (text: string) => /^Message-ID: (.*)$/m.exec(text)![1];
  expect(idOf(first!.text)).toBe(idOf(second!.text));
});

test('stores no more than the e-mails of a day', async () => {
  const today = `mail_zzzzzzzzzz`;
  await world.db.query(fill, [world.owner.organizationId, today, mailsPerDayMax]);
  await put('sam@example.com', 'member_2');
  const other = await world.foundOrganization('Other');
  await world.db.transaction((tx) =>
    new MailOutbox(world.secret).put(tx, {
      ...{ organizationId: other.organizationId, to: 'o@example.com', kind: 'alert', referenceId: 'a' },
      ...content,
    }),
  );
  expect(await stateOf('member_2')).toMatchObject({
    state: 'failed',
    reason: 'The organization has sent 1000 e-mails within a day.',
  });
  expect(await latestMail(world.db, other.organizationId, 'alert', 'a')).toMatchObject({ state: 'waiting' });
});

test('checks the server and the password', async () => {
  const from = 'parley@example.com';
  await new MailServer({ server: server.address, from }).check();
  const wrong = { ...server.address, password: 'wrong' };
  await expect(new MailServer({ server: wrong, from }).check()).rejects.toMatchObject({
    isFinal: false,
    message: expect.stringContaining('535'),
  });
  await expect(
    new MailServer({ server: { ...server.address, host: 'parley-no-such-host.invalid' }, from }).check(),
  ).rejects.toMatchObject({ isFinal: false });
});

test('reads the address of the server and the sender', () => {
  const { parse } = mailSettings.smtpUrl;
  expect(parse('smtp://sam%40x:a%2Fb@mail.example.com')).toEqual({
    ...{ host: 'mail.example.com', port: 587, isTls: false, user: 'sam@x', password: 'a/b' },
  });
  expect(parse('smtps://[::1]')).toEqual({ host: '::1', port: 465, isTls: true, user: null, password: null });
  for (const text of ['http://mail.example.com', 'smtp://u@host', 'smtp://host/path', 'mail.example.com'])
    expect(parse(text), text).toBeUndefined();
  const from = mailSettings.mailFrom.parse;
  for (const text of ['Parley <parley@example.com>', 'parley@example.com']) expect(from(text)).toBe(text);
  for (const text of ['Parley', 'a@b, c@d', 'A\r\nBcc: <a@b>', 'parley <a b@c>'])
    expect(from(text), text).toBeUndefined();
});
