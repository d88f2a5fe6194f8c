import FlaskConical from 'lucide-react/icons/flask-conical';
import Wrench from 'lucide-react/icons/wrench';
import X from 'lucide-react/icons/x';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { IconButton, store, useText } from 'shared-ui';
import { hasUnsentTyping, onDemandOptional, savedToken } from 'shared-ui/host';
import { styled } from 'styled-components';
import type { OverrideNotice } from '../remotes/registry.ts';
import { endOverride, markTestVersion, mayKeepOverride, words } from './override.ts';

/** Black on gold in both themes, so that the strip differs from everything else at the top of a screen. */
const Strip = styled.section`
  position: fixed;
  inset: 0 0 auto;
  z-index: 2147483646;
  display: flex;
  align-items: center;
  gap: var(--space-3);
  padding: env(safe-area-inset-top) var(--space-2) 0 var(--space-4);
  background: var(--gold);
  color: var(--on-gold);
  font: var(--text-s) / var(--line-tight) var(--font);

  > svg {
    flex: none;
  }
  > p {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    padding-block: var(--space-1);
    overflow-wrap: anywhere;
  }
  strong {
    display: block;
    font-size: var(--text-m);
  }
  button {
    flex: none;
    color: inherit;
  }
  button:focus-visible {
    outline-color: var(--on-gold);
  }
`;

/** Publishes the strip's height as `--strip`, so that the screens start below it. */
function usePublishedHeight(strip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--strip', `${strip.current?.offsetHeight ?? 0}px`);
    const sizes = new ResizeObserver(measure);
    if (strip.current) sizes.observe(strip.current);
    measure();
    return () => {
      sizes.disconnect();
      style.removeProperty('--strip');
    };
  }, [strip]);
}

const DevTools = onDemandOptional(() => import('./devtools/DevTools.tsx'), {
  onError: (error) => console.warn('The developer details could not be loaded', error),
});

interface OverrideStripProps extends Pick<OverrideNotice, 'name' | 'build'> {
  /** Pull request of which this is the latest build. */
  preview: string | undefined;
  onClose(): void;
}

/**
 * Strip above every screen that says this browser shows a test version, with a button to end it and one that opens
 * details for its developer.
 */
export function OverrideStrip({ name, build, preview, onClose }: OverrideStripProps) {
  const t = useText(words);
  const strip = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [hasDetails, setHasDetails] = useState(false);
  usePublishedHeight(strip);
  const closeDetails = () => {
    setHasDetails(false);
    opener.current?.focus();
  };
  return (
    <>
      <Strip ref={strip} aria-label={t('label')}>
        <FlaskConical aria-hidden />
        <p>
          <strong>{preview === undefined ? t('title', { name }) : t('preview', { name, preview })}</strong>
          {t('build', { build })}
        </p>
        <IconButton
          ref={opener}
          label={t('details.open')}
          icon={<Wrench aria-hidden />}
          aria-expanded={hasDetails}
          onClick={() => setHasDetails(!hasDetails)}
        />
        <IconButton label={t('close')} icon={<X aria-hidden />} onClick={onClose} />
      </Strip>
      {hasDetails && <DevTools onClose={closeDetails} />}
    </>
  );
}

/** Retry interval while there is unsaved input (ms). */
const RETRY_MS = 2_000;

/**
 * Ends this page's test version when it expires, but not while there is unsaved input. If the phone's clock says it
 * has already expired, the server decides on the next page load.
 * @param until seconds since the epoch
 */
function endAt(until: number): void {
  const remainingMs = until * 1000 - Date.now();
  if (remainingMs <= 0) return;
  const end = () => {
    if (hasUnsentTyping()) setTimeout(end, RETRY_MS);
    else void endOverride();
  };
  setTimeout(end, remainingMs);
}

let checkedToken: string | null = null;

/**
 * Asks the server, once per session, whether the session may keep the test version. Resolves if it may or there is no
 * session; otherwise reloads the page and never resolves.
 */
async function checkSession(): Promise<void> {
  const token = savedToken();
  if (token === null || token === checkedToken) return;
  checkedToken = token;
  if (await mayKeepOverride(token)) return;
  await endOverride();
  // Don't run any test code while the page reloads.
  await new Promise(() => undefined);
}

/**
 * Ensures that only testers' sessions keep a test version: checks the saved session before any test code is loaded,
 * and each later session as soon as it is complete.
 */
export async function watchSignIn(): Promise<void> {
  store.subscribe(({ session }, before) => {
    if (session.status !== 'full') return;
    // A wristband session becomes a full one with the same token.
    if (before.session.status === 'narrow') checkedToken = null;
    void checkSession();
  });
  await checkSession();
}

/**
 * Shows that this page runs a test version until it expires. Resolves when the test code may be loaded: if a user is
 * signed in, after the server has allowed it.
 */
export async function startOverride({
  name,
  build,
  until,
  preview,
  developer,
  isInPlace = false,
}: OverrideNotice): Promise<void> {
  const container = document.createElement('div');
  // Outside the body: an open app dialog makes everything in the body inert.
  document.documentElement.insertBefore(container, document.body);
  const root = createRoot(container);
  const show = (shown: string) =>
    root.render(<OverrideStrip {...{ name, preview }} build={shown} onClose={() => void endOverride()} />);
  show(build);
  await markTestVersion();
  endAt(until);
  await watchSignIn();
  if (!developer) return;
  const { followDeveloper } = await import('./follow-developer.ts');
  followDeveloper({ name, developer, build, isInPlace, onBuild: show });
}
