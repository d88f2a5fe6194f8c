import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { runCommand } from '../../shell/commands/running.ts';
import { ensureChromium } from '../../shell/commands/tools.ts';
import { PlainError } from '../../shell/gateway/plain-error.ts';
import { measureApi } from './api.ts';
import { BROWSER_ARGUMENTS } from './browser.ts';
import { judgeBytes, judgeTimes, type Verdict } from './budgets.ts';
import { buildKinds, type DeployRoots } from './builds.ts';
import { measureBytes, measureRemotes } from './bytes.ts';
import { runLighthouse } from './lighthouse.ts';
import { apiReport, bytesReport, lighthouseReport, timesReport, verdictsReport } from './report.ts';
import { type Running, startServers } from './servers.ts';
import { measureTimes } from './times.ts';

const USAGE = `Measures bytes, load times and the API, and says which aims are met.

  npm run bench                       everything
  npm run bench -- --only bytes       one part: bytes, times, api or lighthouse
  npm run bench -- --loads 20         another number of loads than 10`;

const PARTS = ['bytes', 'times', 'api', 'lighthouse'] as const;
type Part = (typeof PARTS)[number];

interface Options {
  parts: readonly Part[];
  loads: number;
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, loads: { type: 'string' } } });
  const loads = Number(values.loads ?? 10);
  if (!Number.isInteger(loads) || loads < 1) throw new PlainError(USAGE);
  const parts = values.only === undefined ? PARTS : PARTS.filter((part) => part === values.only);
  if (parts.length === 0) throw new PlainError(USAGE);
  return { parts, loads };
}

const say = (line: string) => console.log(line);

async function measure(browser: Browser, running: Running, roots: DeployRoots, { parts, loads }: Options) {
  const verdicts: Verdict[] = [];
  if (parts.includes('bytes')) {
    const bytes = await measureBytes(browser, running, roots);
    const remotes = await measureRemotes(roots.federated.welcome);
    say(bytesReport(bytes, remotes));
    verdicts.push(...judgeBytes(bytes, remotes));
  }
  if (parts.includes('times')) {
    const timed = await measureTimes(browser, running, loads, say);
    say(timesReport(timed));
    verdicts.push(...judgeTimes(timed.times));
  }
  return verdicts;
}

runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  const executablePath = ensureChromium(process.env);
  say(
    `Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model ?? 'unknown'}), ${new Date().toISOString()}`,
  );
  const roots = await buildKinds(say);
  const running = await startServers(roots);
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
  try {
    const verdicts = await measure(browser, running, roots, options);
    await browser.close();
    if (options.parts.includes('api')) say(apiReport(await measureApi(running)));
    if (options.parts.includes('lighthouse')) {
      const url = `${running.urls.federated.welcome}/onboarding/welcome`;
      say(lighthouseReport(await runLighthouse(url, executablePath)));
    }
    if (verdicts.length > 0) say(verdictsReport(verdicts));
  } finally {
    await browser.close();
    await running.stop();
  }
});
