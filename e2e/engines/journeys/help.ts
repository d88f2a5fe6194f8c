import * as staff from '../../support/people/staff-steps.ts';
import { button, heading, text } from '../../support/phone/phone.ts';
import type { EnginePhone } from '../engine-phone.ts';
import { beginSignedIn } from './entering.ts';
import type { Journey } from './journey.ts';

const PATIENT = 'Jordan Avery';
const NURSE = 'Dana Whitfield';

/** Runs in the page: leaves a mark that a reload would remove. */
const mark = () => void Object.assign(globalThis, { isSamePage: true });

/** Runs in the page: whether the mark is there, and how often the board's list was fetched since the page was opened. */
function readPage(): { isSamePage: boolean; lists: number } {
  const lists = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/desk/requests?'));
  return { isSamePage: 'isSamePage' in globalThis, lists: lists.length };
}

/** Throws if a page was reloaded, or if the board has fetched its list again instead of following the stream. */
async function expectLive(desk: EnginePhone, phone: EnginePhone): Promise<void> {
  const [board, bedside] = [await desk.run(readPage), await phone.run(readPage)];
  if (!board.isSamePage || !bedside.isSamePage) throw new Error('A page was reloaded');
  if (board.lists !== 1) throw new Error(`The board has fetched its list ${board.lists} times`);
}

/** A patient asks for water at one tap, and sees at once which nurse comes. Both screens stay open throughout. */
export const help: Journey = {
  name: 'water from the board',
  short: true,
  async walk(visit) {
    const { phone, newPhone, stack, rounds, record } = visit;
    const { t } = phone;
    await beginSignedIn(visit, 3);
    const desk = await newPhone();
    await staff.signInAtDesk(desk, stack.api);
    await desk.open('/desk/board');
    await desk.sees(heading(t('desk.board.title')), text(t('desk.overview.empty')));
    await phone.open('/profile/1/requests/need');
    await phone.sees(heading(t('requests.need.title')));
    await Promise.all([desk.run(mark), phone.run(mark)]);
    for (let round = 0; round < rounds; round += 1) {
      const asked = performance.now();
      await phone.tap(button(t('requests.kind.water')));
      await desk.sees({ role: 'article', name: PATIENT }, button(t('desk.board.take')));
      const seen = performance.now();
      await desk.tap(button(t('desk.board.take')));
      await phone.sees(text(t('requests.status.onTheWay', { name: NURSE })));
      const known = performance.now();
      record('request on the board', seen - asked);
      record('“on the way” on the phone', known - seen);
      record('both', known - asked);
      await desk.tap(button(t('desk.requests.markDone')));
      await desk.sees(text(t('desk.overview.empty')));
      await phone.seesNo(text(t('requests.status.onTheWay', { name: NURSE })));
    }
    await expectLive(desk, phone);
  },
};
