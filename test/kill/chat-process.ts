/** A process that only answers chats, for tests that kill it: `node chat-process.ts DATABASE_URL SECRET`. */
import { tmpdir } from 'node:os';
import { ChatFeed } from '../../src/domains/chats/index.ts';
import { SecretKey } from '../../src/platform/access/index.ts';
import { Database, Notifier } from '../../src/platform/db/index.ts';
import { silentLog as log } from '../../src/platform/kernel/index.ts';
import { openChatRuntime } from '../../src/program/chat-runtime.ts';
import { ChatWorker } from '../../src/runtime/chat-runtime/index.ts';

const [connectionString = '', secretText = ''] = process.argv.slice(2);
const db = new Database({ connectionString, applicationName: 'parley test chats', connectionsMax: 4, log });
const secret = new SecretKey(secretText);
const worker = new ChatWorker({
  ...{ db, log, feed: new ChatFeed(), notifier: new Notifier(db, log), pollMs: 50 },
  open: async () => openChatRuntime({ db, secret, log, dataDir: tmpdir(), egressAllow: ['127.0.0.0/8'] }),
});
worker.start();
