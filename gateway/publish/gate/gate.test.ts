import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TEST_KEY } from '../../testing/fixtures.ts';
import { publishBuilt } from '../publisher.ts';
import { CLAUSES, mayPass, resultLines } from './clause-result.ts';
import { runGate } from './gate.ts';
import { factsOfDeployRoot, type HostFacts } from './host-facts.ts';
import { BREAKS } from './testing/breaks.ts';
import { buildRemote, createDeployRoot, Draft } from './testing/fixture.ts';
import { HARMLESS } from './testing/harmless.ts';

let folder: string;
let facts: HostFacts;
const times = { breaks: [] as number[], harmless: [] as number[] };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gate-test-'));
  const [, root] = await Promise.all([buildRemote(join(folder, 'built')), createDeployRoot(folder)]);
  facts = await factsOfDeployRoot(root);
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Returns the gate's lines for the build with a change; adds the duration in milliseconds to `taken`. */
async function linesOf(change: (draft: Draft) => void, place: string, taken: number[]): Promise<string[]> {
  const draft = await Draft.of(join(folder, 'built'));
  change(draft);
  await draft.save(join(folder, place));
  const began = performance.now();
  const results = await runGate({
    folder: join(folder, place),
    facts: await factsOfDeployRoot(join(folder, 'deploy')),
  });
  taken.push(performance.now() - began);
  const lines = resultLines(results);
  assert.equal(lines.length, CLAUSES.length);
  assert.equal(
    mayPass(results),
    lines.every((line) => line.startsWith('yes ')),
  );
  return lines;
}

const seconds = (taken: number[]) => `${(Math.max(...taken) / 1000).toFixed(1)} s at the most`;

describe('the gate', () => {
  for (const [place, { what, clause, names, change }] of BREAKS.entries()) {
    it(`refuses ${what}, by its clause and its name`, async () => {
      const lines = await linesOf(change, `break-${place}`, times.breaks);
      const line = lines.find((one) => one.startsWith(`no  ${clause}:`));
      assert.match(line ?? lines.join('\n'), names);
    });
  }

  for (const [place, { what, change }] of HARMLESS.entries()) {
    it(`accepts ${what}`, async () => {
      const lines = await linesOf(change, `harmless-${place}`, times.harmless);
      assert.deepEqual(
        lines.filter((line) => !line.startsWith('yes ')),
        [],
      );
    });
  }

  it('names the one clause that others follow from', async () => {
    const change = (draft: Draft) => {
      const path = draft.find(/^exposed\..*\.js$/);
      draft.write(path, `${draft.text(path)}${'('.repeat(3)}`);
    };
    const refused = (await linesOf(change, 'cause', times.breaks)).filter((line) => line.startsWith('no '));
    const [first, ...others] = refused;
    assert.match(first ?? '', /^no {2}files: EXPORT_INVALID exposed/);
    for (const line of others) assert.match(line, /^no {2}\w+: follows from files \(/);
  });

  it('checks nothing without remote.json, and says so once', async () => {
    const lines = resultLines(await runGate({ folder: join(folder, 'nothing'), facts }));
    assert.match(lines[0] ?? '', /^no {2}schema: there is no remote\.json in .*: name the build's output folder$/);
    assert.ok(lines.slice(1).every((line) => line.endsWith(': follows from schema (not checked)')));
  });

  it('accepts the same content again under the same version', async (test) => {
    const root = join(folder, 'deploy');
    await publishBuilt(root, join(folder, 'built'), {}, { key: TEST_KEY });
    const results = await runGate({ folder: join(folder, 'built'), facts: await factsOfDeployRoot(root) });
    assert.ok(mayPass(results), resultLines(results).join('\n'));
    assert.ok(facts.shells.length === 2 && facts.published?.unread.length === 0);
    test.diagnostic(
      `gate: ${BREAKS.length} breaks refused (${seconds(times.breaks)}), ${HARMLESS.length} harmless changes let through (${seconds(times.harmless)})`,
    );
  });
});
