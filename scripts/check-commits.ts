/**
 * Checks the commit subjects since the last release tag: at most 72 characters, in the form `area: verb object`, with
 * the verb in the imperative. `node scripts/check-commits.ts` prints the subjects that break a rule and exits with 1.
 * Merge commits are left out. Without the history (no repository, or a shallow clone) it reports that it checked
 * nothing.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const charactersMax = 72;
/** The last commit before this check existed. The check begins there until there is a release tag. */
const firstBase = '2ebe1cc714c4';

/** Verbs that only look like a past tense, a gerund or a third person. */
const imperatives = new Set([
  'embed',
  'feed',
  'need',
  'seed',
  'speed',
  'bring',
  'ring',
  'string',
  'bias',
  'focus',
]);

/** Returns the violation of a subject, or `null`. */
export function subjectProblem(subject: string): string | null {
  if (subject.length > charactersMax)
    return `has ${subject.length} characters, at most ${charactersMax} are allowed`;
  const match = /^[a-z][\w ,./-]*: (?<verb>[a-z][a-z-]*) \S.*[^.\s]$/.exec(subject);
  if (!match) return 'must be `area: verb object`, in lower case and without a full stop';
  const verb = match.groups!.verb!;
  const isImperative = imperatives.has(verb) || !/(?:ed|ing|[^s]s)$/.test(verb);
  return isImperative ? null : `must begin with an imperative verb, not "${verb}"`;
}

/** Returns the commit after which subjects are checked, or `null` when the clone does not hold it. */
function findBase(cwd: string): string | null {
  for (const find of [
    ['describe', '--tags', '--abbrev=0'],
    ['rev-parse', '--verify', '--quiet', `${firstBase}^{commit}`],
  ]) {
    const base = git(cwd, find);
    if (base !== null) return base;
  }
  return null;
}

/** Returns what git prints, or `null` when it fails. */
function git(cwd: string, args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** Checks the repository at `cwd`. `note` names the checked range. */
export function checkCommits(cwd: string): { problems: string[]; note: string } {
  const base = findBase(cwd);
  const log = base === null ? null : git(cwd, ['log', '--no-merges', '--format=%h %s', `${base}..HEAD`]);
  if (log === null) {
    return { problems: [], note: 'NOT CHECKED: this clone does not hold the history since the last release' };
  }
  const lines = log.split('\n').filter(Boolean);
  const problems = lines.flatMap((line) => {
    const problem = subjectProblem(line.slice(line.indexOf(' ') + 1));
    return problem === null ? [] : [`${line}\n  ${problem}`];
  });
  const isCut = git(cwd, ['rev-parse', '--is-shallow-repository']) === 'true';
  return {
    problems,
    note: `commits: ${lines.length} since ${base}${isCut ? ', as far as this shallow clone goes' : ''}`,
  };
}

if (import.meta.main) {
  const { problems, note } = checkCommits(join(import.meta.dirname, '..'));
  for (const problem of problems) console.log(problem);
  console.log(note);
  if (problems.length > 0) process.exitCode = 1;
}
