/** A process that executes workflows until it is killed: `node workflow-process.ts <database URL>`. */
import { SecretKey } from '../../src/platform/access/index.ts';
import { Database, Notifier } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/index.ts';
import { newId, processClock, silentLog } from '../../src/platform/kernel/index.ts';
import { Node } from '../../src/platform/nodes/index.ts';
import { effects, WorkflowEngine } from '../../src/runtime/workflow-engine/index.ts';

const connectionString = process.argv[2]!;
const db = new Database({
  connectionString,
  applicationName: 'parley test',
  connectionsMax: 5,
  log: silentLog,
});
const secret = new SecretKey('a secret for tests, long enough to be taken');
const egress = new Egress({ allow: ['127.0.0.1/32'] });
const node = new Node(newId('node'), { db, roles: ['workflows'], log: silentLog });
await node.start();
const carryOut = effects({
  ...{ db, secret, clock: processClock, notifier: new Notifier(db, silentLog) },
  egress: async () => egress,
  modelsOf: async () => [],
});
new WorkflowEngine({ db, log: silentLog, nodeId: node.nodeId, clock: processClock, carryOut }).start();
// This process ends with its parent.
process.once('disconnect', () => process.exit());
