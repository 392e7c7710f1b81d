import { escapeHtml } from '../escape.ts';
import { inlineMarkdown } from '../markdown.ts';
import { nameOf, type Parameter, type ReadDocument, type Schema } from './document.ts';
import { boundsText, typeHtml } from './type-text.ts';

/** How deep nested fields are written out. Deeper schemas nearly always have a page of their own. */
const depthMax = 5;

/** Returns the fields of an object, or the forms of another schema. Named schemas below the first level are linked. */
export function fieldsHtml(document: ReadDocument, given: Schema, depth = 0): string {
  const schema = document.resolve(given);
  const variants = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  if (schema.properties) return objectHtml(document, schema, depth);
  if (variants.length > 1 && variants.some(isWrittenOut)) return variantsHtml(document, variants, depth);
  const inner = variants.length === 1 ? variants[0]! : (schema.items ?? schema.additionalProperties);
  if (typeof inner === 'object' && isWrittenOut(inner) && depth < depthMax)
    return fieldsHtml(document, inner, depth + 1);
  return depth === 0 ? `<p class="type">${typeHtml(schema)}</p>` : '';
}

/** Whether a schema has more than its type, and no page of its own. */
function isWrittenOut(schema: Schema): boolean {
  if (nameOf(schema) !== null) return false;
  if (schema.properties) return true;
  const inner = [...(schema.anyOf ?? schema.oneOf ?? []), schema.items, schema.additionalProperties];
  return inner.some((part) => typeof part === 'object' && isWrittenOut(part));
}

function objectHtml(
  document: ReadDocument,
  { properties = {}, required = [] }: Schema,
  depth: number,
): string {
  const rows = Object.entries(properties).map(([name, schema]) =>
    fieldHtml(document, { name, schema, isRequired: required.includes(name) }, depth),
  );
  return `<dl class="fields">${rows.join('')}</dl>`;
}

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
  description?: string | undefined;
}

function fieldHtml(document: ReadDocument, field: Field, depth: number): string {
  const { name, schema, isRequired, description = schema.description } = field;
  const said = description ? `<p>${inlineMarkdown(description)}</p>` : '';
  const bounds = boundsText(schema);
  const inner = isWrittenOut(schema) && depth < depthMax ? fieldsHtml(document, schema, depth + 1) : '';
  const folded = inner
    ? `<details><summary>Fields of <code>${escapeHtml(name)}</code></summary>${inner}</details>`
    : '';
  return `<div><dt><code>${escapeHtml(name)}</code> <span class="type">${typeHtml(schema)}</span>${isRequired ? ' <span class="required">required</span>' : ''}</dt><dd>${said}${bounds ? `<p class="dim">${bounds}</p>` : ''}${folded}</dd></div>`;
}

function variantsHtml(document: ReadDocument, variants: readonly Schema[], depth: number): string {
  if (depth >= depthMax) return '';
  const items = variants.map((variant, index) => {
    const title = variantTitle(document, variant) ?? `Form ${index + 1}`;
    const inner = isWrittenOut(variant) ? fieldsHtml(document, variant, depth + 1) : '';
    return inner
      ? `<details><summary>${title}</summary>${inner}</details>`
      : `<p class="type">${typeHtml(variant)}</p>`;
  });
  return `<p class="dim">One of these:</p>${items.join('')}`;
}

/** Returns the value that distinguishes a form from the others. */
function variantTitle(document: ReadDocument, variant: Schema): string | null {
  const { properties = {} } = document.resolve(variant);
  const fixed = Object.entries(properties).find(([, schema]) => schema.const !== undefined);
  return fixed ? `<code>${escapeHtml(`${fixed[0]}: ${JSON.stringify(fixed[1].const)}`)}</code>` : null;
}

/** Returns an operation's parameters in one place: `path`, `query` or `header`. */
export function parametersHtml(document: ReadDocument, parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, schema, required = false, description }) =>
    fieldHtml(document, { name, schema, isRequired: required, description }, 0),
  );
  return `<dl class="fields">${rows.join('')}</dl>`;
}
