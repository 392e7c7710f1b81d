import type { Browser, Page } from 'playwright-core';
import { type Program, startProgram } from '../world/program.ts';
import { type OwnProgram, SharedProgram } from '../world/shared-program.ts';
import { createTestDatabase } from '../world/template-database.ts';
import { openReceiver, type WebhookReceiver } from '../world/webhook-receiver.ts';
import { openChromium, windowOptions } from './chromium.ts';
import { joinConsole, owner, watchComplaints } from './console-page.ts';

/** The whole program with its console and a signed-in owner. Nothing has happened yet. */
export interface Office {
  program: Program;
  databaseUrl: string;
  browser: Browser;
  /** Receives webhooks at an address that the program may reach. */
  receiver: WebhookReceiver;
  /** The owner's page. */
  page: Page;
  /** Errors of pages: failed scripts, and violations of their policy. */
  complaints: string[];
  /** Opens a page in a browser of its own, signed in by an invitation link. */
  join(joinUrl: string, password: string, email?: string): Promise<Page>;
  [Symbol.asyncDispose](): Promise<void>;
}

const officeEnv = { PARLEY_CONSOLE: 'on', PARLEY_EGRESS_ALLOW: '127.0.0.0/8' };

/** `more` extends the environment. */
export async function openOffice(more: Record<string, string> = {}): Promise<Office> {
  await using opened = new AsyncDisposableStack();
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  const env = { ...officeEnv, ...more };
  const program = opened.use(await startProgram({ databaseUrl: database.url, env }));
  const browser = await openChromium();
  opened.defer(() => browser.close());
  const office = opened.use(await officeOf({ ...program, databaseUrl: database.url }, browser, owner.email));
  const stack = opened.move();
  return { ...office, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** A program and a browser that several suites use. Each has an office of its own. */
export class SharedOffices implements AsyncDisposable {
  readonly #program = new SharedProgram(officeEnv);
  #browser: Promise<Browser> | undefined;
  #opened = 0;

  async open(): Promise<Office> {
    this.#browser ??= openChromium();
    const [program, browser] = await Promise.all([this.#program.organization(), this.#browser]);
    return officeOf(program, browser, `owner-${++this.#opened}@example.com`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#browser)?.close();
    await this.#program[Symbol.asyncDispose]();
  }
}

async function officeOf(program: OwnProgram, browser: Browser, email: string): Promise<Office> {
  await using opened = new AsyncDisposableStack();
  const receiver = await openReceiver();
  opened.defer(() => receiver.close());
  const complaints: string[] = [];
  const contexts = opened.use(new AsyncDisposableStack());
  const join = async (joinUrl: string, password: string, memberEmail?: string) => {
    const context = await browser.newContext(windowOptions);
    contexts.defer(() => context.close());
    const page = await context.newPage();
    watchComplaints(page, complaints);
    await joinConsole(page, { url: program.url, joinUrl, email: memberEmail, password });
    return page;
  };
  const page = await join(program.joinUrl, owner.password, email);
  const stack = opened.move();
  return {
    ...{ program, databaseUrl: program.databaseUrl, browser, receiver, page, complaints, join },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
