import { type RemoteManifest, SURVEY_KINDS, type SurveyRemote } from 'shared-ui/contract';
import { RemoteError } from '../failure.ts';
import { fetchVerified, integrityFor } from '../loading/integrity.ts';
import type { LocatedManifest } from '../loading/request.ts';
import { canMoveFrames, HIDDEN_STYLE, openFrame, type ReadyFrame } from './element.ts';
import { hasFrozenPage } from './frozen-pages.ts';
import { type Guest, GuestForm, prepare } from './guest-form.ts';
import type { FrameSetup, Script } from './protocol.ts';

const takesPackages = ({ shared }: RemoteManifest): boolean => Object.keys(shared).length > 0;

/** Returns the shell's initial scripts, which also run in the frame of a guest that uses shared packages. */
const shellFiles = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map(({ src }) => src);

/** Returns the optional frame code, needed by guests with several files or in browsers without Trusted Types. */
function optionalFiles(manifest: RemoteManifest): string[] {
  const isNeeded = !('trustedTypes' in window) || takesPackages(manifest) || Object.keys(manifest.files).length > 1;
  return isNeeded ? [new URL(`${__webpack_public_path__}guest-more.js`, location.href).href] : [];
}

/**
 * Fetches a guest's initial files and the shell files it needs.
 * @throws RemoteError if one is missing or changed
 */
async function fetchGuest(
  remote: string,
  locating: Promise<LocatedManifest>,
  signal: AbortSignal,
): Promise<FrameSetup> {
  const { manifest, url: base } = await locating;
  const fetchScript = async (url: string): Promise<Script> => [
    url,
    await fetchVerified({ part: 'ENTRY', url, remote, integrity: integrityFor(url) }, signal),
  ];
  const fetchScripts = (urls: string[]) => Promise.all(urls.map(fetchScript));
  const [entry, shell, optionalCode] = await Promise.all([
    fetchScript(new URL(manifest.entry, base).href),
    fetchScripts(takesPackages(manifest) ? shellFiles() : []),
    fetchScripts(optionalFiles(manifest)),
  ]);
  const { container, expose } = manifest;
  return { page: location.origin, container, expose, entry, shell, optionalCode };
}

/** Starts loading a waiting frame, or returns undefined where the browser can't move frames. */
export const openWaiting = (): ReadyFrame | undefined =>
  canMoveFrames ? openFrame(document.body, HIDDEN_STYLE) : undefined;

/**
 * Loads a guest as a surveys remote like any other: its code is fetched and verified here, and runs in a new frame
 * each time it is mounted.
 * @param takeFrame returns the waiting frame once the guest may run
 * @param signal aborts the downloads, which would slow down the version shown instead
 * @throws RemoteError if one of its files is missing or changed, or if it froze a page before
 */
export async function loadGuest(
  remote: string,
  locating: Promise<LocatedManifest>,
  takeFrame: () => ReadyFrame | undefined,
  signal: AbortSignal,
): Promise<SurveyRemote> {
  if (await hasFrozenPage(remote)) {
    throw new RemoteError('TIMEOUT', remote, 'froze a page earlier');
  }
  const ready = takeFrame();
  try {
    const guest: Guest = { remote, ready, setup: await fetchGuest(remote, locating, signal) };
    if (ready) prepare(ready, guest.setup);
    return {
      contract: 'survey@1',
      surveys: [...SURVEY_KINDS],
      mount(place, context) {
        const form = new GuestForm(guest, place, context);
        return {
          unmount: () => form.end(),
          whenShown: (listener: (isShown: boolean) => void) => form.whenShown(listener),
        };
      },
    };
  } catch (error) {
    ready?.frame.remove();
    throw error;
  }
}
