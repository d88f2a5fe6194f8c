import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { REPO } from 'server-kit/paths';
import { hazardsIn, parseRisk, problemsOfHazards, riskOf } from './hazards.ts';

const PAGE = 'docs/compliance/hazards.md';
const LOG = readFileSync(join(REPO, PAGE), 'utf8');

/** Returns the log with one field of a hazard changed. */
function withField(id: string, field: string, text: string): string {
  const begin = LOG.indexOf(`\n## ${id} `);
  const line = LOG.indexOf(`\n| ${field} | `, begin);
  assert.ok(begin > 0 && line > begin);
  return `${LOG.slice(0, line)}\n| ${field} | ${text} |${LOG.slice(LOG.indexOf('\n', line + 1))}`;
}

describe('the hazard log', () => {
  it('has every field of each hazard, the risk from its table, and controls with existing tests', (test) => {
    const hazards = hazardsIn(LOG);
    assert.ok(hazards.length >= 15);
    assert.deepEqual(problemsOfHazards(LOG, PAGE), []);
    test.diagnostic(`hazards: ${hazards.length}, each with controls that tests show; 0 dead links`);
  });

  it('shows the table of risks that is used by the check', () => {
    const rows = [...LOG.matchAll(/^\| ((?:very )?(?:low|medium|high)) \| ([1-5](?: \| [1-5]){4}) \|$/gm)];
    assert.equal(rows.length, 5);
    const severities = ['minor', 'significant', 'considerable', 'major', 'catastrophic'];
    for (const [, likelihood = '', risks = ''] of rows)
      assert.deepEqual(
        risks.split(' | ').map(Number),
        severities.map((severity) => riskOf(severity, likelihood)),
      );
  });

  it('lists each hazard with its risks at the beginning', () => {
    const listed = [...LOG.matchAll(/^\| \[(H\d\d)\].+ \| (\d) \| (\d) \| .+ \|$/gm)].map((row) => row.slice(1, 4));
    const numberOf = (risk: string) => String(parseRisk(risk).stated);
    const own = hazardsIn(LOG).map(({ id, fields }) => [
      id,
      numberOf(fields['initial risk']),
      numberOf(fields['residual risk']),
    ]);
    assert.deepEqual(listed, own);
  });

  it('is rejected with a wrong field, with controls that add to the risk, and with a number that is used twice', () => {
    const faults: [field: string, text: string, problem: string][] = [
      ['owner', ' ', 'H01: says nothing of its owner'],
      ['initial risk', 'major, medium: 1', 'H01: its initial risk is 3'],
      ['initial risk', 'major, rare: 3', 'H01: its initial risk is undefined'],
      ['residual risk', 'catastrophic, low: 4', 'H01: its controls add to the risk'],
      ['controls', 'People are careful.', 'H01: has no control that a test shows'],
      ['controls', '[x](../../mock-api/test/gone.test.ts)', `${PAGE}: there is no mock-api/test/gone.test.ts`],
    ];
    for (const [field, text, problem] of faults)
      assert.deepEqual(problemsOfHazards(withField('H01', field, text), PAGE), [problem]);
    assert.deepEqual(problemsOfHazards(LOG.replace('\n## H02 ', '\n## H01 '), PAGE), ['H01: is there twice']);
  });
});
