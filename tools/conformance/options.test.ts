import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKED_BY, CLAUSE_IDS, type ClauseId, isDeclared, PARTS, planFor } from './clauses.ts';
import { readOptions } from './options.ts';

const read = (...args: string[]) => readOptions(['dist', ...args], 'conformance');

test('only a run of the whole kit may write a receipt', () => {
  assert.equal(read()?.isWhole, true);
  assert.equal(read('--receipt', 'r.json')?.receipt, 'r.json');
  for (const part of [['--clause', 'touch'], ['--survey', 'ecg'], ['--watch']]) {
    assert.equal(read(...part)?.isWhole, false);
    assert.throws(() => read(...part, '--receipt', 'r.json'), /leave out --clause, --survey and --watch/);
  }
});

test('--clause and --survey choose what is examined, and refuse unknown names with the known ones', () => {
  assert.deepEqual(read('--clause', 'widths, touch', '--survey', 'ecg')?.plan, {
    clauses: ['widths', 'touch'],
    kinds: ['ecg'],
    parts: ['drawings'],
  });
  assert.throws(() => read('--clause', 'touch,tuoch'), /no clause "tuoch".*: remote\.json, files, size/);
  assert.throws(() => read('--survey', 'xray'), /no survey "xray".*: admission, discharge, ecg, blood/);
});

test('a plan for one clause contains every part that checks it, and what those need', () => {
  for (const clause of CLAUSE_IDS) {
    const { parts } = planFor([clause]);
    const checking = PARTS.filter((part) => CHECKED_BY[part].some((each: ClauseId) => each === clause));
    for (const part of checking) assert.ok(parts.includes(part), `${clause}: ${part}`);
    if (checking.length === 0) assert.ok(isDeclared(clause) || ['loads', 'network'].includes(clause), clause);
  }
  assert.deepEqual(planFor(['once']), { clauses: ['once'], kinds: ['admission'], parts: ['answers', 'moments'] });
});
