import { PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { DraftForm, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { type OrganizationChange, useChangeOrganization } from './queries.ts';

type WhenUnavailable = Schema<'EligibilityWebhook'>['whenUnavailable'];
const whenUnavailable: { value: WhenUnavailable; label: string }[] = [
  { value: 'hold', label: 'Hold the call and retry' },
  { value: 'dial', label: 'Dial the call' },
  { value: 'refuse', label: 'Reject the call' },
];

/** The organization's service that is asked before each call. */
export function EligibilityPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const { eligibilityWebhook: set } = organization;
  const saved = {
    url: set?.url ?? '',
    deadlineMs: (set?.deadlineMs ?? 2000) as number | null,
    whenUnavailable: (set?.whenUnavailable ?? 'hold') as WhenUnavailable,
    secret: '',
  };
  const save = async ({ url, secret, ...rest }: typeof saved) => {
    const eligibilityWebhook = url === '' ? null : { url, ...rest, secret: secret === '' ? true : secret };
    await change({ eligibilityWebhook } as OrganizationChange);
  };
  return (
    <Panel
      title="Eligibility webhook"
      description="Your service decides whether each outbound call may be made, right before it is dialed. Leave the URL empty to turn this off."
    >
      <DraftForm
        saved={saved}
        save={save}
        action="Save eligibility webhook"
        done="Eligibility webhook saved."
        isReadOnly={isReadOnly}
      >
        {({ draft, change: put, errorOf, value }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              label="URL"
              description="A public address, or one that the operator allows."
              placeholder="https://…"
              value={draft.url}
              onChange={({ currentTarget }) => put({ url: currentTarget.value.trim() })}
              error={errorOf('eligibilityWebhook.url')}
            />
            <PasswordInput
              label="Secret"
              description="Signs the requests. Format: whsec_ and 24 to 64 bytes in Base64."
              placeholder={set ? 'Unchanged' : 'whsec_…'}
              value={draft.secret}
              onChange={({ currentTarget }) => put({ secret: currentTarget.value.trim() })}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
              error={errorOf('eligibilityWebhook.secret')}
            />
            <NumberField
              label="Timeout"
              description="Later responses are ignored."
              unit="ms"
              {...value('deadlineMs')}
              error={errorOf('eligibilityWebhook.deadlineMs')}
            />
            <Select
              label="On failure"
              description="Used when there is no valid response in time."
              data={whenUnavailable}
              value={draft.whenUnavailable}
              onChange={(value) => value && put({ whenUnavailable: value as WhenUnavailable })}
              allowDeselect={false}
              error={errorOf('eligibilityWebhook.whenUnavailable')}
            />
          </SimpleGrid>
        )}
      </DraftForm>
    </Panel>
  );
}
