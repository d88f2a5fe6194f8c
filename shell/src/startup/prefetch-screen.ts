import { matchPath } from 'react-router-dom';
import { ensureRecords, ensureTimeline, isViewed, type Store, store, surveyOf } from 'shared-ui';
import { prefetchPicture, readyDates, savedToken, sessionKnown, waitFor } from 'shared-ui/host';
import { ownerAt } from '../frame/areas.ts';
import { openWaitingFrame } from '../guests/waiting-frame.ts';
import { featureContract, SURVEYS, surveyContract } from '../remotes/contracts.ts';
import { registryOfPage } from '../remotes/registry.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { isGuest } from '../remotes/request.ts';
import { appGuard, areFirstComing, verdictOf } from '../session/guards.tsx';
import { whenQuiet } from './idle.ts';

const isAppPath = (pathname: string) => ownerAt(pathname)?.guard === 'patient';

/** A phone that was let in before, at a path of the app. */
const mayBeLetIn = (pathname: string) =>
  isAppPath(pathname) && savedToken() !== null && store.getState().settings.isUserValidated;

const showsRecords = (pathname: string) =>
  ['results', 'care-plans'].some((part) => matchPath(`/profile/:profileId/${part}/*`, pathname));

// One that fails is reported, and tried again by the slot that shows it.
async function codeCame(pathname: string): Promise<void> {
  const owner = ownerAt(pathname);
  if (owner) await loadOnce(owner.remote, featureContract).catch(() => undefined);
}

/**
 * Loads the code of the app's screen at a path beside asking who is here. Only on a phone that was let in before; nothing
 * is shown until the server has let it in again.
 */
export function prefetchScreenCode(pathname: string): void {
  if (!mayBeLetIn(pathname)) return;
  void codeCame(pathname);
}

/** Makes ready what every screen of the app needs, while the server is asked who is here. */
export function prepareScreen(pathname: string): void {
  if (mayBeLetIn(pathname)) void readyDates();
}

/** A result is read for its pictures as much as for its words. */
async function prefetchResult(pathname: string): Promise<void> {
  await ensureRecords();
  const id = matchPath('/profile/:profileId/results/:resultId', pathname)?.params.resultId;
  const result = store.getState().records.results.find((candidate) => candidate.id === id);
  if (result) prefetchPicture(result);
}

/**
 * The form that an event asks for is another remote's than the screen that it is on: it is loaded beside that, as soon as
 * events are there and say that there will be one. One that fails is reported, and tried again by the slot that shows it.
 */
async function prefetchSurvey(pathname: string): Promise<void> {
  await ensureTimeline();
  const id = matchPath('/profile/:profileId/events/:eventId', pathname)?.params.eventId;
  const event = store.getState().events.list.find((candidate) => candidate.id === id);
  if (event && surveyOf(event)) void loadOnce(SURVEYS, surveyContract).catch(() => undefined);
}

/**
 * Has a frame wait where forms are a guest's: a process and a document take longer than the code of a form. One that does
 * not come, or of which no registry says whose it is, is not missed: the form opens its own.
 */
async function expectForm(): Promise<void> {
  const active = registryOfPage().remotes[SURVEYS]?.active;
  if (active !== undefined && isGuest(SURVEYS, active)) await openWaitingFrame();
}

const asksForForm = ({ events }: Store) => events.list.some((event) => surveyOf(event) && !isViewed(event));

/** Once an event asks for a form that was not opened yet, a frame waits for the tap that may come. */
export function awaitForms(): void {
  const stop = store.subscribe((state) => {
    if (appGuard(state) !== null || !asksForForm(state)) return;
    stop();
    whenQuiet(() => void expectForm().catch(() => undefined));
  });
}

/**
 * From now on the form behind a link begins to load while the finger is still on the link: a tap is over a tenth of a second
 * later.
 */
export function followTouches(): void {
  document.addEventListener('pointerdown', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== location.origin || !isAppPath(link.pathname) || appGuard(store.getState()) !== null) return;
    void prefetchSurvey(link.pathname);
  });
}

/**
 * Fetches what the app's screen at a path will show, at the moment it becomes known that the person may see it: the code
 * that shows it may take longer.
 */
export function prefetchScreenData(pathname: string): void {
  if (!isAppPath(pathname)) return;
  const stop = store.subscribe((state) => {
    if (state.session.status === 'unknown') return;
    stop();
    if (appGuard(state) !== null) return;
    void prefetchSurvey(pathname);
    // A task of its own: asking takes time too.
    if (showsRecords(pathname)) setTimeout(() => void prefetchResult(pathname));
  });
}

/**
 * Resolves when the screen at a path can be drawn whole and in one go: it is known who is here, its code has come, and what it
 * shows first. At once where the person is led elsewhere.
 */
export async function whenScreenReady(pathname: string): Promise<void> {
  const guard = ownerAt(pathname)?.guard;
  if (guard === undefined) return;
  if (guard === 'patient' || guard === 'staff') await sessionKnown();
  if (verdictOf(guard, store.getState(), pathname) !== null) return;
  const answers = guard === 'patient' ? waitFor((state) => !areFirstComing(state)) : undefined;
  await Promise.all([codeCame(pathname), answers]);
}
