import { ActionIcon, Button, Group, Input, Stack, Textarea } from '@mantine/core';

interface TextListFieldProps {
  label: string;
  description?: string;
  /** A text in labels, such as `message`. */
  one: string;
  texts: readonly string[];
  onChange: (texts: string[]) => void;
  /** Returns the error of a text. */
  errorOf: (index: number) => string | undefined;
  error: string | undefined;
  /** At least so many texts stay. */
  least?: number;
  most: number;
  isReadOnly: boolean;
}

/** Texts in order, one a row. */
export function TextListField(props: TextListFieldProps) {
  const { label, description, one, texts, onChange, errorOf, error, least = 0, most, isReadOnly } = props;
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Stack gap={6} mt={4} role="group" aria-label={label}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text is identified by its position
          <Group key={index} gap={4} wrap="nowrap" align="flex-start">
            <Textarea
              flex={1}
              aria-label={`${one[0]!.toUpperCase()}${one.slice(1)} ${index + 1}`}
              value={text}
              onChange={({ currentTarget }) => onChange(texts.with(index, currentTarget.value))}
              error={errorOf(index)}
              readOnly={isReadOnly}
              autosize
              minRows={1}
              maxRows={6}
            />
            {isReadOnly || texts.length <= least ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Remove ${one} ${index + 1}`}
                onClick={() => onChange(texts.toSpliced(index, 1))}
              >
                ×
              </ActionIcon>
            )}
          </Group>
        ))}
        {isReadOnly || texts.length >= most ? null : (
          <Group>
            <Button size="compact-sm" variant="default" onClick={() => onChange([...texts, ''])}>
              Add {one}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
