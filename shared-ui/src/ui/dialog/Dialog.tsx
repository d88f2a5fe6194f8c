/**
 * Entry `shared-ui/dialog`: layers over the page that trap the focus.
 * @module
 */
import * as Ariakit from '@ariakit/react/dialog';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { Actions, Button, IconButton } from '../components/index.ts';

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Wraps Tab on the last stop of a dialog to its first one, and Shift+Tab the reverse. */
function loopFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled'),
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

export interface DialogProps {
  open: boolean;
  /** Called on Escape, a press outside, or the close button. The focus returns to where it was. */
  onClose(): void;
  title: string;
  /** Label of the close button. Without it the dialog has no close button, so offer another one that closes it. */
  closeLabel?: string;
  children: ReactNode;
}

/**
 * Returns the styles of an element until its entry begins. With reduced motion there are none: without its own
 * transition, a dialog is never marked as entering by the library if its scrim was marked a frame earlier.
 */
const entryStyles = (start: ReturnType<typeof css>) => css`
  @media (prefers-reduced-motion: no-preference) {
    &:not([data-enter]) {
      ${start}
    }
  }
`;

const Scrim = styled.div`
  background: var(--scrim);
  transition: opacity var(--fade);
  ${entryStyles(css`opacity: 0;`)}
`;

const surface = css`
  position: fixed;
  z-index: 40;
  display: flex;
  flex-direction: column;
  background: var(--surface);
  color: var(--ink);
  box-shadow: var(--shadow-3);
  overflow: auto;
  overscroll-behavior: contain;
`;

const Sheet = styled(Ariakit.Dialog)`
  ${surface}
  inset: var(--strip) 0 0;
  inline-size: min(calc(100% - 32px), var(--card-max));
  block-size: fit-content;
  max-block-size: calc(var(--screen) - 32px);
  margin: auto;
  padding: var(--space-5) var(--space-4) var(--space-4);
  border-radius: var(--radius-l);
  transition: opacity var(--fade), transform var(--fade) var(--ease);
  ${entryStyles(css`
    opacity: 0;
    transform: translateY(16px) scale(0.98);
  `)}
`;

const Side = styled(Ariakit.Dialog)`
  ${surface}
  inset-block: var(--strip) 0;
  inset-inline-end: 0;
  inline-size: min(100vw - 40px, max(340px, 20rem));
  padding: var(--space-2) var(--space-2) calc(var(--space-4) + env(safe-area-inset-bottom));
  border-start-start-radius: var(--radius-l);
  border-end-start-radius: var(--radius-l);
  transition: transform var(--list) var(--ease);
  ${entryStyles(css`
    transform: translateX(100%);

    [dir='rtl'] & {
      transform: translateX(-100%);
    }
  `)}
`;

const Head = styled.div`
  display: flex;
  flex: none;
  align-items: start;
  gap: var(--space-2);
  margin-block-end: var(--space-3);

  > :first-child {
    flex: 1;
    min-inline-size: 0;
    padding-block: 7px;
    padding-inline-start: var(--space-2);
  }
`;

function Header({ title, closeLabel }: Pick<DialogProps, 'title' | 'closeLabel'>) {
  return (
    <Head>
      <Ariakit.DialogHeading render={<h2>{title}</h2>} />
      {closeLabel && <Ariakit.DialogDismiss render={<IconButton label={closeLabel} icon={<X />} />} />}
    </Head>
  );
}

const Content = styled.div`
  padding-inline: var(--space-2);
`;

/** A question or message over the page. Traps the focus while it is open. */
export function Dialog({ open, onClose, title, closeLabel, children }: DialogProps) {
  return (
    <Sheet open={open} onClose={onClose} onKeyDown={loopFocus} backdrop={<Scrim />} unmountOnHide>
      <Header title={title} {...(closeLabel && { closeLabel })} />
      <Content>{children}</Content>
    </Sheet>
  );
}

/** The side menu: slides in from the end edge, over the whole height. */
export function Drawer({ open, onClose, title, closeLabel, children }: DialogProps) {
  return (
    <Side open={open} onClose={onClose} onKeyDown={loopFocus} backdrop={<Scrim />} unmountOnHide>
      <Header title={title} {...(closeLabel && { closeLabel })} />
      {children}
    </Side>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** Whether confirming is destructive: its button is red and the focus starts on cancel. */
  danger?: boolean;
  busy?: boolean;
  onConfirm(): void;
  /** Called on cancel, Escape, or a press outside. */
  onCancel(): void;
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel, danger = false, busy = false, onConfirm, onCancel } = props;
  return (
    <Dialog open={open} onClose={onCancel} title={title}>
      {children}
      <Actions>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="plain" data-autofocus={danger || undefined} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </Actions>
    </Dialog>
  );
}

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Item = styled.button`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  inline-size: 100%;
  min-block-size: 52px;
  padding: var(--space-2);
  border: 0;
  border-radius: var(--radius-s);
  background: transparent;
  color: var(--ink);
  font-weight: 560;
  text-align: inherit;
  text-decoration: none;

  > svg {
    color: var(--brand);
  }
  > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  &:hover:not([aria-disabled]),
  &[aria-current] {
    background: var(--brand-soft);
  }
  &[aria-disabled] {
    color: var(--ink-soft);
  }
  &[aria-disabled] > svg {
    color: var(--ink-soft);
  }
  small {
    margin-inline-start: auto;
    font-size: var(--text-s);
    font-weight: 400;
  }
`;

export interface MenuItem {
  id: string;
  label: string;
  icon: ReactNode;
  /** Target route; alternatively set `onPress`. */
  to?: string;
  onPress?: () => void;
  current?: boolean;
  /** Whether the menu stays open, for an entry that opens a question over it. */
  stays?: boolean;
  /** Not available: stays readable; `note` says why. */
  disabled?: boolean;
  note?: string;
}

/** The entries of the side menu. Calls `onLeave` when an entry is chosen that leads away (close the drawer). */
export function MenuList({ items, onLeave }: { items: readonly MenuItem[]; onLeave(): void }) {
  return (
    <List>
      {items.map((item) => (
        <li key={item.id}>
          <Entry item={item} onLeave={onLeave} />
        </li>
      ))}
    </List>
  );
}

function Entry({ item, onLeave }: { item: MenuItem; onLeave(): void }) {
  const face = (
    <>
      {item.icon}
      <span>{item.label}</span>
      {item.note && <small>{item.note}</small>}
    </>
  );
  if (item.to !== undefined && !item.disabled) {
    return (
      <Item as={Link} to={item.to} aria-current={item.current ? 'page' : undefined} onClick={onLeave}>
        {face}
      </Item>
    );
  }
  const press = () => {
    if (item.disabled) return;
    if (!item.stays) onLeave();
    item.onPress?.();
  };
  return (
    <Item type="button" aria-disabled={item.disabled || undefined} onClick={press}>
      {face}
    </Item>
  );
}
