import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { ApiFailure, adviceFor } from '../api/index.ts';

/** Shown where data could not be read: the API's message, what to do, and the request id for the operator. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const failure = error instanceof ApiFailure ? error : null;
  return (
    <Alert
      color="red"
      variant="light"
      title={failure ? titleOf(failure) : 'Something went wrong.'}
      role="alert"
    >
      {failure && failure.fields.length > 1 ? (
        <List size="sm" mb="xs">
          {failure.fields.map(({ field, message }) => (
            <List.Item key={`${field} ${message}`}>
              <Code>{field}</Code> {message}
            </List.Item>
          ))}
        </List>
      ) : null}
      <Text size="sm">{adviceFor(error)}</Text>
      <Group gap="sm" mt="xs">
        {retry ? (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        ) : null}
        {failure?.requestId ? (
          <Text size="xs">
            Request <Code>{failure.requestId}</Code>
          </Text>
        ) : null}
      </Group>
    </Alert>
  );
}

/** Returns the message. The API names the only refused field by its name in JSON, which people do not see. Lines of a file stay. */
function titleOf({ message, fields }: ApiFailure): string {
  const [only] = fields;
  if (fields.length !== 1 || only === undefined || message !== `${only.field}: ${only.message}`)
    return message;
  if (only.field.includes(' ')) return message;
  return `${only.message.charAt(0).toUpperCase()}${only.message.slice(1)}`;
}
