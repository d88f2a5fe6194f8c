import { stripVTControlCharacters } from 'node:util';
import type { DevError } from 'shared-ui/contract';

const HEADING = /^ERROR in (\S+)(?: (\d+):(\d+))?/;
/** Position that the compiler prints above its code frame: `,-[/home/me/src/feature.tsx:26:1]`. */
const POINTER = /-\[(?:.+):(\d+):(\d+)\]/;
/** Start of the part in which webpack or the compiler describes itself. */
const ASIDE = /\n\n(Caused by|Stack backtrace)|\n {4}at |\nresolve |\n\nwebpack .*compiled/;

/** Returns the errors in webpack's output of a failed build. If none is marked, the whole output is one error. */
export function buildErrors(output: string): DevError[] {
  // webpack prints colours if the terminal's settings ask for them.
  const plain = stripVTControlCharacters(output);
  const blocks = plain.split(/^(?=ERROR in )/m).filter((block) => block.startsWith('ERROR in '));
  return blocks.length === 0 ? [{ message: plain.trim() }] : blocks.map(errorIn);
}

function errorIn(block: string): DevError {
  const [heading = '', ...lines] = block.split('\n');
  const [, place = '', row, column] = HEADING.exec(heading) ?? [];
  const text = lines.join('\n');
  const [words = ''] = text.split(ASIDE);
  const [, pointedRow = row] = POINTER.exec(words) ?? [];
  const message = words
    .replace(/^Module build failed \(from .*\):\n/, '')
    .replace(/^(Module not found: )?Error: +([x×] +)?/, '$1')
    .trimEnd();
  return {
    message: message || heading,
    // If no file is at fault, webpack names its own module that failed.
    ...(/[./]/.test(place) ? { file: place.replace(/^\.\//, '') } : {}),
    ...(pointedRow === undefined ? {} : { line: Number(pointedRow) }),
    ...(column === undefined ? {} : { column: Number(column) + 1 }),
  };
}
