import type { OpenApiDocument } from '../http/index.ts';

/** Returns a document with examples and code samples. The code that makes them is loaded with the first call. */
export async function documentWithSamples(document: OpenApiDocument): Promise<OpenApiDocument> {
  const { withSamples } = await import('./reference/with-samples.ts');
  return withSamples(document);
}
