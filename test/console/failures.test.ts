import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import {
  ApiFailure,
  adviceFor,
  failureOf,
  requestToReport,
  unreachable,
} from '../../console/src/api/failure.ts';
import { oldestFailed } from '../../console/src/api/freshness.ts';
import { createQueryClient } from '../../console/src/api/query-client.ts';
import { reasonOf } from '../../console/src/features/home/attention-messages.ts';
import { isReadable } from '../../console/src/features/imports/csv-header.ts';
import { isLoopback } from '../../console/src/ui/is-loopback.ts';

afterEach(() => vi.unstubAllGlobals());

test('data on a page is as old as its oldest part that could not be refreshed', async () => {
  const client = createQueryClient();
  const show = (name: string, updatedAt: number, failure: unknown) => {
    client.setQueryData([name], name, { updatedAt });
    const options = { queryKey: [name], queryFn: () => Promise.reject(failure), retry: false };
    return new QueryObserver(client, { ...options, refetchOnMount: false });
  };
  const shown = [
    show('calls', 2_000, unreachable()),
    show('agents', 1_000, new ApiFailure(503, 'busy', 'Busy.', null, [])),
    // A lasting refusal is shown elsewhere.
    show('members', 500, new ApiFailure(403, 'scope.missing', 'No.', null, [])),
  ];
  const leave = shown.map((observer) => observer.subscribe(() => undefined));
  expect(oldestFailed(client.getQueryCache())).toBeNull();
  await Promise.all(shown.map((observer) => observer.refetch()));
  expect(oldestFailed(client.getQueryCache())).toBe(1_000);
  // Inactive queries do not count.
  leave[1]!();
  expect(oldestFailed(client.getQueryCache())).toBe(2_000);
  client.setQueryData(['calls'], 'answered');
  expect(oldestFailed(client.getQueryCache())).toBeNull();
  client.clear();
});

test('advises to try again when the service did not answer', () => {
  expect(adviceFor(unreachable())).toMatch(/Then try again/);
  expect(adviceFor(unreachable())).not.toMatch(/by itself/);
});

test('advises to check first when the outcome of a change is unknown', async () => {
  const body = { error: 'With an Idempotency-Key', code: 'database.outcome_unknown', requestId: 'req_1' };
  const failure = await failureOf(Response.json(body, { status: 504 }));
  expect(failure.message).toMatch(/may or may not have been made/);
  expect(failure.message).not.toContain('Idempotency-Key');
  expect(adviceFor(failure)).toMatch(/check whether the change was made/);
});

test('a file that was saved again after it was chosen cannot be read', async () => {
  const file = new Blob(['phoneNumber']);
  expect(await isReadable(file)).toBe(true);
  const gone = new Error('The file could not be read');
  file.slice = () => Object.assign(new Blob([]), { arrayBuffer: () => Promise.reject(gone) });
  expect(await isReadable(file)).toBe(false);
});

test('says how often a workflow failed', () => {
  const of = (reason: string) => reasonOf({ kind: 'workflow-failing', reason });
  expect([of('1'), of('3')]).toEqual([
    '1 run failed within a day, the last',
    '3 runs failed within a day, the last',
  ]);
  expect(reasonOf({ kind: 'calls-held', reason: 'organization-limit' })).toMatch(/^All concurrent calls/);
  expect(reasonOf({ kind: 'circuit-open', reason: 'campaign' })).not.toBe('campaign');
  expect(reasonOf({ kind: 'trunk-down', reason: 'no answer' })).toBe('no answer');
  expect(reasonOf({ kind: 'trunk-without-audio', reason: 'a call was answered 488' })).toMatch(
    /answered 488$/,
  );
});

test('a form knows which refused fields it does not show', async () => {
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } });
  // Not named in the import, because its types need those of a browser.
  const path: string = '../../console/src/ui/error-at.ts';
  const { formErrorsOf } = await import(path);
  const refused = [
    { field: 'accountSid', message: 'is required' },
    { field: 'prices.0.amount', message: 'must be a number' },
    { field: 'pricesFrom', message: 'is not a known field' },
  ];
  const { errorOf, unshown } = formErrorsOf(new ApiFailure(400, 'input.invalid', 'No.', 'req_1', refused));
  expect(unshown()).toHaveLength(3);
  expect([errorOf('accountSid'), errorOf('name')]).toEqual(['is required', undefined]);
  expect(errorOf('prices')).toBe('prices.0.amount: must be a number');
  expect(unshown()).toEqual([refused[2]]);
  expect(formErrorsOf(unreachable()).unshown()).toEqual([]);
});

test('a failure is shown for a bounded time, and until an action succeeds', async () => {
  // Not named in the import, because its types need those of a browser.
  const path: string = '../../console/src/ui/toast.ts';
  const { hideFailures, toastDone, toastFailure, toastProblem } = await import(path);
  const { notificationsStore } = await import('@mantine/notifications');
  const shown = () => notificationsStore.getState().notifications;
  toastFailure(unreachable());
  toastProblem('The key was refused.', 'Check it.');
  expect(shown().map(({ autoClose }) => typeof autoClose)).toEqual(['number', 'number']);
  toastDone('Agent published.');
  expect(shown().map(({ message }) => message)).toEqual(['Agent published.']);
  toastFailure(unreachable());
  hideFailures();
  expect(shown()).toHaveLength(1);
});

test('names the request of a failure only when the operator has to search for it', () => {
  const of = (status: number, fields: { field: string; message: string }[] = []) =>
    requestToReport(new ApiFailure(status, 'any', 'No.', 'req_1', fields));
  expect([of(500), of(404), of(409)]).toEqual(['req_1', 'req_1', 'req_1']);
  expect([of(400), of(422), of(409, [{ field: 'name', message: 'is taken' }])]).toEqual([null, null, null]);
  expect(requestToReport(new Error('No.'))).toBeNull();
});

test('knows the addresses that lead to the computer itself', () => {
  const loopback = ['127.0.0.1', '127.1.2.3', 'localhost', 'a.localhost', '::1', '[::1]'];
  expect(loopback.filter((host) => !isLoopback(host))).toEqual([]);
  expect(['128.0.0.1', '10.0.0.1', 'localhost.example.com', '127.example.com'].filter(isLoopback)).toEqual(
    [],
  );
});
