import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { type Check, checksOf, operations, type World } from './check.ts';
import { allChecks } from './checks/index.ts';
import { Client, type Exchange } from './client.ts';
import { differenceBetween, holdsValue, type JsonObject, walkDifference } from './compare.ts';
import { CheckFailure, expectFieldError, expectRefusal, expectStatus, poll, skip } from './expect.ts';
import { Fixtures } from './fixtures.ts';
import {
  formatMicros,
  instantMicros,
  isDateTime,
  isE164,
  isMicrosecondDateTime,
  isUuid,
  ttlBounds,
} from './formats.ts';
import { parseGiven } from './given.ts';
import { itemsOf, type Page, pageOf, walkPages } from './pages.ts';
import { describeFailure, tally } from './report.ts';
import { forgedKeys } from './requests.ts';
import { runCheck } from './runner.ts';
import { closedSchedule, commonFormats, randomNumber, uniqueName } from './samples.ts';
import { expectChat, expectLookup } from './shapes.ts';

function answer(json: unknown, status = 200): Exchange {
  return {
    method: 'GET',
    url: 'http://server/path',
    sentHeaders: {},
    sentBody: null,
    status,
    headers: {},
    text: JSON.stringify(json) ?? '',
    json,
    startedAtMs: 0,
    endedAtMs: 0,
  };
}

const world: World = {
  client: new Client('http://server', 'key'),
  fixtures: new Fixtures(new Client('http://server', 'key'), {}),
};

describe('date-times', () => {
  test('an instant is the same whatever offset and precision it is written with', () => {
    const expected = 1_709_251_199_123_456n;
    for (const text of [
      '2024-02-29T23:59:59.123456Z',
      '2024-02-29T23:59:59.123456789Z',
      '2024-03-01T05:29:59.123456+05:30',
      '2024-02-29T12:29:59.123456-11:30',
      '2024-02-29t23:59:59.123456z',
    ]) {
      expect(instantMicros(text), text).toBe(expected);
    }
    expect(instantMicros('2024-02-29T23:59:59Z')).toBe(1_709_251_199_000_000n);
  });

  test('what is no date-time, or names a day or time that does not exist, is none', () => {
    for (const text of [
      '',
      'soon',
      '2024-01-01',
      '2024-01-01T00:00:00',
      '2023-02-29T00:00:00Z',
      '2024-13-01T00:00:00Z',
      '2024-00-01T00:00:00Z',
      '2024-01-32T00:00:00Z',
      '2024-01-01T24:00:00Z',
      '2024-01-01T00:60:00Z',
      '2024-01-01T00:00:00+24:00',
      '2024-01-01T00:00:00.Z',
      '2024-01-01T00:00:00Z ',
    ]) {
      expect(isDateTime(text), text).toBe(false);
    }
  });

  test("formatting and reading are each other's inverse at any offset", () => {
    const micros = fc.bigInt({ min: -60_000_000_000_000_000n, max: 250_000_000_000_000_000n });
    const offset = fc.option(fc.integer({ min: -839, max: 839 }), { nil: undefined });
    fc.assert(
      fc.property(micros, offset, (instant, offsetMinutes) => {
        expect(instantMicros(formatMicros(instant, offsetMinutes))).toBe(instant);
      }),
    );
  });

  test('six fraction digits and Z make the form of the audit log', () => {
    expect(isMicrosecondDateTime('2024-01-01T00:00:00.000001Z')).toBe(true);
    for (const text of [
      '2024-01-01T00:00:00.001Z',
      '2024-01-01T00:00:00.000001+00:00',
      '2024-01-01T00:00:00Z',
    ]) {
      expect(isMicrosecondDateTime(text), text).toBe(false);
    }
  });
});

