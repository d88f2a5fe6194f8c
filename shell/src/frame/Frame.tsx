import House from 'lucide-react/icons/house';
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigationType } from 'react-router-dom';
import { IconLink, paths, runtimeConfig, staffPaths, useStore, useText } from 'shared-ui';
import { TINY_SCREEN, TopBar } from 'shared-ui/host';
import { styled } from 'styled-components';
import { Notices } from '../offline/Notices.tsx';
import { words } from '../words.ts';
import { OfflineLine } from './OfflineLine.tsx';

const Shell = styled.div`
  display: flex;
  flex-direction: column;
  block-size: var(--screen);
  transition: background var(--fade);
  /* Queries of this container count in the person's own text size. */
  container: screen / size;

  &[data-behind] {
    background: var(--sunken);
  }
  /* A document is printed in its whole length. */
  @media print {
    container-type: normal;
  }
`;

const SkipLink = styled.a`
  position: absolute;
  z-index: 20;
  padding: var(--space-3) var(--space-4);
  border-radius: var(--radius-s);
  background: var(--surface);
  color: var(--brand);

  /* Above the screen, however many lines it has, and not over what stands there. */
  &:not(:focus) {
    inset-block-end: 100%;
    clip-path: inset(50%);
  }
  &:focus {
    inset-block-start: var(--space-2);
    inset-inline-start: var(--space-2);
  }
`;

const Main = styled.main`
  position: relative;
  display: flex;
  flex: 1;
  flex-direction: column;
  min-block-size: 0;
  outline: none;

  &[data-scrolls] {
    overflow-y: auto;
  }
  ${TINY_SCREEN} {
    hyphens: auto;
  }
  /* Fixed content (a toast) is positioned above the profile rows, not over them. */
  &:not([data-scrolls]) {
    contain: layout;
    overflow: clip;
  }
  ${TINY_SCREEN} {
    /* Of the panel's tabs, which show the current one's word only. */
    --tab-peak: calc(36px + 1.25 * min(var(--text-xs), 6.5vw));
    hyphens: auto;
  }
`;

/** Scroll position of each history entry, in pixels. Browsers restore it for the document only. */
const positions = new Map<string, number>();

/**
 * Starts new screens at the top and restores the scroll position on back navigation.
 * @param visit key of the history entry shown in the scroller; defaults to the current one
 */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, visit?: string): void {
  const location = useLocation();
  const key = visit ?? location.key;
  const navigation = useNavigationType();
  const initialPosition = useEffectEvent(() => (navigation === 'POP' ? (positions.get(key) ?? 0) : 0));
  // In a layout effect: a shorter screen clamps the scroll position, which must not be saved as this entry's position.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // On a short screen, the panel scrolls as a whole: its sheet, which is the parent.
    const scrollers = [element, element.parentElement].filter((one) => one !== null);
    const position = initialPosition();
    for (const one of scrollers) one.scrollTop = position;
    const remember = ({ currentTarget }: Event) => positions.set(key, (currentTarget as Element).scrollTop);
    for (const one of scrollers) one.addEventListener('scroll', remember, { passive: true });
    return () => {
      for (const one of scrollers) one.removeEventListener('scroll', remember);
    };
  }, [scroller, key]);
}

interface StageProps {
  /** Above every screen, after a link that skips it. */
  header?: ReactNode;
  /** Below every screen. */
  footer?: ReactNode;
  /** Darkened while a panel is open over it. */
  isBehind?: boolean;
  /** Set to the main landmark, which then scrolls; otherwise its content does. */
  scroller?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Layout of every screen: skip link, header, notices, main landmark and footer. */
export function Stage({ header, footer, isBehind, scroller, children }: StageProps) {
  const t = useText(words);
  return (
    <Shell data-behind={isBehind || undefined}>
      {header && <SkipLink href="#main">{t('frame.skip')}</SkipLink>}
      {header}
      <Notices />
      <Main ref={scroller} id="main" tabIndex={-1} data-scrolls={scroller ? true : undefined}>
        {children}
      </Main>
      {footer}
    </Shell>
  );
}

/** Layout with a single screen: the header stays in view and everything below it scrolls. */
export function Frame({ header, children }: Pick<StageProps, 'header' | 'children'>) {
  const main = useRef<HTMLElement>(null);
  useScrollMemory(main);
  return (
    <Stage header={header} scroller={main}>
      {children}
    </Stage>
  );
}

/** Full-screen pages without a top bar. */
export const FULL_SCREEN: string[] = [paths.onboarding.root, paths.onboarding.welcome, paths.onboarding.tutorial];

/**
 * Frame of onboarding: the bar has the logo and a home button, and nothing that needs an account. Every screen shows
 * the offline line, for users with a session who land here because the server can't be reached.
 */
export function OnboardingFrame({ children }: { children: ReactNode }) {
  const t = useText(words);
  const { pathname } = useLocation();
  const { brand } = runtimeConfig();
  const isOffline = useStore(({ session }) => session.isOffline);
  if (FULL_SCREEN.some((path) => matchPath(path, pathname))) {
    return <Frame header={isOffline && <OfflineLine />}>{children}</Frame>;
  }
  const bar = (
    <>
      <TopBar logo={{ path: brand.logo, name: brand.name }}>
        <IconLink label={t('frame.home')} icon={<House />} to={paths.onboarding.welcome} />
      </TopBar>
      <OfflineLine />
    </>
  );
  return <Frame header={bar}>{children}</Frame>;
}

/** Aligns the logo to the edge, above the desk's links, instead of the narrow column of the patient screens. */
const FromEdge = styled.div`
  > header > div {
    max-inline-size: none;
  }
`;

/** Frame of the staff screens: full width, with only the logo in the bar. */
export function WideFrame({ children }: { children: ReactNode }) {
  const { brand } = runtimeConfig();
  const bar = (
    <>
      <FromEdge>
        <TopBar logo={{ path: brand.logo, name: brand.name, to: staffPaths.desk }} />
      </FromEdge>
      <OfflineLine />
    </>
  );
  return <Frame header={bar}>{children}</Frame>;
}
