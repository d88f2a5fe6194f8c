import { withCommit } from '../builds.ts';
import { calibrate, calibrationReport } from '../calibration.ts';
import { measureInTurns } from '../pairs.ts';
import { type PagesOfBuild, Servers, startPages } from '../servers.ts';
import type { Verdict } from '../verdicts.ts';
import { judgeLoads, loadsReport, type Measured } from './figures.ts';
import { type Method, recordLoad, type Visit } from './lighthouse.ts';

/** Measured loads of each screen, phone, build and method; one more of each before them warms up the servers. */
const LOADS = 7;
/** Additional rounds when Lighthouse could not record a load and asks to run again. */
const SPARE_LOADS = 3;

interface LoadOptions {
  executablePath: string;
  /** Revision whose build is measured beside this one. */
  against?: string | undefined;
  print(line: string): void;
}

interface ScreenOfBuild extends Visit {
  name: string;
}

async function aResult({ url, token }: PagesOfBuild): Promise<string> {
  const answer = await fetch(`${url}/api/v1/results`, { headers: { authorization: `Bearer ${token}` } });
  const [first] = (await answer.json()) as { id: string }[];
  if (first === undefined) throw new Error('There is no result to judge');
  return first.id;
}

/** Returns the screens of a build, each on a new phone and on one that has shown it before. */
async function screensOf(build: PagesOfBuild): Promise<ScreenOfBuild[]> {
  const { url, token } = build;
  const screens = [
    { name: 'welcome', url: `${url}/onboarding/welcome`, token: undefined },
    { name: 'sign-in', url: `${url}/onboarding/login`, token: undefined },
    { name: 'home', url: `${url}/app`, token, storedAs: 'screen/home' },
    { name: 'a result', url: `${url}/profile/1/results/${await aResult(build)}`, token, storedAs: 'screen/result' },
  ];
  return screens.flatMap((screen) => [
    { ...screen, name: `${screen.name}, new phone`, isReturning: false },
    { ...screen, name: `${screen.name}, phone that was here before`, isReturning: true },
  ]);
}

async function measure(builds: readonly ScreenOfBuild[], executablePath: string): Promise<Measured> {
  const inTurns = async (method: Method) => {
    const sides = builds.map((screen) => () => recordLoad(screen, method, executablePath));
    for (const side of sides) await side();
    return measureInTurns(sides, { rounds: LOADS, spare: SPARE_LOADS });
  };
  return { applied: await inTurns('applied'), simulated: await inTurns('simulated') };
}

async function measureBuilds(builds: readonly PagesOfBuild[], options: LoadOptions): Promise<Verdict[]> {
  const { executablePath, against, print } = options;
  const calibration = calibrate();
  print(calibrationReport(calibration));
  const [own = [], other = []] = await Promise.all(builds.map(screensOf));
  const verdicts: Verdict[] = [];
  for (const [index, screen] of own.entries()) {
    const twin = other[index];
    const measured = await measure(twin === undefined ? [screen] : [screen, twin], executablePath);
    print(loadsReport(screen.name, measured, against));
    verdicts.push(...judgeLoads(screen.name, measured, calibration, against));
  }
  return verdicts;
}

/**
 * Measures the welcome, sign-in, home and result screens, on new phones and on phones that were here before, with
 * throttling that is applied and, beside it, simulated. Checks whether they reach their aims.
 */
export function measureLoads(product: PagesOfBuild, options: LoadOptions): Promise<Verdict[]> {
  const { against, print } = options;
  if (against === undefined) return measureBuilds([product], options);
  return withCommit(against, print, (build) =>
    Servers.use(async (servers) => measureBuilds([product, await startPages(servers, build)], options)),
  );
}
