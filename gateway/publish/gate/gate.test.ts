import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TEST_KEY } from '../../testing/fixtures.ts';
import { publishBuilt } from '../publisher.ts';
import { CLAUSES, mayPass, resultLines } from './clause-result.ts';
import { runGate } from './gate.ts';
import { factsOfDeployRoot } from './host-facts.ts';
import { BREAKS } from './testing/breaks.ts';
import { buildRemote, type Change, createDeployRoot, Draft, EXPOSED } from './testing/fixture.ts';
import { HARMLESS } from './testing/harmless.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gate-test-'));
  await Promise.all([buildRemote(join(folder, 'built')), createDeployRoot(folder)]);
});

after(() => rm(folder, { recursive: true, force: true }));

const factsHere = () => factsOfDeployRoot(join(folder, 'deploy'));

/** Returns the gate's lines for the build with a change. */
async function linesOf(change: Change): Promise<string[]> {
  const draft = await Draft.of(join(folder, 'built'));
  draft.apply(change);
  const place = await mkdtemp(join(folder, 'changed-'));
  await draft.save(place);
  const results = await runGate({ folder: place, facts: await factsHere() });
  const lines = resultLines(results);
  assert.equal(lines.length, CLAUSES.length);
  assert.equal(mayPass(results), refusalsIn(lines).length === 0);
  return lines;
}

const refusalsIn = (lines: string[]) => lines.filter((line) => !line.startsWith('yes '));

describe('the gate', () => {
  for (const [clause, breaks] of Object.entries(BREAKS))
    for (const [what, names, change] of breaks)
      it(`refuses ${what}, by its clause and its name`, async () => {
        const lines = await linesOf(change);
        assert.match(lines.find((line) => line.startsWith(`no  ${clause}:`)) ?? lines.join('\n'), names);
      });

  for (const [what, change] of HARMLESS)
    it(`accepts ${what}`, async () => assert.deepEqual(refusalsIn(await linesOf(change)), []));

  it('names the one clause that others follow from', async () => {
    const [first, ...others] = refusalsIn(await linesOf((draft) => draft.append(EXPOSED, '(((')));
    assert.match(first ?? '', /^no {2}files: EXPORT_INVALID exposed/);
    for (const line of others) assert.match(line, /^no {2}\w+: follows from files \(/);
  });

  it('checks nothing without remote.json, and says so once', async () => {
    const [first, ...others] = resultLines(
      await runGate({ folder: join(folder, 'nothing'), facts: await factsHere() }),
    );
    assert.match(first ?? '', /^no {2}schema: there is no remote\.json in .*: name the build's output folder$/);
    assert.ok(others.every((line) => line.endsWith(': follows from schema (not checked)')));
  });

  it('accepts the same content again under the same version', async (test) => {
    await publishBuilt(join(folder, 'deploy'), join(folder, 'built'), {}, { key: TEST_KEY });
    const facts = await factsHere();
    const results = await runGate({ folder: join(folder, 'built'), facts });
    assert.ok(mayPass(results), resultLines(results).join('\n'));
    assert.ok(facts.shells.length === 2 && facts.published?.unread.length === 0);
    const breaks = Object.values(BREAKS).flat().length;
    test.diagnostic(`gate: ${breaks} breaks refused, ${HARMLESS.length} harmless changes let through`);
  });
});
