import type { SurveyAnswer, SurveyKind } from 'shared-ui/contract';
import { isRecord } from '../../shell/gateway/fields.ts';
import type { Findings } from './findings.ts';
import type { Room } from './room.ts';

const THANKS = 'Thank you for your feedback!';
const MOST_ANSWERS = 50;
const LONGEST_NAME = 200;
const LONGEST_TEXT = 4_000;

const isOption = (answer: unknown) => [1, 2, 3, 4, 5].includes(Number(answer)) && typeof answer === 'number';
const isRating = (answer: unknown) =>
  typeof answer === 'number' && answer >= 0 && answer <= 5 && Number.isInteger(answer * 2);
const isText = (answer: unknown) => typeof answer === 'string';

/** The product's own names: who uses one means the same by it (docs/swap-the-surveys-remote.md, "Answers"). */
const KNOWN: Record<string, [is: (answer: unknown) => boolean, says: string]> = {
  triageOption: [isOption, '1 to 5'],
  covidOption: [isOption, '1 to 5'],
  qualityOption: [isOption, '1 to 5'],
  confidentOption: [isOption, '1 to 5'],
  rating: [isRating, '0 to 5 in half steps'],
  triageComments: [isText, 'a text'],
  covidComments: [isText, 'a text'],
  confidentComments: [isText, 'a text'],
};

/** What is wrong with one answer; undefined when nothing is. */
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
  const known = KNOWN[question];
  return known && !known[0](answer) ? `"${question}" is ${JSON.stringify(answer)}: it must be ${known[1]}` : undefined;
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

const numbersIn = (answers: SurveyAnswer[]) => new Map(answers.map(({ question, answer }) => [question, answer]));

/** Fills in, sends, and gives what was submitted and typed. */
async function sendWith(room: Room, which: 'first' | 'last') {
  const filled = await room.fill(which);
  await room.settle();
  await room.press();
  await room.hasSubmitted(1);
  const { submitted } = await room.calls();
  return { filled, answers: submitted[0] as unknown };
}

async function checkAnswers(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  await room.mount({ survey });
  const first = await sendWith(room, 'first');
  await room.unmount();
  await room.mount({ survey });
  const last = await sendWith(room, 'last');
  if (!checkShape(survey, first.answers, findings) || !checkShape(survey, last.answers, findings)) return;
  const [before, after] = [numbersIn(first.answers), numbersIn(last.answers)];
  const changed = [...after].filter(
    ([question, answer]) => typeof answer === 'number' && before.get(question) !== answer,
  );
  const { choices, texts } = last.filled;
  findings.expect(
    'answers',
    changed.length >= choices,
    `${survey}: ${choices} choices were changed, ${changed.length} answers with them`,
  );
  for (const text of texts) {
    const arrived = last.answers.some(({ answer }) => answer === text);
    findings.expect('answers', arrived, `${survey}: the typed text ${JSON.stringify(text)} is in no answer`);
  }
}

async function checkThanks(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  findings.expect('thanks', await room.reads(THANKS), `${survey}: “${THANKS}” does not show after sending`);
  const isFocused = await room.until((wanted) => {
    const { activeElement } = document;
    const inRoom = activeElement?.closest('#conformance-room') !== null;
    return inRoom && (activeElement?.textContent ?? '').includes(wanted);
  }, THANKS);
  findings.expect('thanks', isFocused, `${survey}: the focus is not on the thanks`);
  const { done } = await room.calls();
  findings.expect('thanks', done === 0, `${survey}: done() was called before the person wanted to leave`);
  findings.expect('thanks', await room.finish(), `${survey}: no button calls done()`);
}

async function checkOnce(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  await room.mount({ survey });
  await room.reply('hold');
  await room.fill('last');
  for (let press = 0; press < 3; press++) {
    await room.press();
    await room.settle();
  }
  const { submitted } = await room.calls();
  findings.expect('once', submitted.length === 1, `${survey}: three presses submitted ${submitted.length} times`);
  await room.release();
  await room.reads(THANKS);
  await room.unmount();
}

async function checkQueued(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  const readAfter = async (how: 'deliver' | 'queue') => {
    await room.mount({ survey });
    await room.reply(how);
    await room.fill('last');
    await room.press();
    await room.reads(THANKS);
    await room.settle();
    const text = await room.text();
    await room.unmount();
    return text;
  };
  const differs = (await readAfter('deliver')) !== (await readAfter('queue'));
  findings.expect('queued', differs, `${survey}: it reads the same as for a survey that was delivered`);
}

async function checkFailure(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  await room.mount({ survey });
  await room.fill('last');
  await room.settle();
  const [values, text] = [await room.values(), await room.text()];
  await room.reply('reject');
  await room.press();
  await room.hasSubmitted(1);
  const isSaid = await room.until(
    (before) => (document.getElementById('conformance-room')?.innerText ?? '').length > before.length,
    text,
  );
  findings.expect('failure', isSaid, `${survey}: nothing is said`);
  const kept = await room.values();
  findings.expect(
    'failure',
    JSON.stringify(kept) === JSON.stringify(values),
    `${survey}: what was filled in is gone or changed`,
  );
  await room.reply('deliver');
  await room.press();
  findings.expect('failure', await room.hasSubmitted(2), `${survey}: pressing again does not send`);
  findings.expect('failure', await room.reads(THANKS), `${survey}: sent at last, it does not thank`);
  const { submitted } = await room.calls();
  const same = JSON.stringify(submitted[0]) === JSON.stringify(submitted[1]);
  findings.expect('failure', same, `${survey}: the second try submits other answers`);
  await room.unmount();
}

/** What the surveys do when they are answered and sent. */
export async function checkSending(room: Room, kinds: readonly SurveyKind[], findings: Findings): Promise<void> {
  for (const survey of kinds) {
    await checkAnswers(room, survey, findings);
    await checkThanks(room, survey, findings);
    await room.unmount();
    await checkFailure(room, survey, findings);
  }
  // These don't depend on what is asked.
  await checkOnce(room, 'admission', findings);
  await checkQueued(room, 'admission', findings);
}
