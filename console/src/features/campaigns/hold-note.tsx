import { Alert } from '@mantine/core';
import { DecisionText } from '../calls/index.ts';
import type { CampaignDetail } from './campaign-state.ts';
import { holdText } from './hold-text.ts';

/** Says on top of the page why most queued calls of a running campaign are not dialed now. */
export function HoldNote({ campaign }: { campaign: CampaignDetail }) {
  const hold = holdText(campaign);
  if (hold === null) return null;
  return (
    <Alert color="yellow" variant="light" role="status" mb="md" title={hold.title}>
      <DecisionText text={hold.text} />
    </Alert>
  );
}
