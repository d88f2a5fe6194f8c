import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { REPO } from '../../../gateway/common/paths.ts';
import { countsOf, lineOf, problemsOfReview, readRows } from './asvs.ts';
import { problemOfSetting, problemsOfText, titlesIn } from './docs.ts';
import { REQUIREMENTS } from './requirements.ts';
import { problemsOfRows, type Row, rowsOf, STATUSES } from './rows.ts';

const PAGE = 'docs/compliance/asvs/v01.md';
const MATRIX = '../../../mock-api/test/sharing/matrix.test.ts';

describe('the review', () => {
  it('has a row for each of the 253 requirements of levels 1 and 2, and no dead link', (test) => {
    assert.equal(REQUIREMENTS.length, 253);
    assert.equal(REQUIREMENTS.filter(({ level }) => level === 1).length, 70);
    const rows = readRows();
    assert.deepEqual(
      rows.map(({ id, level }) => `${id} ${level}`),
      REQUIREMENTS.map(({ id, level }) => `${id} ${level}`),
    );
    assert.deepEqual(problemsOfReview(), []);
    test.diagnostic(`asvs: ${rows.length} rows: ${countsOf(rows)}; 0 dead links`);
  });

  it('is summarized on its first page with the current numbers, by chapter, by level and in total', () => {
    const page = readFileSync(join(REPO, 'docs/compliance/asvs/README.md'), 'utf8');
    const counted = [...page.matchAll(/^\| (?:\[V(\d+) [^|]+|level (\d)|all) \| (\d.*) \|$/gm)];
    assert.equal(counted.length, 17 + 2 + 1);
    for (const [line, chapter, level, numbers = ''] of counted) {
      const isCounted = (row: Row) =>
        (chapter === undefined || row.id.startsWith(`${chapter}.`)) &&
        (level === undefined || row.level === Number(level));
      const rows = readRows().filter(isCounted);
      const own = STATUSES.map((status) => rows.filter((row) => row.status === status).length);
      assert.deepEqual(numbers.split(' | ').map(Number), [rows.length, ...own], line);
    }
  });

  it('is printed with one line per requirement', () => {
    const [first] = readRows();
    assert.ok(first);
    assert.match(
      lineOf(first),
      /^1\.1\.1 {3}L2 {2}test {12}decode .+ \| only listed files are served \(gateway\/app\.test\.ts\)/,
    );
    assert.ok(readRows().every((row) => !lineOf(row).includes('\n')));
  });
});

describe('a link in the review', () => {
  const dead: [what: string, text: string, problem: RegExp][] = [
    [
      'a file that is not there',
      '[x](../../../mock-api/test/gone.test.ts)',
      /^there is no mock-api\/test\/gone\.test\.ts$/,
    ],
    [
      'a title that the file does not have',
      `[knows a level](${MATRIX})`,
      /matrix\.test\.ts has no test .+ "knows a level"$/,
    ],
    ['a document that is not there', '[x](../../gone.md)', /^there is no docs\/gone\.md$/],
    ['a heading that is not there', '[x](../../security.md#gone)', /^docs\/security\.md has no heading #gone$/],
    [
      'a setting that operators don’t find',
      '`NO_SUCH_SETTING`',
      /^docs\/run-it\.md does not list the setting NO_SUCH_/,
    ],
  ];
  for (const [what, text, problem] of dead) {
    it(`is reported when it names ${what}`, () => {
      const [found = '', ...more] = problemsOfText(text, PAGE);
      assert.match(found, problem);
      assert.deepEqual(more, []);
    });
  }

  it('is accepted when its title, heading or setting exists, and is not checked outside the repository', () => {
    const text = `[every route declares an access level](${MATRIX}), [whose](../../security.md#whose-data), \`SESSION_HOURS\`, [x](https://example.org/y)`;
    assert.deepEqual(problemsOfText(text, PAGE), []);
    assert.equal(problemOfSetting('LIMIT_LOGIN_FAILURES'), undefined);
  });

  it('is compared with titles as written in the source, including placeholders and titles of tables', () => {
    const source = [
      "it('can\\'t', f);",
      `test(\`has \${count}\`, f);`,
      "])('stands when it %s', f);",
      "describe('no test', f);",
      "expect('x');",
    ].join('\n');
    assert.deepEqual([...titlesIn(source)], ["can't", `has \${count}`, 'stands when it %s']);
  });
});

describe('a row in the review', () => {
  const row = (changes: Partial<Row>): Row => {
    const [first] = readRows();
    assert.ok(first);
    return { ...first, ...changes };
  };
  /** Returns the problems of all rows when the first one has these changes. */
  const problemsWith = (changes: Partial<Row>) => problemsOfRows([row(changes), ...readRows().slice(1)]);

  it('has the evidence that its status requires', () => {
    assert.deepEqual(problemsWith({ evidence: 'shown somewhere' }), ['1.1.1: names no test']);
    assert.deepEqual(problemsWith({ status: 'setting' }), ['1.1.1: names no setting']);
    assert.deepEqual(problemsWith({ status: 'document', evidence: 'written' }), ['1.1.1: names no document']);
    assert.deepEqual(problemsWith({ status: 'not met', evidence: 'later' }), ['1.1.1: gives no reason']);
  });

  it('exists once, with the level of its requirement', () => {
    assert.deepEqual(problemsWith({ level: 1 }), ['1.1.1: is of level 2']);
    assert.deepEqual(problemsWith({ id: '1.2.4', level: 1 }), ['1.1.1: has no row', '1.2.4: has several rows']);
    assert.deepEqual(problemsWith({ id: '1.5.3' }), ['1.1.1: has no row', '1.5.3: is no requirement']);
  });

  it('is rejected with an unknown status', () => {
    assert.throws(
      () => rowsOf('| 1.1.1 | 2 | decode once | fine | looks good |', PAGE),
      /1\.1\.1 has the status "fine"/,
    );
  });
});
