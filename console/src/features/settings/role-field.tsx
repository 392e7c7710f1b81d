import { Select } from '@mantine/core';
import { type Role, roles, roleWords } from './role-words.ts';

interface RoleFieldProps {
  role: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
}

/** A choice among the roles, with what the chosen one may do. */
export function RoleField({ role, onChange, error }: RoleFieldProps) {
  return (
    <Select
      label="Role"
      description={roleWords[role]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={roles}
      value={role}
      onChange={(value) => value && onChange(value as Role)}
      allowDeselect={false}
      error={error}
    />
  );
}
