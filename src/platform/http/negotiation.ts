/** The supported encodings, best first. */
const encodings = ['br', 'gzip'] as const;
type ContentEncoding = (typeof encodings)[number];

/**
 * Returns the best available encoding that the client accepts (RFC 9110 §12.5.3). Ignores weights except a refusal
 * (`q=0`).
 */
export function encodingFor<Encoding extends string = ContentEncoding>(
  accepted: string,
  ready: readonly Encoding[] = encodings as readonly string[] as readonly Encoding[],
): Encoding | null {
  const takes = (name: string) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(accepted);
  return ready.find(takes) ?? null;
}

/** Whether the client already has the representation with this quoted tag (RFC 9110 §13.1.2). */
export function isCurrent(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((known) => known.trim().replace(/^W\//, '') === tag) ?? false;
}
