import './calls.css';
import { Button, CopyButton, Group, Switch, Text } from '@mantine/core';

interface SuggestionsProps {
  /** `null` when the agent has no model that can suggest. */
  suggestions: readonly string[] | null;
  isSuggesting: boolean;
  suggest: (isOn: boolean) => void;
}

/** The agent's suggestions for the member who speaks in its place. Nothing is said by itself. */
export function Suggestions({ suggestions, isSuggesting, suggest }: SuggestionsProps) {
  if (suggestions === null) return null;
  return (
    <section className="suggestions" aria-label="Suggestions of the agent">
      <Switch
        label="The agent suggests answers"
        description="Only you see them. Each turn of the customer is a request to the agent's model."
        checked={isSuggesting}
        onChange={({ currentTarget }) => suggest(currentTarget.checked)}
      />
      <ul aria-live="polite">
        {isSuggesting ? suggestions.map((text) => <Suggestion key={text} text={text} />) : null}
      </ul>
    </section>
  );
}

function Suggestion({ text }: { text: string }) {
  return (
    <li>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" flex={1}>
          {text}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" flex="none" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </li>
  );
}
