import { NumberInput } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import type { CampaignDetail } from './campaign-labels.ts';

export function LimitsDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const form = useDraft({
    maxConcurrentCalls: campaign.maxConcurrentCalls ?? ('' as number | string),
    weight: campaign.weight as number | string,
  });
  const save = () => {
    const { maxConcurrentCalls: cap, weight } = form.draft;
    const body = { maxConcurrentCalls: cap === '' ? null : Number(cap), weight: Number(weight) };
    const params = { path: { campaignId: campaign.campaignId } };
    return read(api.PATCH('/api/campaigns/{campaignId}', { params, body }));
  };
  return (
    <FormDialog
      title="Campaign limits"
      action="Save limits"
      size="md"
      form={form}
      version={campaign.updatedAt}
      onSubmit={save}
      refreshes={['campaigns']}
      done="The limits were saved."
      onClose={onClose}
    >
      {({ value }) => (
        <>
          <NumberInput
            label="Concurrent calls"
            description="Leave empty to use only the organization limit."
            {...value('maxConcurrentCalls')}
            min={1}
            data-autofocus
          />
          <NumberInput
            label="Weight"
            description="A campaign of weight 3 gets three calls for each call of a campaign of weight 1."
            {...value('weight')}
            min={1}
            max={100}
          />
        </>
      )}
    </FormDialog>
  );
}
