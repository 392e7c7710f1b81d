import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { failed, said, valueResult } from './call-tool.ts';
import { callers, describeTool, everyday, searchTool } from './catalog-tools.ts';
import type { ApiDocument } from './document.ts';
import { findOperations } from './find-operations.ts';
import type { OperationKind } from './operation-kind.ts';
import { type OperationTool, operationTools } from './operation-tools.ts';

export interface CatalogOptions {
  /** Whether operations that change things may be called. */
  allowsWrites: boolean;
  /** Whether each operation is a tool, instead of only the most used ones. */
  listsAll: boolean;
}

/** The effect of a tool call: an operation with arguments, or an immediate result. */
export type ToolRequest =
  | { operation: OperationTool; given: Record<string, unknown> }
  | { result: CallToolResult };

/** The tools that make the operations of an API document available to an assistant. */
export class Catalog {
  readonly #document: ApiDocument;
  readonly #options: CatalogOptions;
  readonly #operations: Map<string, OperationTool>;

  constructor(document: ApiDocument, options: CatalogOptions) {
    this.#document = document;
    this.#options = options;
    this.#operations = operationTools(document);
  }

  /** The tools that are always in the assistant's context. */
  get tools(): Tool[] {
    const { listsAll } = this.#options;
    const own = [...this.#operations.values()]
      .filter(({ tool, kind }) => this.#allows(kind) && (listsAll || everyday.includes(tool.name)))
      .map(({ tool }) => tool);
    if (listsAll) return [describeTool, ...own];
    const kinds = (['reads', 'adds', 'changes'] as const).filter((kind) => this.#allows(kind));
    return [searchTool, describeTool, ...kinds.map((kind) => callers[kind].tool), ...own];
  }

  /** Returns the effect of a tool call. */
  requestOf(name: string, given: Record<string, unknown>): ToolRequest {
    if (name === searchTool.name) return { result: this.#search(given.query) };
    if (name === describeTool.name) return { result: this.#describe(given.name) };
    for (const [kind, caller] of Object.entries(callers)) {
      if (name === caller.name) return this.#called(kind as OperationKind, given);
    }
    const operation = this.#operations.get(name);
    if (!operation) return { result: failed(`There is no tool ${name}.`) };
    return this.#allows(operation.kind) ? { operation, given } : { result: failed(needsWrites(name)) };
  }

  #allows(kind: OperationKind): boolean {
    return kind === 'reads' || this.#options.allowsWrites;
  }

  /** Refuses an operation of another kind than the calling tool's, because permission was given for that kind. */
  #called(
    kind: OperationKind,
    { operation: name, arguments: given = {} }: Record<string, unknown>,
  ): ToolRequest {
    const operation = this.#operations.get(String(name));
    if (!operation)
      return {
        result: failed(`operation: there is no ${String(name)}; ${searchTool.name} lists them`),
      };
    if (!this.#allows(operation.kind)) return { result: failed(needsWrites(operation.tool.name)) };
    if (operation.kind !== kind)
      return {
        result: failed(
          `operation: ${operation.tool.name} ${operation.kind}: use ${callers[operation.kind].name}`,
        ),
      };
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return { result: failed('arguments: must be an object') };
    return { operation, given: given as Record<string, unknown> };
  }

  #search(query: unknown): CallToolResult {
    const all = [...this.#operations.values()];
    if (typeof query !== 'string' || query.trim() === '') return said(bySubject(all));
    const found = findOperations(all, query);
    if (found.length === 0) return said('Nothing was found. Without a query all operations are named.');
    const lineOf = ({ tool, kind }: OperationTool) =>
      `${tool.name} (${kind}${this.#allows(kind) ? '' : ', not without --allow-writes'}): ${tool.title}`;
    return said(found.map(lineOf).join('\n'));
  }

  #describe(name: unknown): CallToolResult {
    const { schemas } = this.#document.components;
    const operation = this.#operations.get(String(name));
    if (operation) {
      const { tool, kind } = operation;
      const by = this.#allows(kind) ? `Call it with ${callers[kind].name}.` : needsWrites(tool.name);
      return said(`${tool.description}\n\nIt ${kind}. ${by}\n\n${JSON.stringify(tool.inputSchema)}`);
    }
    if (typeof name === 'string' && Object.hasOwn(schemas, name)) return valueResult(schemas[name]);
    return failed(`name: there is neither an operation nor a schema ${String(name)}`);
  }
}

function bySubject(operations: readonly OperationTool[]): string {
  const groups = Map.groupBy(operations, ({ subject }) => subject);
  return [...groups]
    .map(([subject, some]) => `${subject}: ${some.map(({ tool }) => tool.name).join(', ')}`)
    .join('\n');
}

function needsWrites(name: string): string {
  return `${name} changes things: that needs parley mcp --allow-writes.`;
}
