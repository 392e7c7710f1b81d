import './alerts.css';
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, read, useCan, usePages } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, Page, Panel, StatusBadge, TimeText } from '../../ui/index.ts';
import { AddRuleButton } from './add-rule.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { AlertsTable } from './alerts-table.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { type AlertRule, conditionText, stateLabels, valueText } from './labels.ts';
import { RuleDialog } from './rule-dialog.tsx';

const route = getRouteApi('/frame/alerts');

/** Rules on what calls do, the alerts that they raised, and where these are sent. */
export function AlertsPage() {
  const mayWrite = useCan('alerts:write');
  const navigate = route.useNavigate();
  const { alertId } = route.useSearch();
  const show = (id: string | null) => void navigate({ search: id === null ? {} : { alertId: id } });
  const add = mayWrite ? <AddRuleButton /> : null;
  return (
    <Page title="Alerts" description="Rules that watch your calls, and what they raised." actions={add}>
      <Stack gap="md">
        <Panel title="Rules">
          <RulesTable mayWrite={mayWrite} add={add} />
        </Panel>
        <Panel title="Raised alerts">
          <AlertsTable onOpen={show} />
        </Panel>
        <ChannelsPanel mayWrite={mayWrite} />
      </Stack>
      {alertId ? <AlertDialog alertId={alertId} onClose={() => show(null)} /> : null}
    </Page>
  );
}

function RulesTable({ mayWrite, add }: { mayWrite: boolean; add: ReactNode }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const pages = usePages({
    queryKey: ['alert-rules', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/alert-rules', { params: { query: { pageSize: 100, pageToken } }, signal })),
    rowsOf: ({ alertRules }) => alertRules,
  });
  const chosen = pages.rows.find(({ alertRuleId }) => alertRuleId === openId);
  return (
    <>
      <DataTable
        label="Alert rules"
        pages={pages}
        skeletonRows={3}
        rowKey={({ alertRuleId }) => alertRuleId}
        columns={ruleColumns(mayWrite ? setOpenId : null)}
        empty={
          <EmptyState title="No rules yet" action={add}>
            A rule raises an alert when calls go wrong: few answers, failures, slow answers, cost.
          </EmptyState>
        }
      />
      {chosen ? <RuleDialog key={chosen.alertRuleId} rule={chosen} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

/** `open` is null when rules cannot be changed here. */
function ruleColumns(open: ((alertRuleId: string) => void) | null): Column<AlertRule>[] {
  return [
    {
      id: 'name',
      title: 'Rule',
      cell: (rule) =>
        open ? (
          <button type="button" className="row-link alert-open" onClick={() => open(rule.alertRuleId)}>
            {rule.name}
          </button>
        ) : (
          rule.name
        ),
    },
    {
      id: 'state',
      title: 'State',
      width: 130,
      cell: ({ state, problem }) => {
        const known = stateLabels[state] ?? { word: state, tone: 'neutral' as const };
        return problem === null ? (
          <StatusBadge status={known.word} tone={known.tone} />
        ) : (
          <StatusBadge status="Not read" tone="bad" />
        );
      },
    },
    { id: 'condition', title: 'Condition', hiddenBelow: 'md', cell: conditionText },
    {
      id: 'value',
      title: 'Now',
      width: 110,
      align: 'right',
      cell: ({ measure, reading }) => (reading ? valueText(measure, reading.value) : '—'),
    },
    {
      id: 'read',
      title: 'Read',
      width: 110,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ reading }) => (reading ? <TimeText at={reading.at} /> : '—'),
    },
  ];
}
