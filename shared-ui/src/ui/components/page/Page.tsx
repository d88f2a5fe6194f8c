import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { fadeIn, TINY_SCREEN } from '../../theme/theme.ts';
import { IconButton } from '../Button.tsx';
import { HeadingLanguage } from '../heading-language.ts';

/** A button of a header: its label and its action. */
export interface HeaderAction {
  label: string;
  onPress(): void;
}

/**
 * Whether something covers the screen (true inside), in which case it neither sets the document title nor takes the
 * focus.
 */
export const Covered = createContext(false);

/**
 * Sets the document title ("Screen · Product", where `meta[name=application-name]` has the product's name) and focuses
 * the heading, so that a screen reader starts there. Restores the previous title on unmount.
 */
function useScreenName(title: string, focus: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isCovered = use(Covered);
  // Only on arrival: when a screen is uncovered again, the component that uncovered it handles the focus.
  const takesFocus = useRef(focus && !isCovered);
  const focusedBefore = useRef<Element | null>(null);
  useEffect(() => {
    if (isCovered) return;
    const before = document.title;
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
    document.title = product ? `${title} · ${product}` : title;
    return () => {
      document.title = before;
    };
  }, [title, isCovered]);
  useLayoutEffect(() => {
    focusedBefore.current = document.activeElement;
  }, []);
  useEffect(() => {
    // The screen may have been painted before this runs: whoever types already keeps the focus.
    const focused = document.activeElement;
    const isFree = focused === focusedBefore.current || focused === document.body;
    if (takesFocus.current && isFree) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

interface ScreenHeadingProps {
  children: string;
  /** Whether it takes the focus when it appears (default true): right for every screen that navigation leads to. */
  focus?: boolean;
  className?: string;
}

/** The h1 of a screen; also sets the document title. One per screen. */
export function ScreenHeading({ children, focus = true, className }: ScreenHeadingProps) {
  const heading = useScreenName(children, focus);
  return (
    <h1 ref={heading} tabIndex={-1} className={className} {...use(HeadingLanguage)}>
      {children}
    </h1>
  );
}

let hasShownScreen = false;

/**
 * Returns whether this is the first screen since the page was opened. It appears without a fade: there is no previous
 * screen, and a fade would delay reading by a fifth of a second.
 */
function useIsFirstScreen(): boolean {
  const [isFirst] = useState(() => !hasShownScreen);
  useEffect(() => {
    hasShownScreen = true;
  }, []);
  return isFirst;
}

const Column = styled.div`
  inline-size: 100%;
  max-inline-size: var(--column);
  margin-inline: auto;
  padding: var(--space-4) var(--space-4) var(--space-6);

  &:not([data-first]) {
    animation: ${fadeIn} var(--fade) var(--ease);
  }
  &[data-compact] {
    padding-block-start: var(--space-2);

    > h1 {
      font-size: min(1.25rem, 10vw);
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;

      /* Large text wraps instead, so that no name is cut off. */
      ${TINY_SCREEN} {
        white-space: normal;
      }
    }
    > h1 + div {
      margin-block-start: var(--space-3);
    }
  }
`;

const Intro = styled.div`
  margin-block: var(--space-2) 0;
  color: var(--ink-soft);
`;

const Body = styled.div`
  margin-block-start: var(--space-5);
`;

/** For a single message rather than a task: a mark above the text, everything centred. */
const Moment = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  padding-block-start: clamp(var(--space-4), 9vh, 5.5rem);
  text-align: center;
  text-wrap: balance;
  overflow-wrap: anywhere;

  > :first-child {
    margin-block-end: var(--space-5);
  }
`;

interface PageProps {
  title: string;
  /** A picture above the heading, for screens with a single message (SuccessMark, IconDisc). */
  mark?: ReactNode;
  intro?: ReactNode;
  back?: HeaderAction | undefined;
  focusHeading?: boolean;
  /** A heading of one line, for a screen whose content matters more. Text that doesn't fit is cut off. */
  compact?: boolean;
  children?: ReactNode;
}

/** A whole screen: large heading that takes the focus, then its content in the phone-wide column. */
export function Page({ title, mark, intro, back, focusHeading = true, compact = false, children }: PageProps) {
  const isFirst = useIsFirstScreen();
  const words = (
    <>
      <ScreenHeading focus={focusHeading}>{title}</ScreenHeading>
      {intro && <Intro>{intro}</Intro>}
    </>
  );
  return (
    <Column data-first={isFirst || undefined} data-compact={compact || undefined}>
      {back && <BackButton {...back} />}
      {mark ? (
        <Moment>
          {mark}
          {words}
        </Moment>
      ) : (
        words
      )}
      {children && <Body>{children}</Body>}
    </Column>
  );
}

const Pull = styled.div`
  margin-block: -10px var(--space-2);
  margin-inline-start: -12px;
`;

function BackButton({ label, onPress }: HeaderAction) {
  return (
    <Pull>
      <IconButton label={label} icon={<ArrowLeft />} onClick={onPress} />
    </Pull>
  );
}

/** The place of a panel's header: the strip with its handle. Null outside of panels. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

const HeaderRow = styled.div`
  container-type: inline-size;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--space-2);
  inline-size: 100%;
  max-inline-size: var(--column);
  min-block-size: var(--target);
  margin-inline: auto;
  padding-inline: var(--space-2);
`;

const PanelHeading = styled(ScreenHeading)`
  flex: 1;
  min-inline-size: 0;
  /* Keeps it below the mark that shows where to drag a panel. */
  padding-block: 11px 5px;
  padding-inline-start: var(--space-2);
  font-size: min(1.25rem, 10vw);
  letter-spacing: -0.01em;

  /* With large text, a long word ("événements") does not fit between the buttons: the heading goes below them. */
  @container (inline-size < 13rem) {
    order: 1;
    flex-basis: 100%;
    hyphens: auto;
  }
`;

interface BackHeaderProps {
  title: string;
  back?: HeaderAction | undefined;
  close?: HeaderAction | undefined;
}

/**
 * The header of a screen inside the profile panel: back arrow, heading (h1, takes the focus), close. A panel shows it
 * next to its handle, so that both take one strip.
 */
export function BackHeader({ title, back, close }: BackHeaderProps) {
  const slot = use(HeaderSlot);
  const row = (
    <HeaderRow>
      {back && <IconButton label={back.label} icon={<ArrowLeft />} onClick={back.onPress} />}
      <PanelHeading>{title}</PanelHeading>
      {close && <IconButton label={close.label} icon={<X />} onClick={close.onPress} />}
    </HeaderRow>
  );
  return slot ? createPortal(row, slot) : row;
}

const PanelColumn = styled(Column)`
  padding-block-start: var(--space-1);
`;

/** The content of a screen inside the profile panel: padding and the phone-wide column. */
export function PanelBody({ children }: { children: ReactNode }) {
  const isFirst = useIsFirstScreen();
  return <PanelColumn data-first={isFirst || undefined}>{children}</PanelColumn>;
}
