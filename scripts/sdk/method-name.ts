/** The tags whose operations are no part of the SDK: they are for browsers with a session. */
export const leftOut: readonly string[] = ['Console'];

/** What the operations of a tag call their thing, where that is not the tag in the singular. */
const nouns: Record<string, string> = {
  Audit: 'AuditLog',
  Analytics: 'Analytics',
  Organization: 'Organization',
  Personalization: 'Personalization',
  'Retry configurations': 'RetryConfig',
};

/** `Phone numbers` as a property of the client: `phoneNumbers`. */
export function resourceName(tag: string): string {
  const [first = '', ...rest] = tag.split(' ');
  return first.toLowerCase() + rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

/**
 * What an operation is called within its resource: its id without the noun that the resource says already.
 * `getCallRecording` of Calls is `getRecording`, `listCalls` is `list`, `listImportsOfSuppressions` is `listImports`.
 */
export function methodName(tag: string, operationId: string): string {
  const noun =
    nouns[tag] ??
    resourceName(tag)
      .replace(/^./, (letter) => letter.toUpperCase())
      .replace(/s$/, '');
  const ofNoun = new RegExp(`Of${noun}\\w*$`);
  const behindVerb = new RegExp(`^([a-z]+)(All)?${noun}s?(?=[A-Z]|$)`);
  return operationId.replace(ofNoun, '').replace(behindVerb, '$1$2');
}
