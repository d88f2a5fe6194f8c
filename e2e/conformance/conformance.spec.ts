import { publishedFolder } from 'gateway/registry/registry';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { type Chromium, launchChromium } from 'tools/conformance/browser/launch';
import { CHECKED_BY, planFor } from 'tools/conformance/clauses';
import { type ExamineOptions, examine } from 'tools/conformance/examine';
import { report } from 'tools/conformance/findings';
import { inFolder, takeRemote } from 'tools/conformance/source';
import { type Change, writeBroken, writeWatchful } from '../fixtures/broken-surveys/broken.ts';
import { FIRST_SLIPS, SLIPS } from '../fixtures/broken-surveys/slips.ts';
import { buildWithVite, FRAMEWORKS, type Framework } from '../fixtures/vite-surveys.ts';
import { test as base, expect } from '../support/fixtures.ts';
import type { Stack } from '../support/hospital/stack.ts';
import { Problems } from '../support/phone/problems.ts';

/** Each examination opens the product several times and uses the form at human speed. */
base.describe.configure({ timeout: timeOuts.longTest });

/** `npm run soak` examines all four of the product's surveys; two of them cover every kind of field. */
const OWN: ExamineOptions = process.env.CONFORMANCE === 'all' ? {} : { kinds: ['admission', 'discharge'] };

const test = base.extend<object, { chromium: Chromium }>({
  // The kit opens its own browser and reads that one's console, so these tests need no second browser.
  problems: async ({ browserName: _any }, use) => use(new Problems()),
  chromium: [
    // Playwright requires an object pattern here, even when no fixture is used.
    async ({ browserName: _any }, use) => {
      const chromium = await launchChromium();
      await use(chromium);
      await chromium.close();
    },
    { scope: 'worker' },
  ],
});

/** Returns the findings, the violated clauses and the report. */
async function examined(where: string, stack: Stack, chromium: Chromium, wishes?: ExamineOptions) {
  return inFolder(async (folder) => {
    await takeRemote(where, folder);
    const findings = await examine(folder, async () => ({ running: stack, chromium }), wishes);
    const faults = findings.filter(({ holds }) => holds === 'no').map(({ clause }) => clause);
    return { findings, faults, text: report(where, findings) };
  });
}

test('the product’s own surveys keep every clause as a guest', async ({ stack, chromium }) => {
  const folder = publishedFolder(stack.deployRoot, 'surveys', stack.builds.remotes.surveys.active);
  const { findings, faults, text } = await examined(folder, stack, chromium, OWN);
  expect(faults, text).toEqual([]);
  expect(
    findings.filter(({ holds }) => holds === 'open'),
    text,
  ).toEqual([]);
  const isolation = findings.find(({ clause }) => clause === 'isolation');
  expect(isolation?.seen).toContain('it ran in a frame of an origin of its own, out of reach of the page');
});

for (const framework of Object.keys(FRAMEWORKS) as Framework[]) {
  test(`surveys built with ${framework} and Vite keep every clause`, async ({ stack, chromium }, testInfo) => {
    const dist = await buildWithVite(testInfo.outputPath('project'), framework);
    const { faults, text } = await examined(dist, stack, chromium, {
      kinds: ['discharge'],
      parts: ['drafts', 'answers', 'breaking', 'mounted by hand'],
    });
    expect(faults, text).toEqual([]);
  });
}

test('a remote that misbehaves only when it finds no sign of the kit is detected', async ({ stack, chromium }) => {
  await inFolder(async (folder) => {
    await writeWatchful(folder, '2.2.0');
    const { faults, text } = await examined(folder, stack, chromium, {
      kinds: ['admission'],
      parts: ['drafts', 'answers'],
      pace: 150,
    });
    expect(faults, text).toEqual(expect.arrayContaining(['drafts', 'failure', 'network']));
    expect(text).toMatch(/its code names .*\bfetch\b/);
  });
});

for (const [place, { name, breaks, seen, ...difference }] of FIRST_SLIPS.entries()) {
  test(`a remote with ${name} has one failure, which prevents the rest`, async ({ stack, chromium }) => {
    await inFolder(async (folder) => {
      await writeBroken(folder, `2.3.${place}`, difference);
      const parts = ['drafts', 'answers', 'versions', 'moments', 'breaking', 'leaving'] as const;
      const { findings, faults, text } = await examined(folder, stack, chromium, { kinds: ['admission'], parts });
      expect(faults, text).toEqual([breaks]);
      expect(findings.find(({ clause }) => clause === breaks)?.seen.join(), text).toMatch(seen);
      const prevented = findings.filter(({ because }) => because !== undefined);
      expect(new Set(prevented.map(({ because }) => because?.clause)), text).toEqual(new Set([breaks]));
      const later = parts.flatMap((part) => CHECKED_BY[part]).filter((clause) => clause !== breaks);
      expect(
        prevented.map(({ clause }) => clause),
        text,
      ).toEqual(expect.arrayContaining(later));
    });
  });
}

test('a form whose last option is chosen beforehand keeps the clauses of its use', async ({ stack, chromium }) => {
  await inFolder(async (folder) => {
    const chosen: Change = ['isDemo && place === 0', 'place === scales[scale].length - 1'];
    await writeBroken(folder, '2.5.0', { script: [chosen] });
    const { faults, text } = await examined(folder, stack, chromium, {
      kinds: ['admission'],
      parts: ['drafts', 'answers', 'versions'],
    });
    expect(faults, text).toEqual([]);
  });
});

test('one clause is checked alone, and again after a build with the same version', async ({ stack, chromium }) => {
  await inFolder(async (folder) => {
    const plan = planFor(['touch'], ['admission']);
    const low = SLIPS.flatMap(({ slips }) => slips).find(({ breaks }) => breaks === 'touch');
    await writeBroken(folder, '2.4.0', {});
    const first = await examined(folder, stack, chromium, plan);
    await writeBroken(folder, '2.4.0', { script: low?.script ?? [] });
    const second = await examined(folder, stack, chromium, { ...plan, run: 2 });
    expect(first.findings.map(({ clause, holds }) => ({ clause, holds }))).toEqual([{ clause: 'touch', holds: 'yes' }]);
    expect(second.faults, second.text).toEqual(['touch']);
  });
});

for (const [place, { of, parts, slips }] of SLIPS.entries()) {
  test(`a remote with slips in ${of} is refused for each of them and for nothing else`, async ({ stack, chromium }) => {
    await inFolder(async (folder) => {
      const script = slips.flatMap((slip) => slip.script ?? []);
      const manifest = Object.assign({}, ...slips.map((slip) => slip.manifest));
      await writeBroken(folder, `2.1.${place}`, { script, manifest });
      const { findings, faults, text } = await examined(folder, stack, chromium, { kinds: ['admission'], parts });
      expect(faults.toSorted(), text).toEqual([...new Set(slips.map(({ breaks }) => breaks))].sort());
      for (const { name, breaks, seen } of slips) {
        const lines = findings.find(({ clause }) => clause === breaks)?.seen;
        expect(lines, name).toContainEqual(expect.stringMatching(seen));
      }
    });
  });
}
