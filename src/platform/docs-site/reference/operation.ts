import { escapeHtml } from '../escape.ts';
import { codeBlock, renderMarkdown } from '../markdown.ts';
import type { PlacedOperation, ReadDocument } from './document.ts';
import { exampleOf } from './example.ts';
import { fieldsHtml, parametersHtml } from './fields.ts';
import { samplesOf } from './samples.ts';
import { typeHtml } from './type-text.ts';

const places = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
] as const;

/** Returns an operation as a section with its id as anchor. */
export function operationHtml(document: ReadDocument, operation: PlacedOperation): string {
  const { operationId, summary, method, path, description = '', parameters, requestBody } = operation;
  const given = places.flatMap(([place, title]) => {
    const some = parameters.filter((parameter) => parameter.in === place);
    return some.length === 0 ? [] : [`<h3>${title}</h3>${parametersHtml(document, some)}`];
  });
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      `<h3>Body <span class="dim">${type}${requestBody?.required ? '' : ', optional'}</span></h3>${fieldsHtml(document, schema)}`,
  );
  return `<section class="operation" aria-labelledby="${operationId}">
<h2 id="${operationId}"><a class="anchor" href="#${operationId}">${escapeHtml(summary)}</a></h2>
<p class="address"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
${renderMarkdown(description, 'docs/README.md').html}
${given.join('\n')}${bodies.join('\n')}
${answersHtml(document, operation)}
${samplesHtml(document, operation)}
</section>
`;
}

function samplesHtml(document: ReadDocument, operation: PlacedOperation): string {
  const samples = samplesOf(document, operation);
  return samples.map(({ title, language, code }) => folded(title, codeBlock(code, language))).join('');
}

/** Returns a part that opens with a click, or nothing for an empty part. */
function folded(title: string, html: string): string {
  return html && `<details><summary>${title}</summary>${html}</details>`;
}

function answersHtml(document: ReadDocument, { responses }: PlacedOperation): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const bad = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
  const answers = good.map(([status, { content = {} }]) => {
    const kinds = Object.entries(content).map(([type, { schema }]) => {
      const json = type === 'application/json';
      const fields = json ? fieldsHtml(document, schema) : '';
      const what = json ? typeHtml(schema) : escapeHtml(type);
      const example = json ? JSON.stringify(exampleOf(document, schema, 'all'), null, 2) : '';
      return `<p>${what}</p>${folded('Its fields', fields)}${folded('Example', example && codeBlock(example, 'json'))}`;
    });
    return `<h3>Answer <span class="dim">${status}</span></h3>${kinds.join('') || '<p class="dim">Without a body.</p>'}`;
  });
  const failures = bad.map(
    ([status, response]) =>
      `<li><code>${status}</code> ${renderMarkdown(document.responseText(response), 'docs/README.md').html}</li>`,
  );
  return `${answers.join('')}<details><summary>Errors: ${bad.map(([status]) => status).join(', ')}</summary><ul class="errors">${failures.join('')}</ul></details>`;
}
