import { Code, CopyButton, Text, UnstyledButton } from '@mantine/core';

/** A value as indented JSON that can be copied. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  if (value === null || (typeof value === 'object' && Object.keys(value as object).length === 0)) {
    return (
      <Text size="sm" c="dimmed">
        None.
      </Text>
    );
  }
  const text = JSON.stringify(value, null, 2);
  return (
    <div className="json-view">
      <Code block tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <UnstyledButton className="json-copy" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </UnstyledButton>
        )}
      </CopyButton>
    </div>
  );
}
