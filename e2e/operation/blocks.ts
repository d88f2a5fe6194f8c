/** Returns the commands in a page's `sh` blocks, in order. */
export const commandsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands);
