import { MultiSelect, Stack, TagsInput, Text } from '@mantine/core';
import { DraftForm, Panel } from '../../ui/index.ts';
import type { PanelProps } from './panel-props.ts';
import { type OrganizationChange, useChangeOrganization } from './queries.ts';

type NumberType = NonNullable<OrganizationChange['allowedNumberTypes']>[number];

/** Types of the numbering plans, in words. */
const numberTypes: Record<NumberType, string> = {
  'fixed-line': 'Fixed line',
  mobile: 'Mobile',
  'fixed-line-or-mobile': 'Fixed line or mobile',
  'toll-free': 'Toll-free',
  voip: 'Internet telephony',
  uan: 'Company-wide number',
  'personal-number': 'Personal number',
  pager: 'Pager',
  voicemail: 'Mailbox',
  unknown: 'Not known',
};

/** Where calls may go. */
export function ReachPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const { allowedCountries, allowedNumberTypes, sipHosts, effectiveAllowedCountries: now } = organization;
  return (
    <Panel
      title="Where calls may go"
      description="Emergency, premium-rate and shared-cost numbers are never dialed, whatever is allowed here."
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
        action="Save reach"
        done="Where calls may go was saved."
        isReadOnly={isReadOnly}
      >
        {({ draft, change: set, errorOf }) => (
          <Stack gap="md">
            <TagsInput
              label="Countries"
              description="Two letters each, such as US or DE. None: those of your own numbers."
              placeholder={draft.countries.length === 0 ? 'The countries of your numbers' : ''}
              value={draft.countries}
              onChange={(countries) => set({ countries: countries.map((code) => code.toUpperCase()) })}
              splitChars={[',', ' ']}
              error={errorOf('allowedCountries')}
            />
            <MultiSelect
              label="Kinds of numbers"
              description="None: all but personal numbers, pagers and mailboxes."
              placeholder={draft.types.length === 0 ? 'The usual kinds' : ''}
              data={Object.entries(numberTypes).map(([value, label]) => ({ value, label }))}
              value={draft.types}
              onChange={(types) => set({ types })}
              error={errorOf('allowedNumberTypes')}
            />
            <TagsInput
              label="Your own SIP hosts"
              description="Such as pbx.example.com: calls are put through to extensions and names there."
              placeholder={draft.hosts.length === 0 ? 'None' : ''}
              value={draft.hosts}
              onChange={(hosts) => set({ hosts })}
              splitChars={[',', ' ']}
              error={errorOf('sipHosts')}
            />
            <Text size="sm" c="dimmed">
              As things are now:{' '}
              {now.length === 0 ? 'nowhere, until there is a phone number' : now.join(', ')}.
            </Text>
          </Stack>
        )}
      </DraftForm>
    </Panel>
  );
}
