import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it, type TestContext, vi } from 'vitest';
import { tone } from '../../../../test/audio/signals.ts';
import { openPhone, type Phone, type PhoneCall } from '../../../../test/interop/call-phone.ts';
import { soundIn } from '../../../../test/interop/call-speech.ts';
import { openNextEngine } from '../../../../test/world/call-engine.ts';
import { DatabaseLine } from '../../../../test/world/database-line.ts';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/world/template-database.ts';
import type { LanguageModel, TextToSpeech } from '../../../conversation/providers/interfaces/index.ts';
import { Database, type Statement, statement, type Transaction } from '../../../platform/db/index.ts';
import { silentLog, waitAtMost } from '../../../platform/kernel/index.ts';
import { Node } from '../../../platform/nodes/index.ts';
import { readWav } from '../../../telephony/media/index.ts';
import type { AgentEnvironment } from '../../agent-runtime/index.ts';
import type { Dialer } from '../../dialer/index.ts';
import { openToolRunner } from '../../tools/index.ts';
import { LoadWatch } from '../capacity/load-watch.ts';
import type { CallEngine } from '../index.ts';

// Two processes as two engines, each with its own way to the database, which the tests break.

const setTrunk = statement(
  'test.handover.trunk',
  'update trunks set host = $2, port = $3 where organization_id = $1',
);
const setAgent = statement(
  'test.handover.agent',
  `update agent_versions set configuration = (configuration::jsonb
     || '{"limits": {"maxDurationSeconds": 300, "silenceSeconds": 120}, "conversation": {"fillers": []}}')::json
   where organization_id = $1`,
);
// A process reports the database that it knows before it dials.
const knowDatabase = statement(
  'test.handover.know',
  `update nodes n set epoch_id = e.epoch_id from database_epochs e where n.node_id = $1 and e.state = 'open'`,
);

