import { button, field, heading, including, link, text } from '../../support/phone/phone.ts';
import { ALL, beginSignedIn, HOME } from './entering.ts';
import type { Journey, Visit } from './journey.ts';
import { RESULTS, seeResult } from './results.ts';

/** Each engine's messages about failed requests. */
export const OFFLINE =
  /ERR_|NetworkError|network|CORS|Failed to load|cannot load|could not connect|Load failed|stream/i;

export const timeline: Journey = {
  name: 'timeline',
  short: true,
  async walk(visit) {
    const { phone } = visit;
    await beginSignedIn(visit, ALL);
    await phone.open('/app');
    await phone.sees(HOME, link(/How was your stay\?/));
    await phone.tap(link(/Jordan Avery/));
    await phone.sees(heading('My Events'), text('This stay'), text('Earlier stays'), link(/Emergency visit/));
    await phone.tap(link(/Dr\. Amara Osei/));
    await phone.sees(heading('Dr. Amara Osei'));
    await phone.tap(button('Back'));
    await phone.sees(heading('My Events'), link(/How was your stay\?/));
  },
};

export const results: Journey = {
  name: 'each result',
  async walk(visit) {
    await beginSignedIn(visit, ALL);
    for (const result of RESULTS) await seeResult(visit.phone, result);
  },
};

/** Answers the survey of the admission while the network is cut. Resolves when it is at the hospital. */
export async function answerOffline({ phone, stack, network }: Visit): Promise<void> {
  const { t } = phone;
  const before = (await stack.receipts()).length;
  const survey = t('demo.survey.admission');
  await phone.open('/profile/1/events');
  await phone.tap(link(including(survey)));
  await phone.sees(heading(survey), button(t('surveys.send.button')));
  await phone.tap({ role: 'radio', name: t('surveys.scale.unsatisfied') });
  await phone.tap({ role: 'radio', name: t('surveys.scale.notComfortableAtAll') });
  await phone.fill(field(including(t('surveys.admission.triageComments'))), 'Kind people, long wait.');
  network.cut();
  await phone.tap(button(t('surveys.send.button')));
  // On a busy machine WebKit's storage may not answer in time: the phone then keeps the answers in memory, and says so.
  const where = [t('surveys.thanks.queued'), t('shell.unsent.memoryText')].map((words) => including(words).source);
  await phone.sees({ role: 'heading', name: t('surveys.thanks.title') }, text(new RegExp(where.join('|'))));
  network.restore();
  await phone.until('the survey is at the hospital', async () => (await stack.receipts()).length === before + 1);
  const [arrived] = await stack.receipts();
  if (arrived?.survey !== 'admission') throw new Error(`What arrived is ${JSON.stringify(arrived)}`);
}

export const survey: Journey = {
  name: 'survey offline and sent',
  short: true,
  allowed: OFFLINE,
  async walk(visit) {
    const { phone } = visit;
    await beginSignedIn(visit, 4);
    await answerOffline(visit);
    await phone.open('/profile/1/events');
    await phone.sees(heading('My Events'));
    await phone.seesNo(text(/waiting to be sent/));
  },
};
