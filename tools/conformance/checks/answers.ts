import { isRecord } from 'server-kit/fields';
import type { SurveyAnswer, SurveyKind } from 'shared-ui/contract';
import { CHECKED_BY } from '../clauses.ts';
import type { Findings } from '../findings.ts';
import type { Product } from '../visit/product.ts';
import { THANKS, type Visit } from '../visit/visit.ts';

/** Ratings. */
const STEPS = Array.from({ length: 11 }, (_, place) => place / 2);
const MOST_ANSWERS = 50;
const LONGEST_NAME = 200;
const LONGEST_TEXT = 4_000;
/** Number of attempts to press the send button again: a press before the refusal is shown has no effect. */
const PRESSES = 2;
/** Time after which the app stops waiting for the recorder and tells the form that its answers are queued (ms). */
const QUEUED_AFTER_MS = 6_000;
/** Number of attempts to press three times before the app stops waiting, which a slow machine may not manage. */
const ATTEMPTS_IN_TIME = 3;

/**
 * The product's own question names, whose answers have a fixed meaning (docs/swap-the-surveys-remote.md, "Answers").
 */
const KNOWN: [names: RegExp, is: (answer: unknown) => boolean, says: string][] = [
  [/^(triage|covid|quality|confident)Option$/, (answer) => [1, 2, 3, 4, 5].some((each) => each === answer), '1 to 5'],
  [/^rating$/, (answer) => STEPS.some((each) => each === answer), '0 to 5 in half steps'],
  [/^(triage|covid|confident)Comments$/, (answer) => typeof answer === 'string', 'a text'],
];

/** Returns what is wrong with one answer, or undefined. */
function faultIn(entry: unknown): string | undefined {
  if (!isRecord(entry)) return `${JSON.stringify(entry)} is not { question, answer }`;
  const { question, answer } = entry;
  if (typeof question !== 'string' || question === '' || question.length > LONGEST_NAME) {
    return `the question ${JSON.stringify(question)} is no name of 1 to ${LONGEST_NAME} characters`;
  }
  if (typeof answer !== 'string' && typeof answer !== 'number') {
    return `the answer to "${question}" is ${JSON.stringify(answer)}, neither a number nor a text`;
  }
  if (typeof answer === 'string' && answer.length > LONGEST_TEXT) return `"${question}" is longer than ${LONGEST_TEXT}`;
  const [, is, says] = KNOWN.find(([names]) => names.test(question)) ?? [];
  return is && !is(answer) ? `"${question}" is ${JSON.stringify(answer)}: it must be ${says}` : undefined;
}

function checkShape(survey: SurveyKind, answers: unknown, findings: Findings): answers is SurveyAnswer[] {
  findings.note('answers');
  if (!Array.isArray(answers)) {
    findings.fault('answers', `${survey}: submit() got ${JSON.stringify(answers)}, not a list`);
    return false;
  }
  findings.expect('answers', answers.length <= MOST_ANSWERS, `${survey}: ${answers.length} answers`);
  const faults = answers.map(faultIn).filter((fault) => fault !== undefined);
  for (const fault of faults) findings.fault('answers', `${survey}: ${fault}`);
  const names = answers.map((entry) => (isRecord(entry) ? String(entry.question) : ''));
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  findings.expect('answers', twice === undefined, `${survey}: "${twice}" is named twice`);
  return faults.length === 0;
}

/** What one visit submitted for a survey. */
export interface Sent {
  first?: SurveyAnswer[];
  /** Text after delivery, empty without a thank-you message; undefined if the survey was not delivered. */
  thanks?: string;
}

/** Returns the answers of the n-th posted survey, or undefined when it does not arrive in time. */
async function waitForPost({ page, proxy: { posted } }: Visit, times: number): Promise<unknown> {
  await page.until(async () => posted.length >= times);
  return posted[times - 1]?.Responses;
}

async function sendAfterRefusal(visit: Visit, survey: SurveyKind, findings: Findings): Promise<Sent | undefined> {
  const { proxy } = visit;
  const before = proxy.posted.length;
  const [values, text] = [await visit.ask('values'), await visit.ask('text')];
  proxy.recorder = 'rejects';
  await visit.send();
  const first = await waitForPost(visit, before + 1);
  if (proxy.posted.length === before) {
    findings.fault('delivers', `${survey}: the submit button submits nothing`);
    findings.skip(CHECKED_BY.answers, 'delivers');
    return undefined;
  }
  const isMessageShown = await visit.page.until(async () => (await visit.ask('text')).length > text.length);
  findings.expect('failure', isMessageShown, `${survey}: no message says that it was not sent`);
  const isUnchanged = JSON.stringify(await visit.ask('values')) === JSON.stringify(values);
  findings.expect('failure', isUnchanged, `${survey}: after the refusal, what was filled in is gone or changed`);
  proxy.recorder = 'accepts';
  let second: unknown;
  for (let press = 0; press < PRESSES && second === undefined; press++) {
    await visit.send();
    second = await waitForPost(visit, before + 2);
  }
  findings.expect('failure', second !== undefined, `${survey}: pressing again does not send`);
  const isSame = JSON.stringify(first) === JSON.stringify(second);
  findings.expect('failure', isSame || second === undefined, `${survey}: the second try submits other answers`);
  if (second === undefined) findings.skip(['thanks'], 'failure');
  return {
    ...(checkShape(survey, first, findings) ? { first } : {}),
    ...(second === undefined ? {} : { thanks: await checkThanks(visit, survey, findings) }),
  };
}

