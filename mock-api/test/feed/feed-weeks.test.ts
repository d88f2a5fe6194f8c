/**
 * Weeks of a hospital while processes, PostgreSQL and connections are killed: nothing that was acknowledged is lost, and
 * what is known at the end is what a simple reading of the messages says. Runs on a separate PostgreSQL.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { playWeeks } from './weeks/weeks.ts';

const NO_POSTGRES = process.env.TEST_POSTGRES_URL === undefined;

describe('the feed of a hospital', { skip: NO_POSTGRES }, () => {
  // The command beside this file plays more: `node test/feed/weeks/command.ts --help`.
  it('agrees after a day with kills with a simple reading of its messages', async () => {
    const { kills, differences, faults, people, results, merges } = await playWeeks({
      seed: 4,
      beds: 40,
      days: 1,
      kills: 6,
    });
    assert.deepEqual([differences, faults], [[], []]);
    assert.equal(
      Object.values(kills).reduce((sum, count) => sum + count, 0),
      6,
    );
    assert.ok(people > 30 && results > 30 && merges > 0);
  });
});
