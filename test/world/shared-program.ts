import { foundOrganization } from '../../src/domains/keys/index.ts';
import { SecretKey } from '../../src/platform/access/index.ts';
import { Database } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { type Program, startProgram } from './program.ts';
import { createTestDatabase } from './template-database.ts';

/** The program with an organization of one suite. `key`, `joinUrl` and `request` are those of its owner. */
export interface OwnProgram extends Program {
  databaseUrl: string;
}

interface Running {
  program: Program;
  db: Database;
}

/**
 * A program that several suites use. Each has an organization of its own. A start costs three seconds of processor time. The first
 * suite starts the program; disposing of an `OwnProgram` does not end it.
 */
export class SharedProgram implements AsyncDisposable {
  readonly #env: Record<string, string>;
  readonly #opened = new AsyncDisposableStack();
  #running: Promise<Running> | undefined;

  constructor(env: Record<string, string> = {}) {
    this.#env = env;
  }

  async organization(): Promise<OwnProgram> {
    this.#running ??= this.#start();
    const { program, db } = await this.#running;
    const { key, memberId } = await foundOrganization(db, testSecret, {
      ...{ name: 'Test organization', ownerName: 'Owner', ownerEmail: null },
    });
    const request: Program['request'] = (method, path, options) =>
      program.request(method, path, { key, ...options });
    const invited = await request('POST', `/api/members/${memberId}/invitation`);
    if (invited.status !== 201) throw new Error(invited.text);
    return {
      ...{ ...program, key, request, joinUrl: invited.body.url, databaseUrl: db.connectionString },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  async #start(): Promise<Running> {
    const database = await createTestDatabase();
    this.#opened.defer(() => database.drop());
    const program = this.#opened.use(await startProgram({ databaseUrl: database.url, env: this.#env }));
    const db = new Database({
      ...{ connectionString: database.url, applicationName: 'test', connectionsMax: 1, log: silentLog },
    });
    this.#opened.defer(() => db.close());
    return { program, db };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened[Symbol.asyncDispose]();
  }
}

/** The program of tests has the same. */
const testSecret = new SecretKey('a secret for tests, long enough to be taken');
