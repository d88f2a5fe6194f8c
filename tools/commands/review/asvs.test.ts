import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { REPO } from 'server-kit/paths';
import { countsOf, problemsOfReview, readRows } from './asvs.ts';
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
});

describe('a link in the review', () => {
  it('is reported when it names a missing file, test, document, heading or setting', () => {
    const dead: [text: string, problem: RegExp][] = [
      ['[x](../../../mock-api/test/gone.test.ts)', /^there is no mock-api\/test\/gone\.test\.ts$/],
      [`[knows a level](${MATRIX})`, /matrix\.test\.ts has no test .+ "knows a level"$/],
      ['[x](../../gone.md)', /^there is no docs\/gone\.md$/],
      ['[x](../../security.md#gone)', /^docs\/security\.md has no heading #gone$/],
      ['`NO_SUCH_SETTING`', /^docs\/run-it\.md does not list the setting NO_SUCH_/],
    ];
    for (const [text, problem] of dead) {
      const [found = '', ...more] = problemsOfText(text, PAGE);
      assert.match(found, problem);
      assert.deepEqual(more, []);
    }
  });

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
  it('has the evidence that its status requires, and exists once with the level of its requirement', () => {
    const [first, ...others] = readRows();
    assert.ok(first);
    const rows: [changes: Partial<Row>, ...problems: string[]][] = [
      [{ evidence: 'shown somewhere' }, '1.1.1: names no test'],
      [{ status: 'setting' }, '1.1.1: names no setting'],
      [{ status: 'document', evidence: 'written' }, '1.1.1: names no document'],
      [{ status: 'not met', evidence: 'later' }, '1.1.1: gives no reason'],
      [{ level: 1 }, '1.1.1: is of level 2'],
      [{ id: '1.2.4', level: 1 }, '1.1.1: has no row', '1.2.4: has several rows'],
      [{ id: '1.5.3' }, '1.1.1: has no row', '1.5.3: is no requirement'],
    ];
    for (const [changes, ...problems] of rows)
      assert.deepEqual(problemsOfRows([{ ...first, ...changes }, ...others]), problems);
    const unknown = '| 1.1.1 | 2 | decode once | fine | looks good |';
    assert.throws(() => rowsOf(unknown, PAGE), /1\.1\.1 has the status "fine"/);
  });
});
