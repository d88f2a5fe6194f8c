import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisoriesIn, checkAdvisories, type SeenAdvisories } from './advisories.ts';

const URL_OF = 'https://github.com/advisories/GHSA-1';
/** The part of `npm audit --json` that counts. */
const reportWith = (severity: string) => ({
  vulnerabilities: {
    parser: { via: [{ url: URL_OF, title: 'Endless loop', severity, name: 'parser' }] },
    server: { via: ['parser'] },
  },
});
const check = (severity: string, seen: SeenAdvisories) =>
  checkAdvisories(advisoriesIn(reportWith(severity)), seen, new Date('2026-11-26T12:00:00Z'));

test('a vulnerable package is overdue when its severity’s days since the first sight are over', () => {
  const days = [
    ['critical', '2026-11-19', '2026-11-18'],
    ['high', '2026-10-27', '2026-10-26'],
    ['moderate', '2026-08-28', '2026-08-27'],
    ['low', '2026-05-30', '2026-05-29'],
    ['unheard of', '2026-11-19', '2026-11-18'],
  ] as const;
  for (const [severity, inTime, late] of days) {
    assert.equal(check(severity, { [URL_OF]: { seen: inTime } }).isOverdue, false, `${severity}, ${inTime}`);
    const overdue = check(severity, { [URL_OF]: { seen: late } });
    assert.equal(overdue.isOverdue, true, `${severity}, ${late}`);
    assert.match(overdue.lines.join('\n'), /parser: Endless loop .*OVERDUE since 2026-11-25$/);
  }
});

test('a new advisory is stored with the day, an old one forgotten, and an accepted one never overdue', () => {
  const old = { 'https://github.com/advisories/GHSA-0': { seen: '2026-01-01' } };
  assert.deepEqual(check('high', old).seen, { [URL_OF]: { seen: '2026-11-26' } });
  const accepted = { [URL_OF]: { seen: '2026-01-01', accepted: 'docs/decisions/README.md' } };
  const { isOverdue, lines, seen } = check('critical', accepted);
  assert.deepEqual([isOverdue, seen], [false, accepted]);
  assert.match(lines.join('\n'), /accepted: docs\/decisions\/README\.md$/);
});

test('a registry without advisories is no proof that there are none', () => {
  assert.throws(
    () => advisoriesIn({ message: '405 Method Not Allowed' }),
    /^PlainError: The registry gave no advisories: 405 Method Not Allowed\. Try again/,
  );
  assert.throws(() => advisoriesIn(undefined), /^PlainError: The registry gave no advisories: it could not be reached/);
});
