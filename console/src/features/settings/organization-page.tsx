import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery, useCan } from '../../api/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { CircuitBreakerPanel } from './circuit-breaker-panel.tsx';
import { DialingPanel } from './dialing-panel.tsx';
import { EligibilityPanel } from './eligibility-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { ListeningPanel } from './listening-panel.tsx';
import { ReachPanel } from './reach-panel.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Settings of the whole organization. Each panel saves its own fields. */
export function OrganizationPage() {
  const { data: organization, error, refetch } = useQuery(organizationQuery);
  const isReadOnly = !useCan('organization:write');
  return (
    <SettingsFrame section="/settings">
      {error && !organization ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {organization ? (
        <>
          <DialingPanel organization={organization} isReadOnly={isReadOnly} />
          <ListeningPanel organization={organization} isReadOnly={isReadOnly} />
          <LimitsPanel organization={organization} isReadOnly={isReadOnly} />
          <ReachPanel organization={organization} isReadOnly={isReadOnly} />
          <RulesPanel organization={organization} isReadOnly={isReadOnly} />
          <CircuitBreakerPanel organization={organization} isReadOnly={isReadOnly} />
          <EligibilityPanel organization={organization} isReadOnly={isReadOnly} />
          <RetentionPanel organization={organization} isReadOnly={isReadOnly} />
        </>
      ) : null}
      {!organization && !error ? <Skeleton height={720} aria-busy="true" /> : null}
    </SettingsFrame>
  );
}
