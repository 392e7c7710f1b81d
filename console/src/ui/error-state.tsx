import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { ApiFailure, adviceFor, type FieldFailure, requestToReport } from '../api/index.ts';
import { formatLabel } from './format.ts';

/** Shown where data could not be read: the API's message, what to do, and the request id for the operator. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const failure = error instanceof ApiFailure ? error : null;
  const requestId = requestToReport(error);
  return (
    <Alert
      color="red"
      variant="light"
      title={failure ? titleOf(failure) : 'Something went wrong.'}
      role="alert"
    >
      {failure && failure.fields.length > 1 ? <FieldFailures fields={failure.fields} /> : null}
      <Text size="sm">{adviceFor(error)}</Text>
      <Group gap="sm" mt="xs">
        {retry ? (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        ) : null}
        {requestId === null ? null : (
          <Text size="xs">
            Request <Code>{requestId}</Code>
          </Text>
        )}
      </Group>
    </Alert>
  );
}

/** The refused fields. */
export function FieldFailures({ fields }: { fields: readonly FieldFailure[] }) {
  return (
    <List size="sm" mb="xs">
      {fields.map(({ field, message }) => (
        <List.Item key={`${field} ${message}`}>
          {isPlain(field) ? `${formatLabel(field)}:` : <Code>{field}</Code>} {message}
        </List.Item>
      ))}
    </List>
  );
}

/** Returns whether a field's name in JSON reads as its label when it is formatted. A path names a part of a document. */
function isPlain(field: string): boolean {
  return /^[a-z]+(?:[A-Z][a-z]*)*$/.test(field);
}

/** Returns the message. The API names the only refused field by its name in JSON, which people do not see. Lines of a file stay. */
function titleOf({ message, fields }: ApiFailure): string {
  const [first] = fields;
  if (fields.length > 1 && message === `${first!.field}: ${first!.message}`)
    return 'Some fields need attention.';
  const only = first;
  if (fields.length !== 1 || only === undefined || message !== `${only.field}: ${only.message}`)
    return message;
  if (only.field.includes(' ')) return message;
  return `${only.message.charAt(0).toUpperCase()}${only.message.slice(1)}`;
}
