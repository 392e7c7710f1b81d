import { Select } from '@mantine/core';
import { type Role, roleDescriptions, roles } from './roles.ts';

interface RoleFieldProps {
  role: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
}

/** Chooses a role, and says what it allows. */
export function RoleField({ role, onChange, error }: RoleFieldProps) {
  return (
    <Select
      label="Role"
      description={roleDescriptions[role]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={roles}
      value={role}
      onChange={(value) => value && onChange(value as Role)}
      allowDeselect={false}
      error={error}
    />
  );
}
