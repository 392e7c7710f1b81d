import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkCommits, subjectProblem } from './check-commits.ts';

test.each([
  'dialer: release the slot when the claim is lost',
  'docs, console: name the pages alike',
  'agent-runtime: need no SIP',
])('allows "%s"', (subject) => {
  expect(subjectProblem(subject)).toBeNull();
});

test.each([
  ['dialer: released the slot', '"released"'],
  ['dialer: releases the slot', '"releases"'],
  ['dialer: releasing the slot', '"releasing"'],
  ['Release the slot', '`area: verb object`'],
  ['dialer: Release the slot', '`area: verb object`'],
  ['dialer: release', '`area: verb object`'],
  ['dialer: release the slot.', '`area: verb object`'],
  [`dialer: release ${'x'.repeat(60)}`, '76 characters'],
])('refuses "%s"', (subject, problem) => {
  expect(subjectProblem(subject)).toContain(problem);
});

test('checks the commits since the last tag, and says when a clone holds no base', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commits-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  const commit = (subject: string) => git('commit', '--allow-empty', '-qm', subject);
  expect(checkCommits(folder).note).toContain('NOT CHECKED');
  git('init', '-q');
  commit('The first one');
  expect(checkCommits(folder)).toMatchObject({ problems: [], note: expect.stringContaining('NOT CHECKED') });
  git('tag', 'v1.0.0');
  commit('http: answer 404');
  commit('Wrong');
  const { problems, note } = checkCommits(folder);
  expect(problems).toEqual([expect.stringContaining('Wrong')]);
  expect(note).toContain('2 since v1.0.0');
});
