import { matchPath } from 'react-router-dom';
import { ensureRecords, ensureTimeline, isViewed, type Store, store, surveyOf } from 'shared-ui';
import { prefetchPicture, readyDates, savedToken, sessionKnown, waitFor } from 'shared-ui/host';
import { areFirstResponsesPending } from '../frame/Guarded.tsx';
import { whenQuiet } from '../idle.ts';
import { openWaitingFrame } from '../remotes/guests/waiting-frame.ts';
import { featureContract, isGuest, SURVEYS, surveyContract } from '../remotes/loading/request.ts';
import { registryOfPage } from '../remotes/registry.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { appGuard, guardRedirect, ownerAt } from '../session/guards.ts';

const isAppPath = (pathname: string) => ownerAt(pathname)?.guard === 'patient';

const showsRecords = (pathname: string) =>
  ['results', 'care-plans'].some((part) => matchPath(`/profile/:profileId/${part}/*`, pathname));

// A failure is reported and retried by the slot that shows the remote.
async function loadScreenCode(pathname: string): Promise<void> {
  globalThis.__lodestarPreload?.();
  const owner = ownerAt(pathname);
  if (owner) await loadOnce(owner.remote, featureContract).catch(() => undefined);
}

/** Prepares formatting dates for an app screen while the session of a user who was let in before is being checked. */
export function prepareDates(pathname: string): void {
  if (isAppPath(pathname) && savedToken() !== null && store.getState().settings.isUserValidated) void readyDates();
}

/** Loads a result's data and the picture that its screen shows. */
async function prefetchResult(pathname: string): Promise<void> {
  await ensureRecords();
  const id = matchPath('/profile/:profileId/results/:resultId', pathname)?.params.resultId;
  const result = store.getState().records.results.find((candidate) => candidate.id === id);
  if (result) prefetchPicture(result);
}

/**
 * Loads the surveys remote in parallel with the screen's own, once the events have loaded, if the path's event asks
 * for a form. A failure is reported and retried by the slot that shows the form.
 */
async function prefetchSurvey(pathname: string): Promise<void> {
  await ensureTimeline();
  const id = matchPath('/profile/:profileId/events/:eventId', pathname)?.params.eventId;
  const event = store.getState().events.list.find((candidate) => candidate.id === id);
  if (event && surveyOf(event)) void loadOnce(SURVEYS, surveyContract).catch(() => undefined);
}

/**
 * Opens a waiting frame if surveys are a guest's, as creating a process and a document takes longer than loading a
 * form's code. Failures don't matter: the form then opens its own frame.
 */
async function openFrameForForm(): Promise<void> {
  const active = registryOfPage().remotes[SURVEYS]?.active;
  if (active !== undefined && isGuest(SURVEYS, active)) await openWaitingFrame();
}

const hasDueForm = ({ events }: Store) => events.list.some((event) => surveyOf(event) && !isViewed(event));

/** Opens a waiting frame once an event asks for a form that was not opened yet, before the user taps it. */
export function openFrameWhenFormDue(): void {
  const stop = store.subscribe((state) => {
    if (appGuard(state) !== null || !hasDueForm(state)) return;
    stop();
    whenQuiet(() => void openFrameForForm().catch(() => undefined));
  });
}

/** Starts loading the form behind a link on pointerdown: a tap takes another tenth of a second to complete. */
export function prefetchOnPointerDown(): void {
  document.addEventListener('pointerdown', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== location.origin || !isAppPath(link.pathname) || appGuard(store.getState()) !== null) return;
    void prefetchSurvey(link.pathname);
  });
}

/**
 * Fetches the data of the app screen at a path as soon as the user is known to have access, as loading the screen's
 * code may take longer.
 */
export function prefetchScreenData(pathname: string): void {
  if (!isAppPath(pathname)) return;
  const stop = store.subscribe((state) => {
    if (state.session.status === 'unknown') return;
    stop();
    if (appGuard(state) !== null) return;
    void prefetchSurvey(pathname);
    // In a separate task, because starting requests takes time too.
    if (showsRecords(pathname)) setTimeout(() => void prefetchResult(pathname));
  });
}

/**
 * Resolves when the screen at a path can render completely: the session is known, and its code and first data have
 * loaded. Resolves immediately if the user will be redirected.
 */
export async function whenScreenReady(pathname: string): Promise<void> {
  const guard = ownerAt(pathname)?.guard;
  if (guard === undefined) return;
  if (guard === 'patient' || guard === 'staff') await sessionKnown();
  if (guardRedirect(guard, store.getState(), pathname) !== null) return;
  const firstResponses = guard === 'patient' ? waitFor((state) => !areFirstResponsesPending(state)) : undefined;
  await Promise.all([loadScreenCode(pathname), firstResponses]);
}
