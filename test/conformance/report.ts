import { operations } from './check.ts';
import type { Exchange } from './client.ts';
import type { CheckResult } from './runner.ts';

/** The numbers of checks of one operation by result. */
export interface Tally {
  readonly operation: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const documents = { document: 'interface document', decision: 'decisions' } as const;

/** Counts the results by operation, in the fixed order. Operations without checks are left out. */
export function tally(results: readonly CheckResult[]): Tally[] {
  return operations.flatMap((operation) => {
    const own = results.filter((result) => result.check.operation === operation);
    const count = (outcome: CheckResult['outcome']): number =>
      own.filter((result) => result.outcome === outcome).length;
    const row = { operation, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
    return own.length === 0 ? [] : [row];
  });
}

function cut(text: string, lengthMax = 800): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}… (${text.length} characters)`;
}

/** Returns the request line, the headers that vary, and the body, without the credential. */
function sentLines(exchange: Exchange): string[] {
  const headers = Object.entries(exchange.sentHeaders).filter(([name]) => name !== 'accept');
  const lines = [
    `${exchange.method} ${cut(exchange.url)}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return exchange.sentBody === null ? lines : [...lines, cut(exchange.sentBody)];
}

/** Describes a failure for people: the rule with its section, the finding, the request and the answer. */
export function describeFailure(result: CheckResult): string {
  const { check, exchange, message } = result;
  const lines = [
    `✗ ${check.operation}: ${check.rule}`,
    `    says       ${documents[check.kind]}, ${check.section}`,
    `    found      ${cut(message)}`,
  ];
  if (exchange !== null) {
    lines.push(`    sent       ${sentLines(exchange).join('\n               ')}`);
    const requestId = exchange.headers['x-request-id'] ?? 'none';
    lines.push(
      `    came back  ${exchange.status} (x-request-id: ${requestId})`,
      `               ${cut(exchange.text)}`,
    );
  }
  return lines.join('\n');
}

/** Returns the table of operations and counts, with a sum. */
export function describeTally(rows: readonly Tally[]): string {
  const sum = (name: 'passed' | 'failed' | 'skipped'): number =>
    rows.reduce((all, row) => all + row[name], 0);
  const total = { operation: 'all', passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  const line = (...cells: (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(8))).join('');
  return [
    line('operation', 'passed', 'failed', 'skipped'),
    ...[...rows, total].map((row) => line(row.operation, row.passed, row.failed, row.skipped)),
  ].join('\n');
}

/** Returns the report for a terminal: skips by reason, failures in full, and the table. */
export function describeRun(results: readonly CheckResult[], kept: readonly string[]): string {
  const skipped = Map.groupBy(
    results.filter((result) => result.outcome === 'skipped'),
    (result) => result.message,
  );
  const parts: string[] = [];
  for (const [reason, group] of skipped) {
    const rules = group.map((result) => `    ${result.check.operation}: ${result.check.rule}`);
    parts.push([`- skipped: ${reason}`, ...rules].join('\n'));
  }
  parts.push(...results.filter((result) => result.outcome === 'failed').map(describeFailure));
  if (kept.length > 0) parts.push(`left on the server, which did not delete them: ${kept.length} resources`);
  parts.push(describeTally(tally(results)));
  return parts.join('\n\n');
}

/** Returns the report as JSON: the counts, and each check with its result. Failures have their exchange. */
export function toJson(results: readonly CheckResult[], kept: readonly string[]): string {
  const checks = results.map(({ check, outcome, message, exchange, durationMs }) => ({
    operation: check.operation,
    kind: check.kind,
    section: check.section,
    rule: check.rule,
    outcome,
    ...(message === '' ? {} : { message }),
    ...(exchange === null ? {} : { sent: sentLines(exchange), status: exchange.status, body: exchange.text }),
    durationMs: Math.round(durationMs),
  }));
  return JSON.stringify({ operations: tally(results), checks, kept }, null, 2);
}
