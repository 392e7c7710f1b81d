/** Tags whose operations are not part of the SDK, because they are for browsers with a session. */
export const leftOut: readonly string[] = ['Console'];

/** The resource's name in the operations of a tag, when it is not the singular of the tag. */
const nouns: Record<string, string> = {
  Audit: 'AuditLog',
  Analytics: 'Analytics',
  Organization: 'Organization',
  Personalization: 'Personalization',
  'Retry configurations': 'RetryConfig',
};

/** Returns a tag as a property of the client: `Phone numbers` becomes `phoneNumbers`. */
export function resourceName(tag: string): string {
  const [first = '', ...rest] = tag.split(' ');
  return first.toLowerCase() + rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

/**
 * Returns the method name of an operation: its id without the resource's name. `getCallRecording` of Calls is
 * `getRecording`, `listCalls` is `list`, `listImportsOfSuppressions` is `listImports`.
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
