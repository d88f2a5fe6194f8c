import { useEffect, useRef, useState } from 'react';
import { type Location, matchPath, useLocation, useNavigate } from 'react-router-dom';
import { ensureTimeline, paths, playSound } from 'shared-ui';
import type { PanelState, Settled } from 'shared-ui/host';
import { whenSettled } from '../idle.ts';
import { featureContract } from '../remotes/loading/request.ts';
import { FeatureRoutes } from '../remotes/Remote.tsx';
import { loadOnce } from '../remotes/remote-cache.ts';
import { ownerAt, profileOf } from '../session/guards.ts';
import { Stage } from './Frame.tsx';
import { AppHeader } from './menu/AppHeader.tsx';
import { InstallHint } from './menu/InstallHint.tsx';
import { Backdrop, ProfilePanel } from './profile/ProfilePanel.tsx';
import { ProfileSelector, useFocusReturn } from './profile/ProfileSelector.tsx';

/** Backdrop for a panel that was opened directly by its URL. */
const HOME: Location = { pathname: paths.app.root, search: '', hash: '', state: null, key: 'behind' };

/** Fetches profiles and events when the app opens, unless they were prefetched. */
function useTimelineData(): void {
  useEffect(() => {
    void ensureTimeline();
  }, []);
}

/** Delay after the first content before the story's remote is fetched, when another one owns the current screen (ms). */
const STORY_DELAY_MS = 5_000;

/** Plays the demo story while the app is open. The remote that shows the home screen provides it. */
function useStory(): void {
  useEffect(() => {
    const storyRemote = ownerAt(paths.app.root)?.remote;
    if (storyRemote === undefined) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = () => {
      if (isOver) return;
      loadOnce(storyRemote, featureContract)
        .then(({ module }) => {
          if (!isOver) stop = module.slots?.story?.();
        })
        // The remote's own slot reports the failure.
        .catch((error) => console.info('The story could not be started', error));
    };
    const isHere = ownerAt(window.location.pathname)?.remote === storyRemote;
    whenSettled(start, isHere ? 0 : STORY_DELAY_MS);
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
}

/** Returns the location shown behind the panel, or alone when no panel is open: the last one outside every profile. */
function useBackdrop(location: Location, isInProfile: boolean): Location | null {
  const [shown, setShown] = useState<Location | null>(isInProfile ? null : location);
  if (isInProfile || shown?.pathname === location.pathname) return shown;
  setShown(location);
  return location;
}

/** State of the panel. It stays lowered for one history entry only: navigating (a tab, a profile) opens it again. */
function usePanelState(location: Location) {
  const [loweredAt, setLoweredAt] = useState<string | null>(null);
  const state: PanelState = loweredAt === location.key ? 'idle' : 'open';
  const setState = (wanted: PanelState) => setLoweredAt(wanted === 'idle' ? location.key : null);
  return [state, setState] as const;
}

function useIsInitialRender(): boolean {
  const isInitial = useRef(true);
  useEffect(() => {
    isInitial.current = false;
  }, []);
  return isInitial.current;
}

/** Plays a click when a panel opens (docs/product-rules.md#profile-panel), but not on navigation inside it. */
function useOpeningSound(openId: number | null): void {
  useEffect(() => {
    if (openId !== null) playSound('click', openId);
  }, [openId]);
}

/**
 * Frame of the patient area: the top bar, the remote that owns the path, and the profile rows at the bottom. Profile
 * paths open in a panel over the previous page, which stays mounted behind it.
 */
export function AppFrame() {
  const location = useLocation();
  const navigate = useNavigate();
  const profileId = profileOf(location.pathname);
  const backdrop = useBackdrop(location, profileId !== null);
  const [state, setState] = usePanelState(location);
  const [isDragging, setIsDragging] = useState(false);
  const handle = useRef<HTMLButtonElement>(null);
  const isInitialRender = useIsInitialRender();
  useTimelineData();
  useStory();
  useFocusReturn(profileId);

  const isCovered = profileId !== null && state === 'open';
  useOpeningSound(isCovered ? profileId : null);
  const settle = (settled: Settled) => {
    if (settled === 'closed') {
      navigate(paths.app.root);
      return;
    }
    setState(settled);
    // The focused element may be hidden now; the handle is always visible.
    handle.current?.focus({ preventScroll: true });
  };
  const shownBehind = backdrop ?? (isCovered && !isDragging ? null : HOME);
  const remote = ownerAt(location.pathname)?.remote;
  const remoteBehindPanel = shownBehind && ownerAt(shownBehind.pathname)?.remote;
  const isHelp = matchPath(`${paths.app.help}/*`, location.pathname) !== null;
  return (
    <Stage
      header={<AppHeader />}
      footer={
        <>
          <InstallHint />
          {!isHelp && <ProfileSelector openId={isCovered ? profileId : null} isJoined={profileId !== null} />}
        </>
      }
      isBehind={isCovered && !isDragging}
    >
      {shownBehind && remoteBehindPanel && (
        <Backdrop visit={shownBehind.key} isCovered={isCovered} isVisible={!isCovered || isDragging}>
          <FeatureRoutes name={remoteBehindPanel} at={shownBehind} />
        </Backdrop>
      )}
      {profileId !== null && remote && (
        // Keyed by profile, so that each panel plays its entry animation.
        <ProfilePanel
          key={profileId}
          profileId={profileId}
          state={state}
          handle={handle}
          skipsEntryAnimation={isInitialRender}
          onSettle={settle}
          onDrag={setIsDragging}
        >
          <FeatureRoutes name={remote} />
        </ProfilePanel>
      )}
    </Stage>
  );
}
