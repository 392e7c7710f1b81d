import { Group, NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import {
  countryOf,
  DialogButton,
  type DraftFields,
  fieldsOf,
  formatCount,
  useDraft,
} from '../../ui/index.ts';
import { ImportDialog } from '../imports/index.ts';
import { Choice, usePick } from '../picks/index.ts';
import { type CampaignDetail, calledOnce } from './campaign-state.ts';
import { SpokenPreview } from './spoken-preview.tsx';

/** Queues the calls of a CSV or Excel file. */
export function ImportCallsButton({
  campaign,
  isMain = false,
}: {
  campaign: CampaignDetail;
  isMain?: boolean;
}) {
  return (
    <DialogButton label="Import calls" size="xs" variant={isMain ? 'filled' : 'default'}>
      {(close) => <ImportCallsDialog campaign={campaign} onClose={close} />}
    </DialogButton>
  );
}

/** Fields that may differ by row, besides variables. */
const fields = {
  phoneNumber: 'Phone number',
  scheduleId: 'Schedule id',
  phoneNumberId: 'Caller id (phoneNumberId)',
  callRetryConfigId: 'Retry configuration id',
  timeZone: 'Time zone',
  priority: 'Priority',
};

function ImportCallsDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const { campaignId, agentId, callDefaults } = campaign;
  const form = useDraft({
    scheduleId: callDefaults.scheduleId ?? '',
    phoneNumberId: callDefaults.phoneNumberId ?? '',
    callRetryConfigId: callDefaults.callRetryConfigId ?? '',
    priority: '' as number | string,
    inCampaign: 'refuse',
  });
  const callerId = usePick('phone-numbers', form.draft.phoneNumberId);
  const variables = useVariablesOf(agentId);
  const hasDefaults = callDefaults.scheduleId !== null && callDefaults.phoneNumberId !== null;
  return (
    <ImportDialog
      title="Import calls"
      path={`/api/campaigns/${campaignId}/import`}
      about="One row is one customer to call. The first row of the file has the names of the columns."
      rules={{ fields, variables }}
      country={countryOf(callerId?.label ?? '')}
      parameters={{
        ...form.draft,
        callRetryConfigId: form.draft.callRetryConfigId || 'none',
        priority: String(form.draft.priority),
        undialable: 'refuse',
      }}
      checks={{
        outcome: 'will be called',
        action: (calls) => `Add ${formatCount(calls, 'call')}`,
      }}
      preview={(rows) => <SpokenPreview agentId={agentId} rows={rows} />}
      againLabel="Import again: every customer in the file is called again"
      queryKey={['campaigns', 'imports', campaignId]}
      onClose={onClose}
    >
      {(errorOf) => {
        const { value } = fieldsOf(form, errorOf);
        const settings = (
          <details className="import-settings" open={!hasDefaults}>
            <summary>Schedule, caller id, retries, priority</summary>
            <Text size="sm" c="dimmed">
              These hold for all rows. A row whose own column has a value uses that instead.
            </Text>
            <Group grow align="flex-start">
              <Choice label="Schedule" kind="schedules" {...value('scheduleId')} />
              <Choice label="Caller id" kind="phone-numbers" {...value('phoneNumberId')} />
            </Group>
            <Group grow align="flex-start">
              <Choice
                label="Retry configuration"
                description={calledOnce}
                kind="retry-configs"
                {...value('callRetryConfigId')}
              />
              <NumberInput label="Priority, 1 to 9" placeholder="5" {...value('priority')} min={1} max={9} />
            </Group>
          </details>
        );
        return (
          <>
            {campaign.customers.total === 0 ? null : <KnownCustomers {...value('inCampaign')} />}
            {settings}
          </>
        );
      }}
    </ImportDialog>
  );
}

/** Whether customers of the campaign are called again. */
function KnownCustomers({ value, onChange, error }: ReturnType<DraftFields<Record<'x', string>>['value']>) {
  return (
    <Select
      label="Customers who have a call in this campaign already"
      data={[
        { value: 'refuse', label: 'Leave them out' },
        { value: 'keep', label: 'Call them again' },
      ]}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
      error={error}
      allowDeselect={false}
    />
  );
}

/** Returns the variables of an agent, empty until they are known. */
function useVariablesOf(agentId: string): string[] {
  const { data } = useQuery({
    queryKey: ['agents', 'one', agentId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/agents/{agentId}', { params: { path: { agentId } }, signal })),
  });
  if (!data) return [];
  // The agent requires variables that its texts use and that it does not list.
  return [...new Set([...data.variables.map(({ name }) => name), ...data.requiredVariables])];
}
