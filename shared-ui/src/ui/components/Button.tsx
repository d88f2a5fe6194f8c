import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Loop } from '../animation/AnimationStage.tsx';

/**
 * primary: the main action. ghost: a second action. plain: a quiet one, such as leaving. star: on the night sky and
 * banners.
 */
export type ButtonVariant = 'primary' | 'ghost' | 'plain' | 'star' | 'danger';

interface Look {
  variant?: ButtonVariant | undefined;
  /** Before the label (22 px). */
  icon?: ReactNode;
  iconAfter?: ReactNode;
  /** As wide as its label instead of the whole column. */
  compact?: boolean | undefined;
}

interface ButtonProps extends Look, Omit<ComponentPropsWithRef<'button'>, 'ref'> {
  ref?: ComponentPropsWithRef<'button'>['ref'];
  /** Work is in progress: keeps its width, name and focus, shows a spinner and ignores presses. */
  busy?: boolean | undefined;
}

const ButtonElement = styled.button`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  inline-size: 100%;
  min-block-size: 52px;
  padding: 10px var(--space-5);
  border: 2px solid transparent;
  border-radius: var(--radius-m);
  background: var(--brand);
  color: var(--on-brand);
  font: 640 var(--text-l) / var(--line-tight) var(--font);
  text-align: center;
  text-decoration: none;
  transition: background var(--fade), border-color var(--fade), transform 0.1s;

  &[data-compact] {
    inline-size: auto;
    min-block-size: var(--target);
    padding-inline: var(--space-4);
    font-size: var(--text-m);
  }
  &[data-variant='ghost'] {
    border-color: var(--brand);
    background: transparent;
    color: var(--brand);
  }
  &[data-variant='plain'] {
    min-block-size: var(--target);
    background: transparent;
    color: var(--brand);
    font-size: var(--text-m);
  }
  &[data-variant='star'] {
    background: var(--gold);
    color: var(--on-gold);
  }
  &[data-variant='danger'] {
    border-color: var(--urgent);
    background: transparent;
    color: var(--urgent);
  }
  /* Only where a pointer can hover: on a phone the hover style would stick to the last button tapped. */
  @media (hover: hover) {
    &[data-variant='primary']:hover:not(:disabled) {
      background: var(--brand-strong);
    }
    &:is([data-variant='ghost'], [data-variant='plain']):hover:not(:disabled) {
      background: var(--brand-soft);
    }
  }
  &:active:not(:disabled, [aria-busy]) {
    transform: scale(0.985);
  }
  &:disabled {
    opacity: 0.5;
  }
`;

const Face = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  min-inline-size: 0;
  overflow-wrap: anywhere;

  [aria-busy] > & {
    opacity: 0;
  }
`;

const LOADER = { 'aria-hidden': true, children: <Loop name="loader" width={64} /> };

/** Typed without the children: callers can't set them, and the exported type stays unchanged. */
const LOADER_PROPS: { 'aria-hidden': boolean } = LOADER;

/** The loader, small and in the colour of the surrounding text. Hidden from screen readers. */
export const Spinner = styled.span.attrs(LOADER_PROPS)`
  --star: currentColor;
  --brand: currentColor;
  --brand-soft: transparent;
  display: inline-block;
  inline-size: var(--icon);
  block-size: var(--icon);
`;

const CentredSpinner = styled(Spinner)`
  position: absolute;
`;

/** Button of the product. `type` defaults to "button". */
export function Button({ variant, icon, iconAfter, compact, busy, onClick, children, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A busy submit button is not disabled, as that would drop the focus, so a second submit must be prevented here.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <ButtonElement
      type="button"
      {...rest}
      {...look(variant, compact)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      <Face>
        {icon}
        {children}
        {iconAfter}
      </Face>
      {busy && <CentredSpinner />}
    </ButtonElement>
  );
}

interface LinkButtonProps extends Look {
  to?: string;
  /** A URL outside the app: https:, mailto: or tel:. */
  href?: string;
  /** With `href`: saves the target under this name instead of navigating to it. */
  download?: string | undefined;
  /** Whether the route replaces the current history entry. */
  replace?: boolean;
  children: ReactNode;
}

/** A link that looks like a button. Takes either `to` or `href`. */
export function LinkButton({
  variant,
  icon,
  iconAfter,
  compact,
  to,
  href,
  download,
  replace = false,
  children,
}: LinkButtonProps) {
  const face = (
    <Face>
      {icon}
      {children}
      {iconAfter}
    </Face>
  );
  if (to === undefined) {
    return (
      <ButtonElement as="a" {...look(variant, compact)} href={href} download={download}>
        {face}
      </ButtonElement>
    );
  }
  return (
    <ButtonElement as={Link} {...look(variant, compact)} to={to} replace={replace}>
      {face}
    </ButtonElement>
  );
}

function look(variant: ButtonVariant = 'primary', compact = false) {
  return { 'data-variant': variant, 'data-compact': compact || undefined };
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** What it does: its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
}

const IconButtonElement = styled.button`
  display: inline-grid;
  flex: none;
  place-items: center;
  inline-size: var(--target);
  block-size: var(--target);
  padding: 0;
  border: 0;
  border-radius: var(--radius-full);
  background: transparent;
  color: inherit;
  transition: background var(--fade);

  @media (hover: hover) {
    &:hover:not(:disabled) {
      background: color-mix(in srgb, currentColor 10%, transparent);
    }
  }
  &:disabled {
    opacity: 0.5;
  }
`;

/** A round 44 px button with an icon only. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <IconButtonElement type="button" {...rest} aria-label={label} title={label}>
      {icon}
    </IconButtonElement>
  );
}

interface IconLinkProps {
  label: string;
  icon: ReactNode;
  to: string;
}

/** An icon button that links to a route. */
export function IconLink({ label, icon, to }: IconLinkProps) {
  return (
    <IconButtonElement as={Link} to={to} aria-label={label} title={label}>
      {icon}
    </IconButtonElement>
  );
}
