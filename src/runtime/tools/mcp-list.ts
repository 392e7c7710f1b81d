import { isNestedDeeper } from '../../platform/kernel/index.ts';

/** Tools that one server gives at most, and characters of them all: a model is sent them with each request. */
const toolsMax = 100;
const charactersMax = 262_144;
/** Characters of one tool, as JSON; its description alone is cut beyond the other. */
const toolCharactersMax = 32_768;
const descriptionCharactersMax = 4_000;

/** A tool as a server tells it. */
interface ListedTool {
  name: string;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
}

/** Those of the tools that a model can be given, with descriptions that are cut, and how many are not among them. */
export function usableTools<T extends ListedTool>(listed: readonly T[]): { tools: T[]; leftOut: number } {
  const tools: T[] = [];
  let characters = 0;
  for (const tool of listed) {
    if (tools.length === toolsMax) break;
    const description = tool.description?.slice(0, descriptionCharactersMax).toWellFormed();
    if (isNestedDeeper(tool.inputSchema)) continue;
    const size = JSON.stringify([tool.name, description, tool.inputSchema]).length;
    if (size > toolCharactersMax || characters + size > charactersMax) continue;
    characters += size;
    tools.push({ ...tool, description });
  }
  return { tools, leftOut: listed.length - tools.length };
}
