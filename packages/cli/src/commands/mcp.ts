import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'mcp [--allow-writes]',
  about: `Serves the operations of the API as tools to a coding assistant, by the Model Context Protocol over standard input
and output. Only operations that read are there; with --allow-writes those that change things are too. What a tool may do
is what the key may do.`,
  example: 'parley mcp --key-file viewer.key',
  positionals: [0, 0],
  options: { 'allow-writes': { type: 'boolean' } },
  async run({ values, connect, signal }) {
    const parley = connect();
    // The protocol's package is loaded by this command alone.
    const { serveTools } = await import('../mcp/serve-tools.ts');
    await serveTools(parley, { allowsWrites: values['allow-writes'] === true, signal });
    return undefined;
  },
};
