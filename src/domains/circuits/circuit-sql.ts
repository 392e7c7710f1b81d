import type { Circuit, CircuitKind } from './schemas.ts';

/** A row that `circuitSql` selects. */
export type CircuitRow = Omit<Circuit, 'failureRate'>;

const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Returns an SQL expression for the circuit of a trunk or campaign as JSON, for a statement that has `table`. A closed
 * circuit counts its recent attempts; others show the counts that opened them.
 */
export function circuitSql(kind: CircuitKind, table: string, subjectColumn: string): string {
  const isSubject = (alias: string) =>
    `${alias}.organization_id = ${table}.organization_id and ${alias}.kind = '${kind}'
       and ${alias}.subject_id = ${table}.${subjectColumn}`;
  return `(select json_build_object('state', coalesce(ci.state, 'closed'), 'since', ${time('ci.since')},
      'failed', case when ci.state <> 'closed' then ci.failed else late.failed end,
      'attempts', case when ci.state <> 'closed' then ci.attempts else late.attempts end,
      'until', ${time('ci.probe_at')}, 'probeCallId', ci.probe_call_id)
    from organizations own left join circuits ci on ${isSubject('ci')}
      cross join lateral (
        select count(*) filter (where latest.failed) as failed, count(*) as attempts from (
          select ao.failed from attempt_outcomes ao where ${isSubject('ao')}
            and ao.at > greatest(ci.since, (select dialer_now())
              - make_interval(secs => (own.circuit_breaker ->> 'windowSeconds')::integer))
          order by ao.at desc limit (own.circuit_breaker ->> 'attempts')::integer) latest) late
    where own.organization_id = ${table}.organization_id)`;
}

export function toCircuit(row: CircuitRow): Circuit {
  const { failed, attempts } = row;
  const failureRate = attempts === 0 ? null : Math.round((1000 * failed) / attempts) / 1000;
  return { ...row, failureRate };
}