async function checkThanks(visit: Visit, survey: SurveyKind, findings: Findings): Promise<string> {
  const isThere = await visit.thanks();
  findings.expect('thanks', isThere, `${survey}: “${THANKS}” does not show after sending`);
  if (!isThere) return '';
  const isFocused = await visit.page.until(() => visit.ask('focusReads', THANKS), 3_000);
  findings.expect('thanks', isFocused, `${survey}: the focus is not on the thanks`);
  const text = await visit.ask('text');
  findings.expect('thanks', await visit.finish(), `${survey}: no button calls done()`);
  return text;
}

/**
 * Fills in, submits and leaves one survey. The recorder refuses it, then accepts it: answers stay, a message appears,
 * and a second press sends the same answers. Returns what was submitted, or undefined if nothing was.
 */
export async function checkSending(visit: Visit, survey: SurveyKind, findings: Findings): Promise<Sent | undefined> {
  await visit.fill('first');
  const sent = await sendAfterRefusal(visit, survey, findings);
  if (!sent?.thanks) await visit.leave();
  return sent;
}

/** Submits the same survey with other answers: they arrive changed, and typed texts are among them. */
export async function checkOthers(visit: Visit, survey: SurveyKind, sent: Sent, findings: Findings): Promise<void> {
  const before = visit.proxy.posted.length;
  const { choices, texts } = await visit.fill('last');
  await visit.send();
  const answers = await waitForPost(visit, before + 1);
  if (!checkShape(survey, answers, findings)) return;
  const earlier = new Map(sent.first?.map(({ question, answer }) => [question, answer]));
  const changed = answers.filter(({ question, answer }) => {
    return typeof answer === 'number' && earlier.get(question) !== answer;
  }).length;
  const seen = `${survey}: ${choices} choices were changed, but ${changed} of the submitted answers`;
  findings.expect('answers', changed >= choices, seen);
  for (const text of texts) {
    const arrived = answers.some(({ answer }) => typeof answer === 'string' && answer.includes(text));
    findings.expect('answers', arrived, `${survey}: the typed text ${JSON.stringify(text)} is in no answer`);
  }
  await visit.thanks();
  await visit.leave();
}

/**
 * Presses three times while the recorder does not respond: one submission, unchanged text, and the thank-you message.
 * Returns whether the text proves something: it may change once the app has stopped waiting.
 */
async function checkOnce(visit: Visit, survey: SurveyKind, findings: Findings): Promise<boolean> {
  const { proxy } = visit;
  const before = proxy.posted.length;
  proxy.hold();
  const pressedAt = Date.now();
  await visit.send();
  await waitForPost(visit, before + 1);
  await visit.ask('settle');
  const sending = await visit.ask('text');
  for (let press = 0; press < 2; press++) {
    await visit.send();
    await visit.ask('settle');
  }
  const isSame = (await visit.ask('text')) === sending;
  const isProof = isSame || Date.now() - pressedAt < QUEUED_AFTER_MS;
  if (isProof) findings.expect('once', isSame, `${survey}: pressed again while sending, its text changes`);
  proxy.release();
  findings.expect('once', await visit.thanks(), `${survey}: pressed three times, it shows no “${THANKS}”`);
  const times = proxy.posted.length - before;
  findings.expect('once', times === 1, `${survey}: three presses submitted ${times} times`);
  await visit.leave();
  return isProof;
}

/** Checks pressing again while sending, and that a queued survey is not thanked for like a delivered one. */
export async function checkMoments(product: Product, sent: Map<SurveyKind, Sent>, findings: Findings): Promise<void> {
  const [[survey, { thanks }] = ['admission' as const, {} as Sent]] = sent;
  const visit = await product.visit();
  for (let attempt = 1; attempt <= ATTEMPTS_IN_TIME; attempt++) {
    if (attempt > 1) await product.reopen(visit);
    await visit.open(survey);
    await visit.fill('last');
    if (await checkOnce(visit, survey, findings)) break;
  }
  if (thanks) {
    await product.reopen(visit);
    await visit.open(survey);
    await visit.fill('last');
    visit.proxy.recorder = 'unreachable';
    await visit.send();
    await visit.thanks();
    await visit.ask('settle');
    const isOther = (await visit.ask('text')) !== thanks;
    findings.expect('queued', isOther, `${survey}: its text is the same as for a delivered survey`);
  } else {
    findings.skip(['queued'], findings.firstBroken(['failure', 'thanks']) ?? 'thanks');
  }
  await visit.end();
}
