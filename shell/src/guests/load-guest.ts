import { SURVEY_KINDS, type SurveyRemote } from 'shared-ui/contract';
import { RemoteFailure } from '../remotes/failure.ts';
import type { LocatedManifest } from '../remotes/manifest.ts';
import { canMove, openFrame, type ReadyFrame, WAITING } from './element.ts';
import { firstFiles } from './files.ts';
import { type Guest, GuestForm, prepare } from './guest-form.ts';
import { neverCameBack } from './lost.ts';
import type { Beginning } from './protocol.ts';

/** What a guest begins with, out of files that are what was published. Throws RemoteFailure. */
async function fetchGuest(remote: string, locating: Promise<LocatedManifest>): Promise<Beginning> {
  const located = await locating;
  const { container, expose } = located.manifest;
  return { page: location.origin, container, expose, ...(await firstFiles(remote, located)) };
}

/** Begins to load a frame that waits for a guest; none where a browser can't move it to its place. */
export const openWaiting = (): ReadyFrame | undefined => (canMove ? openFrame(document.body, WAITING) : undefined);

/**
 * A guest as a surveys remote like any other: its code is fetched and checked here, and runs in a frame of its own each time
 * that it is mounted. Throws RemoteFailure when a file of it is missing or changed, or when it froze a page.
 * @param takeFrame returns a frame that waits for it, once it may run
 */
export async function loadGuest(
  remote: string,
  locating: Promise<LocatedManifest>,
  takeFrame: () => ReadyFrame | undefined,
): Promise<SurveyRemote> {
  if (await neverCameBack(remote)) {
    throw new RemoteFailure('TIMEOUT', remote, 'never came back');
  }
  const ready = takeFrame();
  try {
    const guest: Guest = { remote, ready, beginning: await fetchGuest(remote, locating) };
    if (ready) prepare(ready, guest.beginning);
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
