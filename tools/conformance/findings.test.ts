import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conforms, Findings, report } from './findings.ts';

test('a clause that another one prevents is open and names the first reason; its own violations are kept', () => {
  const findings = new Findings(['loads', 'drafts', 'answers', 'quiet']);
  findings.fault('loads', 'SHARED_MISSING vue');
  findings.fault('quiet', 'Uncaught Error');
  findings.note('answers');
  findings.skip(['answers', 'quiet'], 'loads');
  findings.skip(['drafts', 'answers'], 'quiet');
  const text = report('dist', findings.all());
  assert.match(text, /– {3} answers: .*\n +not checked, because of loads: SHARED_MISSING vue\n/);
  assert.match(text, /– {3} drafts: .*\n +not checked, because of quiet: Uncaught Error\n/);
  assert.match(text, /FAIL quiet: .*\n +seen: Uncaught Error\n +fix: /);
  assert.match(text, /2 of 4 clauses failed, 2 could not be checked\.$/);
});

test('findings are about the wanted clauses, and about those that kept one of them from being checked', () => {
  const findings = new Findings(['touch']);
  findings.fault('accessibility', 'color-contrast');
  findings.note('touch');
  assert.deepEqual(findings.all(), [{ clause: 'touch', holds: 'yes', seen: [] }]);
  findings.fault('loads', 'SHARED_MISSING vue');
  findings.skip(['touch'], 'loads');
  assert.deepEqual(
    findings.all().map(({ clause, holds }) => `${clause} ${holds}`),
    ['loads no', 'touch open'],
  );
  assert.equal(conforms(findings.all()), false);
});
