/** A page's block of commands: `sh` for one user, `console` with a prompt on each line. */
export interface Block {
  kind: 'sh' | 'console';
  text: string;
}

export const blocksIn = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```(sh|console)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => ({
    kind: kind === 'sh' ? 'sh' : 'console',
    text,
  }));

/** A line of a `console` block: `#` for root, `$` for the user lodestar. Lines for psql are left out. */
export interface PromptLine {
  user: 'root' | 'lodestar';
  command: string;
}

export const promptLines = (text: string): PromptLine[] =>
  [...text.matchAll(/^([#$]) (.+)$/gm)].map(([, prompt, command = '']) => ({
    user: prompt === '#' ? 'root' : 'lodestar',
    command,
  }));