test('identifiers and numbers are known by their patterns', () => {
  expect(isUuid('018f3b0a-1c2d-7e3f-8a4b-5c6d7e8f9a0b', 7)).toBe(true);
  expect(isUuid('018f3b0a-1c2d-4e3f-8a4b-5c6d7e8f9a0b', 7)).toBe(false);
  expect(isUuid('018f3b0a1c2d7e3f8a4b5c6d7e8f9a0b')).toBe(false);
  for (const number of ['+12', '+123456789012345']) expect(isE164(number), number).toBe(true);
  for (const number of ['+1', '+1234567890123456', '+01', '12', '+1 2', '+12\n'])
    expect(isE164(number), number).toBe(false);
});

test('a ttl is right between what is left after the longest and after the shortest time', () => {
  expect(ttlBounds(100, 0, 50)).toEqual({ least: 100, most: 100 });
  expect(ttlBounds(100, 900, 2100)).toEqual({ least: 98, most: 100 });
  expect(ttlBounds(1, 0, 1500)).toEqual({ least: 0, most: 1 });
});

describe('comparison', () => {
  test('the first difference is reported with its path', () => {
    expect(differenceBetween({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBeNull();
    expect(differenceBetween({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, 'body')).toBe(
      'body.a[1].b is 2 instead of 3',
    );
    expect(differenceBetween([1], [1, 2], 'list')).toBe('list has 1 elements instead of 2');
    expect(differenceBetween({ a: null }, {}, 'body')).toBe('body.a is null instead of absent');
  });

  test('a walk must hold each entry once and in order', () => {
    const expected = ['c', 'b', 'a'];
    expect(walkDifference(['c', 'b', 'a'], expected)).toBeNull();
    expect(walkDifference(['c', 'b', 'b', 'a'], expected)).toMatch(/more than once/);
    expect(walkDifference(['c', 'a'], expected)).toMatch(/missing.*b/);
    expect(walkDifference(['d', 'c', 'b', 'a'], expected)).toMatch(/too many.*d/);
    expect(walkDifference(['b', 'c', 'a'], expected)).toMatch(/place 0/);
  });

  test('a value is found at any depth, and only whole', () => {
    expect(holdsValue({ a: [{ b: { c: 1 } }] }, { c: 1 })).toBe(true);
    expect(holdsValue({ a: [{ b: { c: 1, d: 2 } }] }, { c: 1 })).toBe(false);
  });
});

describe('pages', () => {
  const page = (ids: number[], nextPage: string | null): Page =>
    pageOf(answer({ things: ids.map((id) => ({ id })), metadata: { nextPage } }));
  const follow = (pages: Record<string, Page>) => async (url: string) => pages[url]!;

  test('the walk follows nextPage to the last page', async () => {
    const pages = { two: page([2], 'three'), three: page([3], null) };
    const walked = await walkPages(page([1], 'two'), follow(pages));
    expect(itemsOf(walked).map((item) => item.id)).toEqual([1, 2, 3]);
  });

  test('pages that lead back or never end fail the check', async () => {
    const circle = { two: page([2], 'one'), one: page([1], 'two') };
    await expect(walkPages(page([1], 'two'), follow(circle))).rejects.toThrow(/leads back/);
    let number = 0;
    const endless = async () => page([1], `page ${(number += 1)}`);
    await expect(walkPages(page([1], 'first'), endless, 5)).rejects.toThrow(/more than 5 pages/);
  });

  test('an answer that is no page fails the check', () => {
    expect(() => pageOf(answer({ auditLogs: [] }, 500), 'auditLogs')).toThrow(/status is 500/);
    expect(() => pageOf(answer({ chats: [] }), 'auditLogs')).toThrow(/not an array/);
    expect(() => pageOf(answer({ auditLogs: [5] }), 'auditLogs')).toThrow(/not an object/);
    expect(() => pageOf(answer({ auditLogs: [], metadata: { nextPage: 5 } }), 'auditLogs')).toThrow(
      /not a string/,
    );
    expect(pageOf(answer({ auditLogs: [] }), 'auditLogs').nextPage).toBeNull();
  });
});

describe('expectations', () => {
  test('a field error is a 400 whose error begins with the field and has a message', () => {
    expect(() => expectFieldError(answer({ error: 'data: is missing' }, 400), 'data')).not.toThrow();
    for (const [error, status] of [
      ['data: is missing', 422],
      ['data is missing', 400],
      ['data: ', 400],
      ['datas: x', 400],
    ] as const) {
      expect(() => expectFieldError(answer({ error }, status), 'data'), error).toThrow(CheckFailure);
    }
  });

  test('a refusal is of the input, not of the client', () => {
    for (const status of [400, 404, 409, 422]) expect(() => expectRefusal(answer({}, status))).not.toThrow();
    for (const status of [200, 302, 401, 403, 429, 500]) {
      expect(() => expectRefusal(answer({}, status)), String(status)).toThrow(CheckFailure);
    }
  });

  test('lookups and chats are held against their tables', () => {
    const lookup: JsonObject = { data: null, ttl: null, latestCall: null };
    expect(expectLookup(answer(lookup))).toBe(lookup);
    for (const wrong of [
      { ttl: 1.5 },
      { data: [] },
      { latestCall: {} },
      { latestCall: { callId: 'c', qa: [] } },
    ]) {
      expect(() => expectLookup(answer({ ...lookup, ...wrong })), JSON.stringify(wrong)).toThrow(
        CheckFailure,
      );
    }
    const chat = (message: JsonObject) => ({ chatId: 'c', transcript: { messages: [message] } });
    const createdAt = '2024-01-01T00:00:00Z';
    const check = (message: JsonObject) => expectChat(answer({}), chat(message), 'the chat');
    expect(() => check({ role: 'bot', createdAt, content: 'Hello' })).not.toThrow();
    expect(() => check({ role: 'agent', createdAt, content: 'Hello' })).toThrow(/agentName/);
    expect(() => check({ role: 'user', createdAt: 5, content: 'Hello' })).toThrow(/createdAt/);
    expect(() => check({ role: 'system', createdAt, content: 'Hello' })).toThrow(/four roles/);
  });

  test('polling gives what is found, or null when the time is over', async () => {
    let tries = 0;
    expect(await poll(async () => ((tries += 1) === 3 ? tries : null), 5000, 1)).toBe(3);
    expect(await poll(async () => null, 0)).toBeNull();
  });
});

describe('samples', () => {
  test('numbers are E.164, and all their writings have the same digits', () => {
    const number = randomNumber();
    expect(isE164(number)).toBe(true);
    for (const text of commonFormats(number))
      expect(text.replace(/\D/g, '').slice(-10)).toBe(number.slice(2));
  });

  test('a name fits into a campaign name and comes once', () => {
    expect(uniqueName('a rather long description').length).toBeLessThanOrEqual(40);
    expect(uniqueName('a')).not.toBe(uniqueName('a'));
  });

  test('the closed schedule is closed for the coming weeks, whatever day it is', () => {
    const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
    for (let day = 0; day < 14; day += 1) {
      const nowMs = Date.UTC(2024, 1, 20 + day, 12);
      const { windows, exceptions } = closedSchedule(nowMs) as {
        windows: { days: string[] }[];
        exceptions: { date: string; windows: unknown[] }[];
      };
      const closed = new Set(exceptions.filter((one) => one.windows.length === 0).map((one) => one.date));
      for (let ahead = 0; ahead < 28; ahead += 1) {
        const date = new Date(nowMs + ahead * 86_400_000);
        const open = windows.some((window) => window.days.includes(names[date.getUTCDay()]!));
        expect(open && !closed.has(date.toISOString().slice(0, 10)), date.toISOString()).toBe(false);
      }
    }
  });

  test('forged keys differ from the valid one, and there are none for another kind of key', () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const key = `${part({ alg: 'EdDSA' })}.${part({ sub: 'x' })}.${'AbCd'.repeat(20)}`;
    const forged = Object.values(
      forgedKeys(key, (_text, secret) => Buffer.from(secret).toString('base64url')),
    );
    expect(new Set([...forged, key]).size).toBe(forged.length + 1);
    expect(forgedKeys('opaque', () => '')).toEqual({});
  });
});

describe('the runner', () => {
  const { document } = checksOf('errors');
  const run = (body: Check['run']) => runCheck(document('Section', 'a rule', body), world);

  test('passed, failed and skipped checks have different outcomes', async () => {
    expect((await run(async () => {})).outcome).toBe('passed');
    const failed = await run(async () => expectStatus(answer({ error: 'x' }, 500), 200));
    expect(failed).toMatchObject({ outcome: 'failed', message: 'the status is 500 instead of 200' });
    expect(await run(async () => skip('no key'))).toMatchObject({ outcome: 'skipped', message: 'no key' });
    expect((await run(async () => Promise.reject(new Error('reset')))).outcome).toBe('failed');
    expect(tally([failed])).toEqual([{ operation: 'errors', passed: 0, failed: 1, skipped: 0 }]);
  });

  test('a failure is reported with the section, the request and the answer', async () => {
    const failed = await run(async () => expectStatus(answer({ error: 'broken' }, 500), 200));
    const text = describeFailure(failed);
    for (const part of ['Section', 'a rule', 'GET http://server/path', '500', 'broken'])
      expect(text).toContain(part);
  });

  test('each operation has checks of both kinds, and no rule stands twice in one', () => {
    for (const operation of operations) {
      const own = allChecks.filter((check) => check.operation === operation);
      expect(new Set(own.map((check) => check.kind)), operation).toEqual(new Set(['document', 'decision']));
      const rules = own.map((check) => `${check.kind} ${check.rule}`);
      expect(
        rules.filter((rule, index) => rules.indexOf(rule) !== index),
        operation,
      ).toEqual([]);
    }
  });
});

describe('the command line', () => {
  const base = ['--base-url', 'http://127.0.0.1:8080', '--key', 'k'];

  test('is read', () => {
    const asked = parseArguments([
      ...base,
      '--only',
      'errors,audit-export',
      '--only',
      'agent-chats',
      '--document-only',
    ]);
    expect(asked.only).toEqual(['errors', 'audit-export', 'agent-chats']);
    expect(asked).toMatchObject({ documentOnly: true, json: false, key: { text: 'k' }, otherKey: null });
  });

  test('is refused when it names no server, no key, two keys or an unknown operation', () => {
    expect(() => parseArguments(['--key', 'k'])).toThrow(/--base-url/);
    expect(() => parseArguments(['--base-url', 'ftp://x', '--key', 'k'])).toThrow(/--base-url/);
    expect(() => parseArguments(base.slice(0, 2))).toThrow(/--key/);
    expect(() => parseArguments([...base, '--key-file', 'f'])).toThrow(/--key/);
    expect(() => parseArguments([...base, '--only', 'everything'])).toThrow(/everything/);
    expect(() => parseArguments([...base, '--onyl', 'errors'])).toThrow(/onyl/);
  });

  test('a fixtures file with an unknown or wrong field is refused by its name', () => {
    expect(parseGiven('{"agentId":"a","variables":{"b":1}}')).toEqual({ agentId: 'a', variables: { b: 1 } });
    expect(() => parseGiven('{"agentID":"a"}')).toThrow(/agentID/);
    expect(() => parseGiven('{"agentId":5}')).toThrow(/agentId/);
    expect(() => parseGiven('{"organizationMaxConcurrentCalls":"5"}')).toThrow(
      /organizationMaxConcurrentCalls/,
    );
    expect(() => parseGiven('[]')).toThrow(/object/);
  });
});

test('the client keeps the key to the host that it was given for', async () => {
  await expect(world.client.get('http://elsewhere/next')).rejects.toThrow(/not under the base address/);
});
