import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { PlainError } from 'server-kit/plain-error';
import { ensureChromium } from '../commands/browsers/tools.ts';
import { buildChanged } from '../commands/building/local-build.ts';
import { runCommand } from '../commands/running/running.ts';
import { measureAlike } from './alike.ts';
import { BENCH } from './builds.ts';
import { measureBytes } from './bytes.ts';
import { type DayOptions, playDay } from './day/day.ts';
import { BEDS } from './day/profile.ts';
import { measureFeed } from './live/feed.ts';
import { measureLive } from './live/live.ts';
import { measureLoad } from './load.ts';
import { measureLoads } from './page/loads.ts';
import { measureMotion } from './page/motion.ts';
import { BROWSER_ARGUMENTS } from './page/phone.ts';
import { measureDesk, measureScrolling } from './page/scrolling.ts';
import { measureTrend } from './page/trend.ts';
import { measureWarm } from './page/warm.ts';
import { type Product, Servers, startProduct } from './servers.ts';
import { type Verdict, verdictsReport } from './verdicts.ts';

type Print = (line: string) => void;

/** Parts that need neither a build nor a browser. */
const OF_SERVERS: Record<string, (print: Print, day: DayOptions) => Promise<Verdict[]>> = {
  alike: measureAlike,
  load: measureLoad,
  live: measureLive,
  feed: measureFeed,
  day: (print, day) => playDay(day, print),
};

interface PageOptions {
  /** Revision to compare with. */
  against: string | undefined;
}

/** Parts that measure pages of the built product. */
const OF_PAGES: Record<
  string,
  (browser: Browser, product: Product, print: Print, options: PageOptions) => Promise<Verdict[]>
> = {
  bytes: measureBytes,
  warm: measureWarm,
  scrolling: measureScrolling,
  trend: measureTrend,
  motion: measureMotion,
  desk: measureDesk,
  lighthouse: (_browser, product, print, { against }) =>
    measureLoads(product, { executablePath: ensureChromium(process.env), against, print }),
};

const PARTS = [...Object.keys(OF_SERVERS), ...Object.keys(OF_PAGES)];

const USAGE = `Measures bytes, the speed of pages and what the servers sustain, and reports which aims are met.

  npm run bench                       everything
  npm run bench -- --only bytes       one part: ${PARTS.join(', ')}
  npm run bench -- --only day --short only the peaks of the day: a minute instead of half an hour
  npm run bench -- --only day --apis 3   with three API processes (default: 2)
  npm run bench -- --only day --beds 40000   with more beds than 10,000
  npm run bench -- --only lighthouse --against main   beside the build of another commit`;

function readOptions(args: string[]): DayOptions & PageOptions & { parts: string[] } {
  const text = { type: 'string' } as const;
  const options = { only: text, short: { type: 'boolean' }, apis: text, beds: text, against: text } as const;
  const { values } = parseArgs({ args, options });
  const [apis, beds] = [Number(values.apis ?? 2), Number(values.beds ?? BEDS)];
  const parts = PARTS.filter((part) => values.only === undefined || part === values.only);
  const isValid = [apis, beds].every((count) => Number.isInteger(count) && count > 0);
  if (parts.length === 0 || !isValid) throw new PlainError(USAGE);
  return { parts, apis, beds, isShort: values.short === true, against: values.against };
}

const print: Print = (line) => console.log(line);

/** Builds and starts the product, and measures these parts of its pages. */
async function measurePages(parts: readonly string[], options: PageOptions): Promise<void> {
  const executablePath = ensureChromium(process.env);
  await buildChanged({ env: { DATA_ROOT: BENCH }, print });
  await Servers.use(async (servers) => {
    const product = await startProduct(servers);
    const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
    try {
      for (const part of parts) {
        const verdicts = await OF_PAGES[part]?.(browser, product, print, options);
        print(verdictsReport(verdicts ?? []));
      }
    } finally {
      await browser.close();
    }
  });
}

runCommand(async () => {
  const { parts, ...options } = readOptions(process.argv.slice(2));
  const model = cpus()[0]?.model ?? 'unknown';
  print(`Node ${process.version}, ${cpus().length} processors (${model}), ${new Date().toISOString()}`);
  for (const part of parts) {
    const verdicts = await OF_SERVERS[part]?.(print, options);
    if (verdicts) print(verdictsReport(verdicts));
  }
  const ofPages = parts.filter((part) => part in OF_PAGES);
  if (ofPages.length > 0) await measurePages(ofPages, options);
});
