import { SURVEY_KINDS, type SurveyRemote } from 'shared-ui/contract';
import { RemoteFailure } from '../failure.ts';
import type { LocatedManifest } from '../loading/request.ts';
import { canMove, HIDDEN_STYLE, openFrame, type ReadyFrame } from './element.ts';
import { firstFiles } from './files.ts';
import { hasFrozenPage } from './frozen-pages.ts';
import { type Guest, GuestForm, prepare } from './guest-form.ts';
import type { FrameSetup } from './protocol.ts';

/** Fetches and verifies a guest's files. Throws RemoteFailure. */
async function fetchGuest(remote: string, locating: Promise<LocatedManifest>): Promise<FrameSetup> {
  const located = await locating;
  const { container, expose } = located.manifest;
  return { page: location.origin, container, expose, ...(await firstFiles(remote, located)) };
}

/** Starts loading a waiting frame, or returns undefined where the browser can't move frames. */
export const openWaiting = (): ReadyFrame | undefined => (canMove ? openFrame(document.body, HIDDEN_STYLE) : undefined);

/**
 * Loads a guest as a surveys remote like any other: its code is fetched and verified here, and runs in a new frame
 * each time it is mounted. Throws RemoteFailure if one of its files is missing or changed, or if it froze a page
 * before.
 * @param takeFrame returns the waiting frame once the guest may run
 */
export async function loadGuest(
  remote: string,
  locating: Promise<LocatedManifest>,
  takeFrame: () => ReadyFrame | undefined,
): Promise<SurveyRemote> {
  if (await hasFrozenPage(remote)) {
    throw new RemoteFailure('TIMEOUT', remote, 'froze a page earlier');
  }
  const ready = takeFrame();
  try {
    const guest: Guest = { remote, ready, setup: await fetchGuest(remote, locating) };
    if (ready) prepare(ready, guest.setup);
    return {
      contract: 'survey@1',
      surveys: [...SURVEY_KINDS],
      mount(place, context) {
        const form = new GuestForm(guest, place, context);
        return { unmount: () => form.end(), shown: form.mounted };
      },
    };
  } catch (error) {
    ready?.frame.remove();
    throw error;
  }
}
