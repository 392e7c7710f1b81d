import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement, toJson } from '../../platform/db/index.ts';

const setAgent = statement(
  'test.known.agent',
  'update agent_versions set configuration = $2 where organization_id = $1',
);
const setDraft = statement('test.known.draft', 'update agents set draft = $2 where organization_id = $1');
const hosts = statement('test.known.hosts', 'select sip_hosts from organizations where organization_id = $1');

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('an upgrade lists the hosts of the addresses that agents have and no number is in', async () => {
  const organizationId = await world.organization();
  const other = await world.organization();
  const sip = (destination: string) => ({ name: 'a', type: 'sip', destination });
  const published = [
    'sip:204@PBX.example:5080',
    'sips:desk@[2001:db8::1];transport=tls',
    'sip:+12025550123@a.example',
  ];
  const transferDestinations = [
    ...published.map(sip),
    { name: 'b', type: 'phone', destination: '+12025550123' },
  ];
  await world.db.query(setAgent, [organizationId, toJson({ transferDestinations })]);
  const draft = [
    'sip:sales@draft.example',
    'sip:12025550123@b.example',
    'sip:%2B12025550123@c.example',
    'sip:5551234@d.example',
  ];
  await world.db.query(setDraft, [organizationId, toJson({ transferDestinations: draft.map(sip) })]);
  for (const name of ['000098_dial_plans', '000099_hosts_of_local_numbers']) {
    const migration = await readFile(`migrations/${name}.sql`, 'utf8');
    const fill = migration.slice(migration.indexOf('with configurations')).trim().replace(/;$/, '');
    await world.db.query(statement(`test.known.${name}`, fill), []);
  }
  expect(await world.db.query(hosts, [organizationId])).toEqual([
    { sip_hosts: ['2001:db8::1', 'd.example', 'draft.example', 'pbx.example'] },
  ]);
  expect(await world.db.query(hosts, [other])).toEqual([{ sip_hosts: [] }]);
});
