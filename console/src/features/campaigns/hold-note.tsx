import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../api/index.ts';
import { AppLink, Elapsed } from '../../ui/index.ts';
import { DecisionText } from '../calls/index.ts';
import { TrunkLink } from '../test-call/index.ts';
import type { CampaignDetail } from './campaign-state.ts';
import { type Barrier, holdText } from './hold-text.ts';
import { SettingsDialog } from './settings-dialog.tsx';

/** Says on top of the page why most queued calls of a running campaign are not dialed now. */
export function HoldNote({ campaign }: { campaign: CampaignDetail }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const hold = holdText(campaign);
  if (hold === null || campaign.status !== 'running') return null;
  return (
    <Alert color={hold.isInTurn ? 'gray' : 'yellow'} variant="light" role="status" mb="md" title={hold.title}>
      <Barriers campaign={campaign} onSettings={open} />
      {isOpen ? <SettingsDialog campaign={campaign} onClose={close} /> : null}
    </Alert>
  );
}

interface BarriersProps {
  campaign: CampaignDetail;
  /** Opens the settings of the campaign. */
  onSettings: () => void;
}

/** Everything that forbids calls now, each with the way to change it, and when the first call can be. */
export function Barriers({ campaign, onSettings }: BarriersProps) {
  const hold = holdText(campaign);
  if (hold === null) return null;
  const since = campaign.hold?.since ?? null;
  return (
    <Stack gap={4}>
      {hold.barriers.map((barrier, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a barrier has no id, and two may have the same message
        <Text key={index} size="sm">
          <DecisionText text={barrier.message} />{' '}
          {since !== null && barrier.reason === campaign.hold?.reason ? (
            <span>
              It has lasted <Elapsed since={since} />.
            </span>
          ) : null}{' '}
          <WayTo {...{ barrier, campaign, onSettings }} />
        </Text>
      ))}
      {hold.end === '' ? null : <Text size="sm">{hold.end}</Text>}
    </Stack>
  );
}

const className = 'app-link underlined';

/** The way to what forbids the calls, for members who may change it. */
function WayTo({ barrier, campaign, onSettings }: BarriersProps & { barrier: Barrier }) {
  const mayChangeCampaign = useCan('campaigns:write');
  const mayChangeSchedules = useCan('schedules:write');
  const mayChangeOrganization = useCan('organization:write');
  const { campaignId, callDefaults } = campaign;
  const phoneNumberId = callDefaults.phoneNumberId ?? '';
  const settings = (label: string) =>
    mayChangeOrganization ? (
      <AppLink to="/settings" className={className}>
        {label}
      </AppLink>
    ) : null;
  const dialog = (label: string) =>
    mayChangeCampaign ? (
      <Button size="compact-xs" variant="default" onClick={onSettings}>
        {label}
      </Button>
    ) : null;
  switch (barrier.reason) {
    case 'schedule-closed': {
      const scheduleId = barrier.scheduleId ?? callDefaults.scheduleId;
      return scheduleId !== null && mayChangeSchedules ? (
        <AppLink
          to="/schedules/$scheduleId"
          params={{ scheduleId }}
          search={{ campaignId }}
          className={className}
        >
          Change schedule
        </AppLink>
      ) : null;
    }
    case 'daytime-only':
      return dialog('Change hours');
    case 'campaign-limit':
      return dialog('Change limit');
    case 'calling-hours':
      return settings('Change calling rules');
    case 'organization-limit':
      return settings('Change limit');
    case 'dialing-off':
      return settings('Open settings');
    case 'no-trunk':
      return phoneNumberId === '' ? null : (
        <AppLink to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId }} className={className}>
          Open the number
        </AppLink>
      );
    case 'trunk-down':
    case 'trunk-limit':
      return <TrunkLink phoneNumberId={phoneNumberId} />;
    default:
      return null;
  }
}
