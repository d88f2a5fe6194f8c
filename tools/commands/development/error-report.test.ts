import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { DevState } from 'shared-ui/contract';
import { ErrorReport } from './error-report.ts';

const folder = join(process.cwd(), 'surveys-mfe');
const error = { message: 'This is wrong.\nVery.', file: 'src/survey.tsx', line: 3, column: 5 };

function setUp() {
  const said: string[] = [];
  const sent: DevState[] = [];
  const print = (text: string) => void said.push(text);
  const send = async (state: DevState) => void sent.push(state);
  return { said, sent, report: new ErrorReport({ folder, print, send }) };
}

describe('ErrorReport', () => {
  it('reports every change to the terminal and the pages, and nothing else', () => {
    const { said, sent, report } = setUp();
    report.set('build', []);
    report.set('types', [error]);
    report.set('types', [{ ...error }]);
    report.set('build', [{ message: 'No.' }]);
    report.set('types', []);
    assert.deepEqual(said, [
      `1 type error\n  ${join('surveys-mfe', 'src/survey.tsx')}:3:5  This is wrong.\n  Very.`,
      '1 build error\n  No.',
      'No more type errors.',
    ]);
    assert.deepEqual(sent, [
      { types: [error], build: [] },
      { types: [error], build: [{ message: 'No.' }] },
      { types: [], build: [{ message: 'No.' }] },
    ]);
  });

  it('shows a run-time error that a page reported, with the code of the failed step', () => {
    const { said, report } = setUp();
    report.showRunTimeError({ remote: 'surveys@1.0.0-dev.2', code: 'RENDER_FAILED', message: 'no', file: 'src/a.ts' });
    assert.deepEqual(said, [
      `run-time error in surveys@1.0.0-dev.2\n  ${join('surveys-mfe', 'src/a.ts')}  RENDER_FAILED: no`,
    ]);
  });
});
