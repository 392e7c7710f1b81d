import { NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery, useCan } from '../../api/index.ts';
import { AppLink, type DraftFields, formatNumber } from '../../ui/index.ts';

interface ConcurrentCallsFieldProps
  extends Pick<DraftFields<{ maxConcurrentCalls: number | string }>, 'value'> {
  'data-autofocus'?: boolean;
}

/** The most calls of a campaign at a time, with the limit of the organization, which it must not exceed. */
export function ConcurrentCallsField({ value, ...input }: ConcurrentCallsFieldProps) {
  const mayRead = useCan('organization:read');
  const { data } = useQuery({ ...organizationQuery, enabled: mayRead });
  const limit = data?.maxConcurrentCalls;
  return (
    <NumberInput
      label="Concurrent calls"
      description={
        limit === undefined ? (
          'Leave empty to use only the organization limit.'
        ) : (
          <>
            At most {formatNumber(limit)}, the{' '}
            <AppLink to="/settings" className="underlined">
              organization limit
            </AppLink>
            . Leave empty to use only that limit.
          </>
        )
      }
      {...value('maxConcurrentCalls')}
      {...input}
      min={1}
    />
  );
}