/** Speaks every text as a second of a tone. */
const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 1000) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
/** Answers every turn with the same words. */
const model: LanguageModel = {
  name: 'fixed',
  async *answer() {
    yield { type: 'text-delta', text: 'Thank you.' };
    yield { type: 'finish', reason: 'stop', usage: {}, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

/** A database whose statements are watched. */
class WatchedDatabase extends Database {
  readonly hooks: { name: string; happen: () => Promise<void> }[] = [];

  override async query<Row>(query: Statement, values?: unknown[]): Promise<Row[]> {
    await this.#ask(query);
    return super.query<Row>(query, values);
  }

  override transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return super.transaction((tx) =>
      work({
        ...tx,
        query: async (query, values) => {
          await this.#ask(query);
          return tx.query(query, values);
        },
      }),
    );
  }

  async #ask({ name }: Statement): Promise<void> {
    const at = this.hooks.findIndex((hook) => hook.name === name);
    if (at >= 0) await this.hooks.splice(at, 1)[0]!.happen();
  }
}

interface Process {
  nodeId: string;
  db: WatchedDatabase;
  line: DatabaseLine;
  node: Node;
  engine: CallEngine;
  dialer: Dialer;
  recordingsDir: string;
  rtpPorts: { min: number; max: number };
}

/** A database with an organization, a telephone and the old process. */
class Setting {
  world!: QueueWorld;
  organizationId!: string;
  phone!: Phone;
  old!: Process;
  #database!: TestDatabase;
  readonly #closers: (() => Promise<unknown>)[] = [];
  /** That of the test, because `expect.poll` must know which of the concurrent tests it belongs to. */
  readonly expect: TestContext['expect'];

  constructor(expect: TestContext['expect']) {
    this.expect = expect;
  }

  async start(): Promise<void> {
    this.#database = await createTestDatabase();
    this.#closers.push(() => this.#database.drop());
    const { url: connectionString } = this.#database;
    this.world = QueueWorld.over(
      new Database({ connectionString, applicationName: 'test', connectionsMax: 10, log: silentLog }),
    );
    this.#closers.push(() => this.world.close());
    this.organizationId = await this.world.organization();
    await this.world.db.query(setAgent, [this.organizationId]);
    this.phone = await openPhone();
    this.#closers.push(async () => this.phone[Symbol.asyncDispose]());
    this.phone.takesChanges = true;
    await this.world.db.query(setTrunk, [this.organizationId, '127.0.0.1', this.phone.port]);
    this.old = await this.open('node_old');
  }

  async close(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
  }

  async open(nodeId: string, answering = model): Promise<Process> {
    const line = await DatabaseLine.open(this.#database);
    const log = silentLog;
    const db = new WatchedDatabase({
      connectionString: line.url,
      applicationName: nodeId,
      connectionsMax: 8,
      answerWithinMs: 2000,
      log,
    });
    const node = new Node(nodeId, { db, roles: ['calls', 'dialer'], log, dialingCapacity: () => 10 });
    await node.start();
    await db.query(knowDatabase, [nodeId]);
    const recordingsDir = await mkdtemp(join(tmpdir(), 'parley-handover-'));
    const closing: (() => Promise<unknown>)[] = [];
    const openTools: AgentEnvironment['openTools'] = (toolCall, options) =>
      openToolRunner(
        { db, secret: null as never, egress: () => Promise.reject(new Error('none')) },
        toolCall,
        options,
      );
    const setting = {
      db,
      nodeId,
      isHandedOver: true,
      voice,
      model: answering,
      openTools,
      recordingsDir,
      ports: 20,
    };
    const { engine, dialer, rtpPorts } = await openNextEngine(setting, closing);
    this.#closers.push(async () => {
      for (const close of closing) await close();
      await node.close();
      await db.close();
      await line.close();
      await rm(recordingsDir, { recursive: true, force: true });
    });
    return { nodeId, db, line, node, engine, dialer, recordingsDir, rtpPorts };
  }

  /** Returns a call of the old process whose agent has spoken. */
  async talking(): Promise<{ call: PhoneCall; callId: string }> {
    const callId = await this.world.call(this.organizationId);
    this.old.dialer.wake();
    const call = await this.phone.call(() => true);
    await this.spokenSince(call, 0);
    return { call, callId };
  }

  /** Waits until the agent has spoken since the packet `from`, and is silent. */
  async spokenSince(call: PhoneCall, from: number): Promise<void> {
    await this.expect
      .poll(() => soundIn(call.rtp.received.slice(from)), { timeout: 20_000 })
      .toMatchObject({ silenceMs: this.expect.toSatisfy((ms: number) => ms > 300) });
  }

  /** Presses a key until the agent answers. A key that is pressed while the call moves is lost. */
  async answersKey(call: PhoneCall): Promise<void> {
    const from = call.rtp.received.length;
    let pressedAtMs = Number.NEGATIVE_INFINITY;
    await this.expect
      .poll(
        async () => {
          if (performance.now() - pressedAtMs > 3_000) {
            pressedAtMs = performance.now();
            await call.rtp.sendDigits('1');
          }
          return soundIn(call.rtp.received.slice(from)).soundMs;
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(300);
  }

  async ownerOf(callId: string): Promise<string | null> {
    return (await this.world.read(callId)).node_id;
  }

  /** Stops the old process, so that `next` takes its call. */
  async stopped(next: Process, call: PhoneCall): Promise<void> {
    const closed = this.old.engine.close(20_000);
    await this.expect.poll(() => isOf(next, call), { timeout: 15_000 }).toBe(true);
    await closed;
  }
}

/** Makes a test with a setting of its own, which is closed even after a test that takes too long. */
const inSetting =
  (work: (setting: Setting) => Promise<void>) =>
  async ({ expect, onTestFinished }: TestContext): Promise<void> => {
    const setting = new Setting(expect);
    onTestFinished(() => setting.close());
    await setting.start();
    await work(setting);
  };

afterEach(() => {
  vi.restoreAllMocks();
});

const isOf = ({ rtpPorts: { min, max } }: Process, call: PhoneCall) => {
  const port = call.rtp.received.at(-1)?.fromPort ?? 0;
  return port >= min && port <= max;
};

/** Lets something happen once, when the process is about to execute the statement of this name. */
function asked({ db }: Process, name: string, happen: () => void | Promise<void>): Promise<void> {
  const happened = Promise.withResolvers<void>();
  db.hooks.push({
    name,
    happen: async () => {
      happened.resolve();
      await happen();
    },
  });
  return happened.promise;
}

const fence = statement('test.handover.fence', 'update nodes set fenced_at = now() where node_id = $1');

describe('the old process', { timeout: 40_000 }, () => {
  it.concurrent.for(['closed', 'stopped'] as const)(
    'goes on with a suspended call when the database is %s',
    (outage, context) =>
      inSetting(async (setting) => {
        const { expect, old } = setting;
        const { call } = await setting.talking();
        await setting.open('node_next');
        const away = asked(old, 'calls.freeze_handover', () => old.line.begin(outage));
        void old.engine.close(20_000);
        await away;
        const at = call.rtp.received.length;
        await expect.poll(() => call.rtp.received.length).toBeGreaterThan(at + 50);
        expect(isOf(old, call)).toBe(true);
        old.line.restore();
        await setting.answersKey(call);
      })(context),
  );

  it.concurrent(
    'goes on with a suspended call that it could not withdraw at first',
    inSetting(async (setting) => {
      const { expect, old } = setting;
      const { call } = await setting.talking();
      const next = await setting.open('node_next');
      void asked(next, 'calls.take_handover', () => next.line.begin('stopped'));
      const failed = asked(old, 'calls.withdraw_handover', () => Promise.reject(new Error('refused')));
      void old.engine.close(20_000);
      await failed;
      const at = call.rtp.received.length;
      await expect.poll(() => call.rtp.received.length).toBeGreaterThan(at + 50);
      expect(isOf(old, call)).toBe(true);
      next.line.restore();
    }),
  );

  it.concurrent(
    'hears what was pressed while a call was suspended that no process took',
    inSetting(async (setting) => {
      const { expect, old } = setting;
      const { call } = await setting.talking();
      const next = await setting.open('node_next');
      void asked(next, 'calls.take_handover', () => next.line.begin('stopped'));
      const suspended = asked(old, 'calls.freeze_handover', () => undefined);
      void old.engine.close(20_000);
      await suspended;
      const from = call.rtp.received.length;
      await call.rtp.sendDigits('1');
      await expect
        .poll(() => soundIn(call.rtp.received.slice(from)).soundMs, { timeout: 10_000 })
        .toBeGreaterThan(300);
      expect(isOf(old, call)).toBe(true);
      next.line.restore();
    }),
  );

  it.concurrent(
    'waits for its recordings to arrive',
    inSetting(async (setting) => {
      const { expect, old, world } = setting;
      const { call, callId } = await setting.talking();
      const next = await setting.open('node_next');
      const sent = Promise.withResolvers<void>();
      const sending = asked(old, 'calls.put_handover_slice', () => sent.promise);
      const closed = old.engine.close(30_000);
      await sending;
      await expect.poll(() => isOf(next, call)).toBe(true);
      // Nothing else keeps the old process. It once gave up after 5 s.
      expect(
        await waitAtMost(
          closed.then(() => 'closed'),
          6_000,
        ),
      ).toBeUndefined();
      sent.resolve();
      await closed;
      expect(await readdir(old.recordingsDir)).toEqual([]);
      call.hangUp();
      await expect.poll(() => next.engine.carries(callId), { timeout: 15_000 }).toBe(false);
      expect(await world.events(callId)).not.toContain('noted recording-incomplete');
      const { channels } = readWav(await readFile(join(next.recordingsDir, `${callId}.wav`)));
      expect(Math.max(...channels[1]!.subarray(0, 8000).map(Math.abs))).toBeGreaterThan(1000);
    }),
  );
});

const addBilling = statement(
  'test.handover.billing',
  `with a as (insert into agents (organization_id, agent_id, version, name, required_variables, created_at, updated_at)
     values ($1, 'agent_b', 7, 'Billing', '{}', now(), now()) returning *)
   insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
   select organization_id, agent_id, version, '{"name": "Billing", "prompt": "bills", "limits":
     {"maxDurationSeconds": 300, "silenceSeconds": 120}}', now(), 'm' from a`,
);
const handsOver = statement(
  'test.handover.tool',
  `update agent_versions set configuration = (configuration::jsonb || jsonb_build_object('tools', jsonb_build_array(
     jsonb_build_object('type', 'handOver', 'name', 'toBilling', 'description', 'x', 'agentId', 'agent_b', 'message', null,
       'opening', 'answer', 'history', 'all', 'turns', 5, 'variables', 'all', 'mayReturn', true,
       'parameters', '{"type": "object"}'::jsonb))))::json
   where organization_id = $1 and agent_id = 'agent_a'`,
);
const transcriptOf = statement(
  'test.handover.transcript',
  'select transcript from calls where organization_id = $1 and call_id = $2',
);

describe('an agent that another one has handed the call to', () => {
  /** The first agent hands over for a key, the second one hands back for one. */
  const handing: LanguageModel = {
    ...model,
    async *answer({ messages, tools }) {
      const names = new Set(tools.map(({ name }) => name));
      const isBack = messages.some(({ content }) => content.includes('handed the conversation back'));
      const wanted = messages.at(-1)?.role === 'user' && !isBack ? ['toBilling', 'handBack'] : [];
      const name = wanted.find((one) => names.has(one));
      if (name) yield { type: 'tool-call', call: { id: name, name, arguments: {} } };
      else yield { type: 'text-delta', text: names.has('handBack') ? 'Billing.' : 'Thank you.' };
      yield { type: 'finish', reason: name ? 'tool-calls' : 'stop', usage: { inputTokens: 10 }, state: null };
    },
  };

  it(
    'goes on in the new process, and hands it back there',
    { timeout: 60_000 },
    inSetting(async (setting) => {
      const { expect, old, organizationId, world } = setting;
      await world.db.query(addBilling, [organizationId]);
      await world.db.query(handsOver, [organizationId]);
      await old.engine.close(0);
      setting.old = await setting.open('node_talking', handing);
      const { call, callId } = await setting.talking();
      await setting.answersKey(call);
      const next = await setting.open('node_next', handing);
      await setting.stopped(next, call);
      const from = call.rtp.received.length;
      await setting.answersKey(call);
      await setting.spokenSince(call, from);
      call.hangUp();
      await expect.poll(() => next.engine.carries(callId), { timeout: 15_000 }).toBe(false);
      type Entry = { role: string; message: string; name?: string; agentId?: string; agentVersion?: number };
      const [row] = await world.db.query<{ transcript: Entry[] }>(transcriptOf, [organizationId, callId]);
      const spoken = row!.transcript.filter(({ role }) => role !== 'user');
      expect(
        spoken.map(({ message, name, agentId, agentVersion }) => [message || name, agentId, agentVersion]),
      ).toEqual([
        ['Hello', 'agent_a', 1],
        ['toBilling', 'agent_a', 1],
        ['Billing.', 'agent_b', 7],
        ['handBack', 'agent_b', 7],
        ['Thank you.', 'agent_a', 1],
      ]);
    }),
  );
});

describe('the new process', { timeout: 40_000 }, () => {
  it(
    'takes a call although it is overloaded, when no other process does',
    inSetting(async (setting) => {
      const { expect } = setting;
      const { call } = await setting.talking();
      const next = await setting.open('node_next');
      vi.spyOn(LoadWatch.prototype, 'admits').mockReturnValue(0);
      expect(next.engine.refusal()).toBe('overloaded');
      await setting.stopped(next, call);
      await setting.answersKey(call);
    }),
  );

  it.concurrent(
    'carries a call on whose taking was not confirmed',
    inSetting(async (setting) => {
      const { expect } = setting;
      const { call, callId } = await setting.talking();
      const next = await setting.open('node_next');
      let isCarried: boolean | null = null;
      void asked(next, 'calls.take_handover', () => {
        next.line.cutAt('calls.take_handover', 'unanswered');
        void asked(next, 'calls.take_handover', () => {
          isCarried = next.engine.carries(callId);
        });
      });
      await setting.stopped(next, call);
      expect(await setting.ownerOf(callId)).toBe('node_next');
      // Otherwise the sweep of stray claims would have ended it.
      expect(isCarried).toBe(true);
      await setting.answersKey(call);
    }),
  );

  it.concurrent(
    'returns a call that it cannot carry on, although it has asked the caller',
    inSetting(async (setting) => {
      const { expect, old } = setting;
      const { call, callId } = await setting.talking();
      const next = await setting.open('node_next');
      const returned = cannotCarryOn(next);
      let isCarried: boolean | null = null;
      void asked(next, 'calls.return_handover', () => {
        isCarried = next.engine.carries(callId);
      });
      void old.engine.close(20_000);
      await returned;
      await expect.poll(() => call.events.filter((event) => event === 'offered taken')).toHaveLength(2);
      await expect.poll(() => isOf(old, call)).toBe(true);
      expect([isCarried, await setting.ownerOf(callId)]).toEqual([true, 'node_old']);
      await setting.answersKey(call);
    }),
  );

  it.concurrent(
    'hangs up when it cannot carry a call on, and the old process is dead',
    inSetting(async (setting) => {
      const { expect, old, world } = setting;
      const { call, callId } = await setting.talking();
      const next = await setting.open('node_next');
      void cannotCarryOn(next);
      void asked(next, 'calls.return_handover', async () => {
        await world.db.query(fence, ['node_old']);
      });
      void old.engine.close(20_000);
      await expect.poll(() => call.events.at(-1), { timeout: 15_000 }).toBe('ended remote');
      await expect.poll(async () => (await world.read(callId)).ended_reason).toBe('worker-lost');
    }),
  );
});

/** Takes the new file of a recording away, so that the new process fails after the caller has accepted it. */
function cannotCarryOn(next: Process): Promise<void> {
  return asked(next, 'calls.take_handover', async () => {
    for (const name of await readdir(next.recordingsDir)) await rm(join(next.recordingsDir, name));
  });
}
