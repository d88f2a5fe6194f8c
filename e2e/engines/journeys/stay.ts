import { button, heading, link, text } from '../../support/phone/phone.ts';
import { surveyCase } from '../../support/screens/surveys.ts';
import { ALL, beginSignedIn, HOME } from './entering.ts';
import type { Journey } from './journey.ts';
import { RESULTS, seeResult } from './results.ts';

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

const admission = surveyCase('admission');

/** On a busy machine WebKit's storage may not answer in time: the phone then keeps the answers in memory, and says so. */
const WHERE_ANSWERS_ARE = /Your answers are safe on this phone|This phone can’t store it/;

export const survey: Journey = {
  name: 'survey offline and sent',
  short: true,
  // Each engine's messages about failed requests.
  allowed: /ERR_|NetworkError|network|CORS|Failed to load|cannot load|could not connect|Load failed|stream/i,
  async walk(visit) {
    const { phone, stack, network } = visit;
    await beginSignedIn(visit, 4);
    const before = (await stack.receipts()).length;
    await phone.open('/profile/1/events');
    await phone.tap(link(/How was your admission\?/));
    await phone.sees(heading(admission.event), button('Send feedback'));
    for (const [, answer] of admission.choose) await phone.tap({ role: 'radio', name: answer });
    for (const [label, words] of admission.type) await phone.fill({ label }, words);
    network.cut();
    await phone.tap(button('Send feedback'));
    await phone.sees(heading2('Thank you for your feedback!'), text(WHERE_ANSWERS_ARE));
    network.restore();
    await phone.until('the survey is at the hospital', async () => (await stack.receipts()).length === before + 1);
    await phone.open('/profile/1/events');
    await phone.sees(heading('My Events'));
    await phone.seesNo(text(/waiting to be sent/));
    const [arrived] = await stack.receipts();
    if (arrived?.survey !== admission.recordedAs) throw new Error(`What arrived is ${JSON.stringify(arrived)}`);
  },
};

function heading2(name: string) {
  return { role: 'heading', name };
}
