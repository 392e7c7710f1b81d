/**
 * Sends webhooks until it is killed, as the API process does: `node test/world/webhook-sender.ts <database> <secret>`.
 * Prints `ready` when it has begun.
 */

import { Sender } from '../../src/domains/webhooks/sender/index.ts';
import { SecretKey } from '../../src/platform/access/index.ts';
import { Database } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';

const [connectionString = '', secret = ''] = process.argv.slice(2);
const db = new Database({
  connectionString,
  applicationName: 'test sender',
  connectionsMax: 4,
  log: silentLog,
});
const options = { db, secret: new SecretKey(secret), log: silentLog, egressAllow: ['127.0.0.1/32'] };
const sender = new Sender(options);
await sender.start();
setInterval(() => sender.look(), 20);
process.stdout.write('ready\n');
