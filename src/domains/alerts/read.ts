import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Alert, AlertRule } from './schemas.ts';
import { findAlert, selectAlerts } from './store/alerts.ts';
import { findRule, type StoredRule, selectRules } from './store/rules.ts';

/** Returns a rule as the API shows it. */
export function shownRule(rule: StoredRule): AlertRule {
  const { organizationId: _o, baseUrl: _b, revision: _r, usual: _u, watch, ...shown } = rule;
  return { ...shown, state: stateOf(rule), alertId: watch.alertId };
}

function stateOf({ enabled, watch, reading }: StoredRule): AlertRule['state'] {
  if (!enabled) return 'off';
  if (watch.alertId !== null) return 'open';
  if (reading === null) return 'waiting';
  return watch.unknownSince === null ? 'calm' : 'too-few-calls';
}

export async function getRule({ db, actor }: ReadScope, id: string): Promise<AlertRule> {
  const rule = await findRule(db, actor.organizationId, id);
  if (!rule) throw notFound('alert rule');
  return shownRule(rule);
}

/** Lists rules, newest first. */
export async function listRules({ db, actor }: ReadScope, page: NamedPageRequest): Promise<Page<AlertRule>> {
  const rows = await selectRules(db, actor.organizationId, page);
  return pageOf(rows.map(shownRule), page.size, ({ createdAt, alertRuleId }) => ({
    createdAt,
    id: alertRuleId,
  }));
}

export async function getAlert({ db, actor }: ReadScope, id: string): Promise<Alert> {
  const alert = await findAlert(db, actor.organizationId, id);
  if (!alert) throw notFound('alert');
  return alert;
}

/** Lists alerts, newest first. */
export async function listAlerts(
  { db, actor }: ReadScope,
  page: PageRequest,
  filter: { alertRuleId: string | null; isOpen: boolean | null },
): Promise<Page<Alert>> {
  const rows = await selectAlerts(db, actor.organizationId, page, filter);
  return pageOf(rows, page.size, ({ beganAt, alertId }) => ({ createdAt: beganAt, id: alertId }));
}
