import { PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { DraftForm, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { type OrganizationChange, useChangeOrganization } from './queries.ts';

type WhenUnavailable = Schema<'EligibilityWebhook'>['whenUnavailable'];
const whenUnavailable: { value: WhenUnavailable; label: string }[] = [
  { value: 'hold', label: 'Hold the call and ask again' },
  { value: 'dial', label: 'Dial it all the same' },
  { value: 'refuse', label: 'Refuse the call' },
];

/** A service of the organization's that is asked before each call. */
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
      description="Your own service is asked before each outbound call, last of all, whether it may be made. Without an address nobody is asked."
    >
      <DraftForm
        saved={saved}
        save={save}
        action="Save webhook"
        done="The eligibility webhook was saved."
        isReadOnly={isReadOnly}
      >
        {({ draft, change: put, errorOf }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              label="Address"
              description="Public, or one that the operator allows."
              placeholder="https://…"
              value={draft.url}
              onChange={({ currentTarget }) => put({ url: currentTarget.value.trim() })}
              error={errorOf('eligibilityWebhook.url')}
            />
            <PasswordInput
              label="Secret"
              description="Signs what is asked: whsec_ and 24 to 64 bytes in Base64."
              placeholder={set ? 'Stays as it is' : 'whsec_…'}
              value={draft.secret}
              onChange={({ currentTarget }) => put({ secret: currentTarget.value.trim() })}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
              error={errorOf('eligibilityWebhook.secret')}
            />
            <NumberField
              label="Waits for an answer"
              description="What comes later is no answer."
              unit="ms"
              value={draft.deadlineMs}
              onChange={(deadlineMs) => put({ deadlineMs })}
              error={errorOf('eligibilityWebhook.deadlineMs')}
            />
            <Select
              label="When there is no answer"
              description="None in time, or none that can be used."
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
