import { useEffect, useRef, useState } from 'react';
import { type Location, matchPath, useLocation, useNavigate } from 'react-router-dom';
import { ensureTimeline, paths, playSound } from 'shared-ui';
import type { PanelState, Settled } from 'shared-ui/host';
import { FeatureRoutes } from '../remotes/FeatureRoutes.tsx';
import { AppHeader } from './AppHeader.tsx';
import { ownerAt, profileOf } from './areas.ts';
import { Backdrop } from './Backdrop.tsx';
import { Stage } from './Frame.tsx';
import { InstallHint } from './InstallHint.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { ProfileSelector } from './ProfileSelector.tsx';
import { useFocusReturn } from './useFocusReturn.ts';
import { useStory } from './useStory.ts';

/** What lies behind a panel that was opened by its address, before anything else was shown. */
const HOME: Location = { pathname: paths.app.root, search: '', hash: '', state: null, key: 'behind' };

/** Fetches profiles and events when the app opens, unless they were prefetched. */
function useTimelineData(): void {
  useEffect(() => {
    void ensureTimeline();
  }, []);
}

/** The visit that is shown behind the panel, or alone: the last one outside every profile, as it was. */
function useBackdrop(location: Location, isInProfile: boolean): Location | null {
  const [shown, setShown] = useState<Location | null>(isInProfile ? null : location);
  if (isInProfile || shown?.pathname === location.pathname) return shown;
  setShown(location);
  return location;
}

/** The panel is lowered for one visit: navigating (a tab, a person) opens it again. */
function useLowered(location: Location) {
  const [loweredAt, setLoweredAt] = useState<string | null>(null);
  const state: PanelState = loweredAt === location.key ? 'idle' : 'open';
  const setState = (wanted: PanelState) => setLoweredAt(wanted === 'idle' ? location.key : null);
  return [state, setState] as const;
}

/** While the app is drawn for the first time. */
function useIsFirst(): boolean {
  const isFirst = useRef(true);
  useEffect(() => {
    isFirst.current = false;
  }, []);
  return isFirst.current;
}

/** Opening a panel clicks (docs/product-rules.md#profile-panel); going on inside it does not. */
function useOpeningSound(openId: number | null): void {
  useEffect(() => {
    if (openId !== null) playSound('click', openId);
  }, [openId]);
}

/**
 * Everything behind the guard: the top bar, the remote that owns the path, and the people at the bottom. A profile's
 * paths are shown in a panel over the page that was there before, which goes on living behind it.
 */
export function AppFrame() {
  const location = useLocation();
  const navigate = useNavigate();
  const profileId = profileOf(location.pathname);
  const backdrop = useBackdrop(location, profileId !== null);
  const [state, setState] = useLowered(location);
  const [isDragging, setIsDragging] = useState(false);
  const handle = useRef<HTMLButtonElement>(null);
  const isFirst = useIsFirst();
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
    // What had the focus may be out of sight now; the handle stays.
    handle.current?.focus({ preventScroll: true });
  };
  const behind = backdrop ?? (isCovered && !isDragging ? null : HOME);
  const remote = ownerAt(location.pathname)?.remote;
  const remoteBehind = behind && ownerAt(behind.pathname)?.remote;
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
      {behind && remoteBehind && (
        <Backdrop visit={behind.key} isCovered={isCovered} isSeen={!isCovered || isDragging}>
          <FeatureRoutes name={remoteBehind} at={behind} />
        </Backdrop>
      )}
      {profileId !== null && remote && (
        // A panel of its own for every person: the next one rises anew.
        <ProfilePanel
          key={profileId}
          profileId={profileId}
          state={state}
          handle={handle}
          isThere={isFirst}
          onSettle={settle}
          onDrag={setIsDragging}
        >
          <FeatureRoutes name={remote} />
        </ProfilePanel>
      )}
    </Stage>
  );
}
