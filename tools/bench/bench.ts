import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { PlainError } from '../../gateway/common/plain-error.ts';
import { ensureChromium } from '../commands/browsers/tools.ts';
import { runCommand } from '../commands/running/running.ts';
import { judgeAlike, measureAlike } from './alike.ts';
import { measureApi } from './api.ts';
import { auditReport, measureAuditChain } from './audit.ts';
import {
  judgeBytes,
  judgeIsolation,
  judgeScrolling,
  judgeTimes,
  judgeTrend,
  judgeWarm,
  type Verdict,
} from './budgets.ts';
import { buildKinds, type DeployRoots } from './builds.ts';
import { measureBytes, measureRemotes } from './bytes.ts';
import { dayReport, judgeDay, playDay } from './day/day.ts';
import { measureDesk, measureDeskLists } from './desk.ts';
import { judgeEdits, measureEdits } from './edit.ts';
import { judgeKills, measureKills } from './live/kills.ts';
import { judgeChannels, judgeLive, liveReport, measureChannels, measureLive } from './live/live.ts';
import { judgeLoad, loadReport, measureLoad } from './load.ts';
import { measureIsolation } from './page/isolation.ts';
import { judgeLighthouse, runLighthouse } from './page/lighthouse.ts';
import { measureMotion } from './page/motion.ts';
import { measureScrolling } from './page/scrolling.ts';
import { measureTimes, measureWarm } from './page/times.ts';
import { measureTrend } from './page/trend.ts';
import { judgeUpdates, measureUpdates } from './page/updates.ts';
import { BROWSER_ARGUMENTS } from './page/visit.ts';
import { measureThroughput, throughputReport } from './production/throughput.ts';
import {
  alikeReport,
  apiReport,
  bytesReport,
  isolationReport,
  lighthouseReport,
  scrollingReport,
  timesReport,
  verdictsReport,
} from './report.ts';
import { type Running, startServers } from './servers.ts';

const USAGE = `Measures bytes, load times and the API, and reports which aims are met.

  npm run bench                       everything
  npm run bench -- --only bytes       one part: bytes, times, warm, scrolling, trend, api, lighthouse,
                                      alike, motion, load, live, kills, production, isolation, desk, edit, update, audit or day
  npm run bench -- --loads 20         number of loads (default: 10)
  npm run bench -- --only day --short only the peaks of the day: a minute instead of half an hour`;

const PARTS = [
  'bytes',
  'times',
  'warm',
  'scrolling',
  'trend',
  'api',
  'lighthouse',
  'alike',
  'motion',
  'load',
  'live',
  'kills',
  'production',
  'isolation',
  'desk',
  'edit',
  'update',
  'audit',
  'day',
] as const;
type Part = (typeof PARTS)[number];

/** Parts that compare the federated product with an unfederated build. */
const COMPARING: readonly Part[] = ['bytes', 'times'];

interface Options {
  parts: readonly Part[];
  loads: number;
  isShort: boolean;
}

const OPTIONS = { only: { type: 'string' }, loads: { type: 'string' }, short: { type: 'boolean' } } as const;

function readOptions(args: string[]): Options {
  const { values } = parseArgs({ args, options: OPTIONS });
  const loads = Number(values.loads ?? 10);
  if (!Number.isInteger(loads) || loads < 1) throw new PlainError(USAGE);
  const parts = values.only === undefined ? PARTS : PARTS.filter((part) => part === values.only);
  if (parts.length === 0) throw new PlainError(USAGE);
  return { parts, loads, isShort: values.short === true };
}

const print = (line: string) => console.log(line);

