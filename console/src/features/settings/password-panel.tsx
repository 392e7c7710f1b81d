import { PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure, api, read, refusedField } from '../../api/index.ts';
import { DraftForm, Panel } from '../../ui/index.ts';

const empty = { currentPassword: '', newPassword: '' };

/** Changes the password of the signed-in member. */
export function PasswordPanel() {
  const client = useQueryClient();
  const save = async (body: typeof empty) => {
    try {
      await read(api.PUT('/console/password', { body }));
    } catch (error) {
      // The refusal concerns the field, not the session.
      if (error instanceof ApiFailure && error.code === 'password.wrong')
        throw refusedField('currentPassword', 'This is not your password.');
      throw error;
    }
    await client.invalidateQueries({ queryKey: ['sessions'] });
  };
  return (
    <Panel title="Password" description="Changing your password signs you out of other browsers.">
      <DraftForm saved={empty} save={save} action="Change password" done="Password changed.">
        {({ text }) => (
          <Stack gap="sm" maw={360}>
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              {...text('currentPassword')}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
            />
            <PasswordInput
              label="New password"
              description="At least 12 characters. A few random words are easy to remember."
              autoComplete="new-password"
              {...text('newPassword')}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
            />
          </Stack>
        )}
      </DraftForm>
    </Panel>
  );
}
