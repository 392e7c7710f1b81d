import { change, type Scope } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import { checkReferences, checkRule } from './check-rule.ts';
import { type AnnouncingParts, endAlert } from './raise.ts';
import { shownRule } from './read.ts';
import {
  type AlertRule,
  type CreateAlertRule,
  type RuleFields,
  rulesMax,
  type UpdateAlertRule,
} from './schemas.ts';
import { calm, type EndReason } from './state.ts';
import {
  countRules,
  deleteRuleRow,
  insertRule,
  lockAlerts,
  lockRule,
  type StoredRule,
  updateRuleRow,
} from './store/rules.ts';

interface AlertScope extends Scope, AnnouncingParts {
  baseUrl: string;
}

export async function createRule(scope: AlertScope, input: CreateAlertRule): Promise<AlertRule> {
  const { organizationId } = scope.actor;
  checkRule(input);
  return change(scope, async (tx) => {
    await lockAlerts(tx, organizationId);
    if ((await countRules(tx, organizationId)) >= rulesMax)
      throw conflict('alert_rule.too_many', `An organization has at most ${rulesMax} alert rules.`);
    await checkReferences(tx, organizationId, input, null);
    const id = newId('arule');
    const { baseUrl } = scope;
    const rule = await insertRule(tx, organizationId, id, { fields: input, baseUrl, watch: calm });
    return { result: shownRule(rule), audit: { verb: 'created', type: 'alert_rules', id, label: rule.name } };
  });
}

/** Changes a rule. An open alert ends when the condition changes or the rule is turned off. */
export async function updateRule(scope: AlertScope, id: string, input: UpdateAlertRule): Promise<AlertRule> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    await lockAlerts(tx, organizationId);
    const current = await lockRule(tx, organizationId, id);
    if (!current) throw notFound('alert rule');
    if (changesNothing(input)) return { result: shownRule(current), audit: [] };
    const fields = withChanges(fieldsOf(current), input);
    checkRule(fields);
    await checkReferences(tx, organizationId, fields, current);
    const isSame = conditionOf(fields) === conditionOf(current);
    const endReason = fields.enabled ? 'rule-changed' : 'rule-disabled';
    const keepsAlert = isSame && fields.enabled;
    if (!keepsAlert) await endOpen(tx, scope, current, endReason);
    const watch = keepsAlert ? current.watch : calm;
    const { baseUrl } = scope;
    const rule = await updateRuleRow(tx, current, { fields, baseUrl, watch, keepsReading: isSame });
    return { result: shownRule(rule), audit: { verb: 'updated', type: 'alert_rules', id, label: rule.name } };
  });
}

/** Deletes a rule and ends its open alert. Its alerts stay. */
export async function deleteRule(scope: AlertScope, id: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    await lockAlerts(tx, organizationId);
    const rule = await lockRule(tx, organizationId, id);
    if (!rule) throw notFound('alert rule');
    await endOpen(tx, scope, rule, 'rule-deleted');
    await deleteRuleRow(tx, organizationId, id);
    return { result: undefined, audit: { verb: 'deleted', type: 'alert_rules', id, label: rule.name } };
  });
}

async function endOpen(
  tx: Transaction,
  parts: AnnouncingParts,
  rule: StoredRule,
  endReason: EndReason,
): Promise<void> {
  const { alertId } = rule.watch;
  if (alertId === null) return;
  await endAlert(tx, parts, rule, { alertId, endedAt: new Date().toISOString(), endReason });
}

function fieldsOf(rule: StoredRule): RuleFields {
  const { name, measure, agentId, campaignId, teamId, phrase, stage, windowMinutes, direction, ...rest } =
    rule;
  const { comparedTo, bound, minimumCalls, channelIds, enabled } = rest;
  return {
    ...{ name, measure, agentId, campaignId, teamId, phrase, stage, windowMinutes, direction },
    ...{ comparedTo, bound, minimumCalls, channelIds, enabled },
  };
}

/** Returns the condition as text, for comparison. */
function conditionOf(rule: RuleFields): string {
  const { measure, agentId, campaignId, teamId, phrase, stage, windowMinutes, direction, comparedTo, bound } =
    rule;
  const subject = [measure, agentId, campaignId, teamId, phrase, stage];
  return JSON.stringify([...subject, windowMinutes, direction, comparedTo, bound, rule.minimumCalls]);
}
