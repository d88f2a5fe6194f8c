import type { Trust } from 'shared-ui/contract';
import { checkStyles } from 'shared-ui/contract/styles';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult } from '../clause-result.ts';

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/**
 * Checks that the styles of the build stay within the remote's root. Styles that only exist at run time are disabled by
 * the shell when the remote's screen is left.
 */
export function stylesClause({ declaration, files, code }: Build, trust: Trust): ClauseResult {
  if (trust === 'sandboxed') return clauseResult('styles', [], 'a sandboxed version has a page of its own');
  const sheets = new Map(
    [...files].filter(([path]) => path.endsWith('.css')).map(([path, css]) => [path, css.toString()]),
  );
  const report = checkStyles(declaration.name, { sheets, scripts: code.programs });
  const checked = `${count(report.sheets, 'stylesheet')}, ${report.embedded} in scripts`;
  return clauseResult('styles', report.faults, `${checked}; the shell disables what is added at run time on leaving`);
}
