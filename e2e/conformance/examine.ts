import type { Browser, Page } from 'playwright/test';
import { SURVEY_KINDS, type SurveyKind } from 'shared-ui/contract';
import { reasonOf } from '../../shell/gateway/plain-error.ts';
import { keepSession } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { checkSending } from './answers.ts';
import { checkDeclared } from './declared.ts';
import { checkDrawings } from './drawn.ts';
import { type Finding, Findings } from './findings.ts';
import { checkLeaving } from './leaving.ts';
import { deliverInProduct, openInProduct, publishAlone } from './product.ts';
import { Room } from './room.ts';
import { installRoom } from './room-page.ts';
import { readDeclared } from './source.ts';

/** A phone, as the product's own tests use it. The app's worker stays out of it: what it fetches is not the remote's doing. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-CA',
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
} as const;

/** What is not the remote's: the product's words about one that it can't load (the clause "loads" has them), and the worker's. */
const NOT_THEIRS = /^(\[remote\]|RemoteFailure)|Service Worker registration blocked/;

/** What a page says in its console and whom it calls. */
function listen(page: Page, stack: Stack, findings: Findings): void {
  findings.note('quiet');
  findings.note('network');
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || NOT_THEIRS.test(message.text())) return;
    findings.fault('quiet', message.text().slice(0, 300));
  });
  page.on('pageerror', (error) => findings.fault('quiet', String(error)));
  const allowed = [stack.url, stack.recorderUrl].map((url) => new URL(url).origin);
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!/^https?:$/.test(protocol) || allowed.includes(origin)) return;
    findings.fault('network', `${request.method()} ${request.url()}`);
  });
}

/** Sees what the remote's own code asks this very address for: the app's calls are not the remote's to make. */
async function listenToCalls(page: Page, stack: Stack, findings: Findings): Promise<void> {
  const remotes = new URL('/remotes/', stack.url).href;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const [caller] = initiator.stack?.callFrames ?? [];
    if (!caller?.url.startsWith(`${remotes}surveys/`) || !request.url.startsWith(stack.url)) return;
    if (!request.url.startsWith(remotes)) findings.fault('network', `${request.method} ${request.url}`);
  });
}

async function checkExport(room: Room, container: string, expose: string, findings: Findings): Promise<boolean> {
  const { contract, surveys, mount } = await room.load(container, expose);
  const kinds = Array.isArray(surveys) ? surveys : [];
  findings.expect('export', contract === 'survey@1', `contract is ${JSON.stringify(contract)}`);
  findings.expect('export', mount === 'function', `mount is a ${mount}`);
  for (const kind of SURVEY_KINDS) {
    findings.expect('export', kinds.includes(kind), `"${kind}" is not among its surveys`);
  }
  return !findings.isBroken('export');
}

/** Runs the work; what it throws is a fault of the remote, too: a form that can't be examined can't be used. */
async function under(clause: 'draws' | 'answers' | 'unmount', findings: Findings, work: () => Promise<void>) {
  await work().catch((thrown: unknown) => findings.fault(clause, reasonOf(thrown).split('\n')[0] ?? ''));
}

interface Given {
  folder: string;
  stack: Stack;
  kinds: readonly SurveyKind[];
}

async function checkRunning(page: Page, { folder, stack, kinds }: Given, findings: Findings): Promise<void> {
  const { container, expose } = await publishAlone(stack, folder);
  if (!(await openInProduct(page, stack.url, findings))) return;
  await deliverInProduct(page, stack, findings);
  const room = await Room.enter(page);
  if (!(await checkExport(room, container, expose, findings))) return;
  await under('draws', findings, () => checkDrawings(room, kinds, findings));
  await under('answers', findings, () => checkSending(room, kinds, findings));
  await under('unmount', findings, () => checkLeaving(room, findings));
}

/**
 * Holds a built surveys remote against every clause of `survey@1`: its files first, then in the product itself, in a
 * real browser, with the product's policy, loader and recorder.
 * @param folder a copy of the remote's files
 * @param kinds the surveys to draw and to send; all four unless a test is in a hurry
 */
export async function examine(
  folder: string,
  stack: Stack,
  browser: Browser,
  kinds: readonly SurveyKind[] = SURVEY_KINDS,
): Promise<Finding[]> {
  const findings = new Findings();
  await checkDeclared(folder, await readDeclared(folder), findings);
  // What may not be published is not run; a remote that is only too big still is.
  if (findings.isBroken('remote.json', 'files')) return findings.all();
  const context = await browser.newContext(PHONE);
  try {
    const token = await stack.api.signIn('patient');
    await stack.api.playStory(token, Number.POSITIVE_INFINITY);
    await keepSession(context, { token, settings: { isUserValidated: true } });
    await context.addInitScript(installRoom);
    const page = await context.newPage();
    listen(page, stack, findings);
    await listenToCalls(page, stack, findings);
    await checkRunning(page, { folder, stack, kinds }, findings);
  } finally {
    await context.close();
  }
  return findings.all();
}
