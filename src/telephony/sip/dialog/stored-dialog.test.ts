import { expect, it } from 'vitest';
import { parseUri } from '../syntax/index.ts';
import type { Dialog } from './dialog.ts';
import { readStoredDialog, storedDialog } from './stored-dialog.ts';

const hop = (text: string) => ({ text: `<${text}>`, uri: parseUri(text)! });
const dialog: Dialog = {
  callId: 'a84b4c76e66710',
  localTag: 'ours',
  remoteTag: 'theirs',
  local: '<sip:+12025550100@192.0.2.1>;tag=ours',
  remote: '"Ada" <sip:+12125550123@192.0.2.7>;tag=theirs',
  localCseq: 7,
  remoteCseq: 3,
  routes: [hop('sip:p1.example;lr'), hop('sip:p2.example')],
  remoteTarget: parseUri('sip:ada@192.0.2.7:5070;transport=tcp')!,
};
const peer = { address: '192.0.2.7', port: 5070, transport: 'tls' as const, connection: 9, serverName: 'p1' };

it('a dialog that was written down ends what it was, behind every request that was sent in it', () => {
  const read = readStoredDialog(JSON.parse(JSON.stringify(storedDialog(dialog, peer))))!;
  expect(read.peer).toEqual({ address: '192.0.2.7', port: 5070, transport: 'tls', serverName: 'p1' });
  const { localTag: _, remoteTag: __, ...rest } = read.dialog;
  const { callId, local, remote, routes, remoteTarget } = dialog;
  expect(rest).toMatchObject({ callId, local, remote, routes, remoteTarget });
  expect(rest.localCseq).toBeGreaterThan(1000);
});

it('what is no dialog is none', () => {
  const good = storedDialog(dialog, peer);
  const bad = [null, {}, [], 'x', { ...good, remoteTarget: 'nonsense' }, { ...good, routes: ['<<'] }];
  for (const stored of [...bad, { ...good, peer: null }, { ...good, callId: 5 }]) {
    expect(readStoredDialog(stored)).toBeNull();
  }
});
