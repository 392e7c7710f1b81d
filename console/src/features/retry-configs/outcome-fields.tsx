import { Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import type { ErrorOf } from '../../ui/index.ts';
import type { RetryDraft } from './retry-draft.ts';
import { outcomes } from './waits.ts';

interface OutcomeFieldsProps {
  draft: RetryDraft;
  change: (changed: Partial<RetryDraft>) => void;
  errorOf: ErrorOf;
}

/** Form fields for the outcomes that are retried and the delays after each. */
export function OutcomeFields({ draft, change, errorOf }: OutcomeFieldsProps) {
  const { retryOn, ownWaits } = draft;
  const error = errorOf('retryOn');
  return (
    <Fieldset legend="Retry after">
      <Stack gap="xs">
        {outcomes.map(({ value, word, about }) => (
          <div key={value} className="outcome-row">
            <Checkbox
              label={word}
              description={about}
              checked={retryOn.includes(value)}
              onChange={({ currentTarget }) =>
                change({
                  retryOn: outcomes
                    .map((one) => one.value)
                    .filter((one) => (one === value ? currentTarget.checked : retryOn.includes(one))),
                })
              }
            />
            <TextInput
              aria-label={`Retry delays for “${word}”`}
              placeholder={`Default: ${draft.waits}`}
              size="xs"
              value={ownWaits[value]}
              disabled={!retryOn.includes(value)}
              onChange={({ currentTarget }) =>
                change({ ownWaits: { ...ownWaits, [value]: currentTarget.value } })
              }
              error={errorOf(`outcomeDelaysSeconds.${value}`)}
            />
          </div>
        ))}
        {error ? (
          <Text size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        ) : null}
      </Stack>
    </Fieldset>
  );
}
