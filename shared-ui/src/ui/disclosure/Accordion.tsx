/**
 * Entry `shared-ui/disclosure`: sections that open and close independently.
 * @module
 */
import * as Ariakit from '@ariakit/react/disclosure';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Card } from '../components/index.ts';

const Frame = styled(Card)`
  padding: 0;

  h3 {
    font-size: var(--text-m);
  }
  &[data-disabled] {
    border: 1px dashed var(--field-line);
    background: transparent;
    box-shadow: none;
  }
`;

const Opener = styled(Ariakit.Disclosure)`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  inline-size: 100%;
  min-block-size: 60px;
  padding: var(--space-3) var(--space-4);
  border: 0;
  border-radius: var(--radius-m);
  background: transparent;
  color: var(--ink);
  font-weight: 640;
  line-height: 1.3;
  text-align: inherit;

  > span {
    flex: 1;
    min-inline-size: 0;
  }
  > small {
    font-size: var(--text-s);
    font-weight: 400;
  }
  > svg {
    color: var(--brand);
    transition: transform var(--fade);
  }
  &[aria-expanded='true'] > svg {
    transform: rotate(180deg);
  }
  &[aria-disabled] {
    color: var(--ink-soft);
    cursor: not-allowed;
  }
  &[aria-disabled] > svg {
    color: var(--ink-soft);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`;

const Content = styled(Ariakit.DisclosureContent)`
  padding: 0 var(--space-4) var(--space-4);
  opacity: 0;
  transition: opacity var(--fade);

  &[data-enter] {
    opacity: 1;
  }
`;

export interface AccordionSectionProps {
  title: string;
  open?: boolean;
  /** Can't be opened: stays readable and focusable; `note` says why. */
  disabled?: boolean;
  note?: string;
  children?: ReactNode;
}

/** A card that expands. Its title is an h3 with a button inside. */
export function AccordionSection({ title, open = false, disabled = false, note, children }: AccordionSectionProps) {
  return (
    <Frame data-disabled={disabled || undefined}>
      <Ariakit.DisclosureProvider defaultOpen={open}>
        <h3>
          <Opener disabled={disabled} accessibleWhenDisabled>
            <span>{title}</span>
            {note && <small>{note}</small>}
            {!disabled && <ChevronDown />}
          </Opener>
        </h3>
        <Content>{children}</Content>
      </Ariakit.DisclosureProvider>
    </Frame>
  );
}
