import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../api/index.ts';
import { AppLink } from '../../ui/index.ts';
import { DecisionText } from '../calls/index.ts';
import type { CampaignDetail } from './campaign-state.ts';
import { holdText } from './hold-text.ts';
import { SettingsDialog } from './settings-dialog.tsx';

/** Says on top of the page why most queued calls of a running campaign are not dialed now. */
export function HoldNote({ campaign }: { campaign: CampaignDetail }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const hold = holdText(campaign);
  if (hold === null || campaign.status !== 'running') return null;
  return (
    <Alert color={hold.isInTurn ? 'gray' : 'yellow'} variant="light" role="status" mb="md" title={hold.title}>
      <DecisionText text={hold.text} /> <ChangeHours campaign={campaign} onSettings={open} />
      {isOpen ? <SettingsDialog campaign={campaign} onClose={close} /> : null}
    </Alert>
  );
}

interface ChangeHoursProps {
  campaign: CampaignDetail;
  /** Opens the settings of the campaign. */
  onSettings: () => void;
}

/** The way to the hours that hold the calls, for members who may change them. */
export function ChangeHours({ campaign, onSettings }: ChangeHoursProps) {
  const { hold, daytimeOnly, callDefaults } = campaign;
  const mayChange = useCan('campaigns:write');
  const [mayChangeSchedules, mayChangeRules] = [useCan('schedules:write'), useCan('organization:write')];
  const { scheduleId } = callDefaults;
  const className = 'app-link underlined';
  if (hold?.reason === 'schedule-closed' && scheduleId !== null && mayChangeSchedules)
    return (
      <AppLink to="/schedules/$scheduleId" params={{ scheduleId }} {...{ className }}>
        Change hours
      </AppLink>
    );
  if (hold?.reason !== 'calling-hours') return null;
  if (!daytimeOnly)
    return mayChangeRules ? (
      <AppLink to="/settings" {...{ className }}>
        Change hours
      </AppLink>
    ) : null;
  return mayChange ? (
    <Button size="compact-xs" variant="default" onClick={onSettings}>
      Change hours
    </Button>
  ) : null;
}