async function measure(browser: Browser, running: Running, roots: DeployRoots, { parts, loads }: Options) {
  const verdicts: Verdict[] = [];
  if (parts.includes('bytes')) {
    const bytes = await measureBytes(browser, running, roots);
    const remotes = await measureRemotes(roots.federated.welcome);
    print(bytesReport(bytes, remotes));
    verdicts.push(...judgeBytes(bytes, remotes));
  }
  if (parts.includes('times')) {
    const timed = await measureTimes(browser, running, loads, print);
    print(timesReport(timed));
    verdicts.push(...judgeTimes(timed.times));
  }
  if (parts.includes('warm')) verdicts.push(...judgeWarm(await measureWarm(browser, running)));
  if (parts.includes('scrolling')) {
    const scrolled = await measureScrolling(browser, running);
    for (const list of scrolled) {
      print(scrollingReport(list));
      verdicts.push(...judgeScrolling(list));
    }
  }
  if (parts.includes('trend')) verdicts.push(...judgeTrend(await measureTrend(browser, running, loads)));
  if (parts.includes('motion'))
    verdicts.push(...(await measureMotion(browser, running.urls.federated.welcome, running.token)));
  if (parts.includes('desk')) verdicts.push(...(await measureDesk(browser, running, print)));
  if (parts.includes('edit'))
    verdicts.push(judgeEdits(await measureEdits(browser, new URL(running.urls.federated.welcome).origin)));
  if (parts.includes('update')) verdicts.push(judgeUpdates(await measureUpdates(browser, running, roots)));
  if (parts.includes('isolation')) {
    const isolation = await measureIsolation(browser, running, loads, print);
    print(isolationReport(isolation));
    verdicts.push(...judgeIsolation(isolation));
  }
  return verdicts;
}

/** Measures whether response times reveal who has an account. Needs only the API. */
async function measureResponseTimes(): Promise<void> {
  const times = await measureAlike();
  print(alikeReport(times));
  print(verdictsReport(judgeAlike(times)));
}

/** Measures the load that API and recorder sustain. Needs neither a build nor a browser. */
async function measurePhones(): Promise<void> {
  const load = await measureLoad();
  print(loadReport(load));
  print(verdictsReport(judgeLoad(load)));
}

/** Measures how fast events reach phones and what streams cost. Needs neither a build nor a browser. */
async function measureStream(): Promise<void> {
  const live = await measureLive(print);
  print(liveReport(live));
  print('Live: delivery channel of each event…');
  print(verdictsReport([...judgeLive(live), judgeChannels(await measureChannels())]));
}

/** Plays a day of a large network. Needs neither a build nor a browser. */
async function measureDay(isShort: boolean): Promise<void> {
  const played = await playDay(isShort, print);
  print(dayReport(played));
  print(verdictsReport(judgeDay(played)));
}

/** Measures the response times of the desk's lists, on both databases. */
async function measureDeskResponses(): Promise<void> {
  print(verdictsReport(await measureDeskLists()));
}

/** Parts that need only the servers. */
const WITHOUT_BUILD: readonly Part[] = ['alike', 'load', 'live', 'kills', 'production', 'audit', 'day'];

async function measureBuilds(options: Options): Promise<void> {
  const executablePath = ensureChromium(process.env);
  const hasRivals = options.parts.some((part) => COMPARING.includes(part));
  const roots = await buildKinds(print, hasRivals);
  const running = await startServers(roots);
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
  try {
    const verdicts = await measure(browser, running, roots, options);
    await browser.close();
    if (options.parts.includes('api')) print(apiReport(await measureApi(running)));
    if (options.parts.includes('lighthouse')) {
      const figures = await runLighthouse(running, executablePath);
      print(lighthouseReport(figures));
      verdicts.push(...judgeLighthouse(figures));
    }
    if (verdicts.length > 0) print(verdictsReport(verdicts));
  } finally {
    await browser.close();
    await running.stop();
  }
}

runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  print(
    `Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model ?? 'unknown'}), ${new Date().toISOString()}`,
  );
  if (options.parts.includes('alike')) await measureResponseTimes();
  if (options.parts.includes('load')) await measurePhones();
  if (options.parts.includes('live')) await measureStream();
  if (options.parts.includes('kills')) print(verdictsReport([judgeKills(await measureKills(print))]));
  if (options.parts.includes('desk')) await measureDeskResponses();
  if (options.parts.includes('production')) print(throughputReport(await measureThroughput(print)));
  if (options.parts.includes('audit')) print(auditReport(await measureAuditChain(print)));
  if (options.parts.includes('day')) await measureDay(options.isShort);
  if (options.parts.some((part) => !WITHOUT_BUILD.includes(part))) await measureBuilds(options);
});
