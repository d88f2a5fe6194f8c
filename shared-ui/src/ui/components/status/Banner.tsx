import RefreshCw from 'lucide-react/icons/refresh-cw';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { fadeIn } from '../../theme/theme.ts';
import { IconButton } from '../Button.tsx';
import type { HeaderAction } from '../page/Page.tsx';

const Frame = styled.section`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  max-inline-size: var(--card-max);
  margin: 0 auto;
  padding: 10px;
  padding-inline-start: var(--space-4);
  border-radius: var(--radius-m);
  background: var(--ink);
  color: var(--page);
  animation: ${fadeIn} var(--fade) var(--ease);

  > div {
    flex: 1;
    min-inline-size: 0;
  }
  > div > * + * {
    margin-block-start: var(--space-2);
  }
  /* Aligns icon and close button with the first line of text. */
  > svg {
    align-self: start;
    block-size: 1lh;
  }
  > button {
    align-self: start;
    margin-block: calc((1lh - var(--target)) / 2);
  }
`;

const Title = styled.p`
  font-weight: 680;
`;
const Text = styled.p`
  && {
    margin-block-start: 0;
  }
  font-size: var(--text-s);
`;

interface BannerProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  /** The action button (use the `star` variant, `compact`). */
  action?: ReactNode;
  close?: HeaderAction | undefined;
}

/** A message above the whole app (a new version is available), in inverted colours; stays until acted on or closed. */
export function Banner({ title, text, icon = <RefreshCw />, action, close }: BannerProps) {
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      {icon}
      <div>
        <Title id={id}>{title}</Title>
        {text && <Text>{text}</Text>}
        {action}
      </div>
      {close && <IconButton label={close.label} icon={<X />} onClick={close.onPress} />}
    </Frame>
  );
}
