import { MultiSelect, Stack, TagsInput, Text } from '@mantine/core';
import { DraftForm, Panel } from '../../ui/index.ts';
import type { PanelProps } from './panel-props.ts';
import { type OrganizationChange, useChangeOrganization } from './queries.ts';

type NumberType = NonNullable<OrganizationChange['allowedNumberTypes']>[number];

/** Number types with labels. */
const numberTypes: Record<NumberType, string> = {
  'fixed-line': 'Fixed line',
  mobile: 'Mobile',
  'fixed-line-or-mobile': 'Fixed line or mobile',
  'toll-free': 'Toll-free',
  voip: 'VoIP',
  uan: 'Company-wide number',
  'personal-number': 'Personal number',
  pager: 'Pager',
  voicemail: 'Voicemail',
  unknown: 'Unknown',
};

/** The countries, kinds of numbers and SIP hosts that calls may reach. */
export function ReachPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const { allowedCountries, allowedNumberTypes, sipHosts, effectiveAllowedCountries: now } = organization;
  return (
    <Panel
      title="Allowed destinations"
      description="Emergency, premium-rate and shared-cost numbers are never dialed."
    >
      <DraftForm
        saved={{ countries: allowedCountries ?? [], types: allowedNumberTypes ?? [], hosts: sipHosts }}
        save={({ countries, types, hosts }) =>
          change({
            allowedCountries: countries.length === 0 ? null : countries,
            allowedNumberTypes: types.length === 0 ? null : types,
            sipHosts: hosts,
          } as OrganizationChange)
        }
        action="Save destinations"
        done="Allowed destinations saved."
        isReadOnly={isReadOnly}
      >
        {({ draft, change: set, errorOf, value }) => (
          <Stack gap="md">
            <TagsInput
              label="Countries"
              description="Two-letter codes, such as US or DE. If empty, the countries of your own numbers."
              placeholder={draft.countries.length === 0 ? 'Countries of your numbers' : ''}
              value={draft.countries}
              onChange={(countries) => set({ countries: countries.map((code) => code.toUpperCase()) })}
              splitChars={[',', ' ']}
              error={errorOf('allowedCountries')}
            />
            <MultiSelect
              label="Number types"
              description="If empty, all types except personal numbers, pagers and voicemail."
              placeholder={draft.types.length === 0 ? 'Default types' : ''}
              data={Object.entries(numberTypes).map(([value, label]) => ({ value, label }))}
              {...value('types')}
              error={errorOf('allowedNumberTypes')}
            />
            <TagsInput
              label="SIP hosts"
              description="Such as pbx.example.com. Calls can be transferred to addresses at these hosts."
              placeholder={draft.hosts.length === 0 ? 'None' : ''}
              {...value('hosts')}
              splitChars={[',', ' ']}
              error={errorOf('sipHosts')}
            />
            <Text size="sm" c="dimmed">
              Currently allowed: {now.length === 0 ? 'nothing, until you add a phone number' : now.join(', ')}
              .
            </Text>
          </Stack>
        )}
      </DraftForm>
    </Panel>
  );
}
