/** The commands of a page: what stands in its blocks marked `sh`, in order. */
export const commandsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands);
