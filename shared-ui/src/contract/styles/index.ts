/**
 * Entry `shared-ui/contract/styles`: how the styles of a remote stay within it. For builds and the gate, not for pages.
 * @module
 */
import { CssSyntaxError } from 'postcss';
import { rootSelector } from './root.ts';
import { type ScriptStyles, stylesInScript } from './scripts.ts';
import { type GlobalStyle, globalStylesIn, pageStylesIn } from './sheet.ts';

export { scopeStyles } from './scope.ts';

/** A build's files with styles. */
export interface StyleSources {
  /** Stylesheet's path -> text. */
  sheets: ReadonlyMap<string, string>;
  /** Script's path -> its tree, as parsed by swc. */
  scripts: ReadonlyMap<string, object>;
}

interface Found extends GlobalStyle {
  file: string;
}

/** What was checked, and what is wrong with it. */
export interface StyleReport {
  /** Empty if nothing has an effect outside of the remote. */
  faults: string[];
  sheets: number;
  /** Stylesheets in scripts. */
  embedded: number;
}

/** At most this many selectors or names are listed in one message. */
const SHOWN = 5;

function listed(found: readonly Found[]): string {
  const shown = found.slice(0, SHOWN).map(({ text, file }) => `"${text}" (${file})`);
  const more = found.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Returns how to confine selectors and names to a remote. */
function fixOf(found: readonly Found[], remote: string): string {
  const kinds = new Set(found.map(({ kind }) => kind));
  const steps = [
    ...(kinds.has('selector') ? [`each selector with ${rootSelector(remote)} or a class called ${remote}-…`] : []),
    ...(kinds.has('name') ? [`each name with ${remote}-`] : []),
  ];
  return `begin ${steps.join(', and ')}, or let scopeStyles do it (docs/add-a-remote.md#styles)`;
}

function faultsOf(found: readonly Found[], remote: string): string[] {
  const [selectors, names, statements] = (['selector', 'name', 'statement'] as const).map((kind) =>
    found.filter((one) => one.kind === kind),
  ) as [Found[], Found[], Found[]];
  const confinable = [...selectors, ...names];
  return [
    ...(confinable.length > 0
      ? [`${listed(confinable)} can affect the shell and other remotes: ${fixOf(confinable, remote)}`]
      : []),
    ...(statements.length > 0
      ? [`${listed(statements)} can't be confined to a remote: remove it, and bundle what it imports`]
      : []),
  ];
}

/** Returns the global styles of a stylesheet; a sheet that can't be read is one as a whole. */
function inSheet(css: string, remote: string): GlobalStyle[] {
  try {
    return globalStylesIn(css, remote);
  } catch (thrown) {
    if (thrown instanceof CssSyntaxError) return [{ kind: 'statement', text: `unreadable CSS: ${thrown.reason}` }];
    throw thrown;
  }
}

/** Returns the global styles of a script's styles; those that only run time completes have none. */
function inScript({ css, of }: ScriptStyles, remote: string): GlobalStyle[] {
  try {
    return of === 'page' ? globalStylesIn(css, remote) : pageStylesIn(css);
  } catch {
    return [];
  }
}

/** Finds the styles of a remote's build that have an effect outside of the remote. Runs no code. */
export function checkStyles(remote: string, { sheets, scripts }: StyleSources): StyleReport {
  const embedded = [...scripts].flatMap(([file, program]) =>
    [...stylesInScript(program)].map((styles) => ({ file, styles })),
  );
  const found = [
    ...[...sheets].flatMap(([file, css]) => inSheet(css, remote).map((one) => ({ ...one, file }))),
    ...embedded.flatMap(({ file, styles }) => inScript(styles, remote).map((one) => ({ ...one, file }))),
  ];
  return {
    faults: faultsOf(found, remote),
    sheets: sheets.size,
    embedded: embedded.filter(({ styles }) => styles.of === 'page').length,
  };
}
