/** Types of enter.mjs, for its test: the file itself must stay plain JavaScript. */
export function reasonToInstall(wanted: string | undefined, installed: string | undefined): string | undefined;
export function chooseNode(options: {
  version: string;
  execPath: string;
  platform: string;
  arch: string;
  modules: string;
}): string | undefined;
export function stopWhenNpmIsGone(): void;
export function enter(script: string, options: { needsTools: boolean }): Promise<void>;
