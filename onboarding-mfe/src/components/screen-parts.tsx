import ChevronRight from 'lucide-react/icons/chevron-right';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { type HeaderAction, IconDisc, Row, runtimeConfig, Stack, useText } from 'shared-ui';
import { telephoneOf } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { words } from '../words.ts';

/**
 * Returns the back arrow of a screen. It leads to a fixed route because users reach screens by several routes and by
 * links.
 */
export function useBackAction(to: string): HeaderAction {
  const t = useText(words);
  const navigate = useNavigate();
  return { label: t('back'), onPress: () => navigate(to) };
}

/** Capitalizes the first letter, for labels that the product rules write in lower case. */
export const Capital = styled.span`
  display: inline-block;
  max-inline-size: 100%;

  &::first-letter {
    text-transform: uppercase;
  }
`;

const Card = styled(Link)`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  max-inline-size: var(--card-max);
  min-block-size: 60px;
  padding: var(--space-3) var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  color: var(--brand);
  text-decoration: none;

  &:hover {
    background: var(--brand-soft);
  }
  > span {
    flex: 1;
    min-inline-size: 0;
    color: var(--ink);
  }
  b {
    display: block;
    font-size: var(--text-l);
    line-height: 1.3;
  }
  small {
    display: block;
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
`;

interface ChoiceCardProps {
  to: string;
  icon: ReactNode;
  title: string;
  /** What the choice leads to. */
  text?: string;
}

/** A link as large as a card, for screens on which the user chooses how to go on. */
export function ChoiceCard({ to, icon, title, text }: ChoiceCardProps) {
  return (
    <Card to={to}>
      {icon}
      <span>
        <b>
          <Capital>{title}</Capital>
        </b>
        {text && <small>{text}</small>}
      </span>
      <ChevronRight />
    </Card>
  );
}

/** The mark of a screen: an icon in a disc. */
export const DiscMark = ({ icon }: { icon: ReactNode }) => <IconDisc>{icon}</IconDisc>;

const IconLine = styled.li`
  display: flex;
  gap: var(--space-3);

  > svg {
    margin-block-start: 2px;
    color: var(--brand);
  }
`;

/** Short list with an icon in front of each line. */
export function IconLines({ lines }: { lines: readonly { icon: ReactNode; text: string }[] }) {
  return (
    <Stack as="ul" $gap={14}>
      {lines.map(({ icon, text }) => (
        <IconLine key={text}>
          {icon}
          <span>{text}</span>
        </IconLine>
      ))}
    </Stack>
  );
}

const ContactLine = styled(Row)`
  flex-wrap: nowrap;

  > a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--target);
    min-inline-size: 0;
    color: inherit;
    overflow-wrap: anywhere;
  }
`;

/** The support team's email address and phone numbers, each a link. */
export function SupportContacts() {
  const t = useText(words);
  const { supportEmail, supportPhones } = runtimeConfig().brand;
  return (
    <Stack as="ul" $gap={0}>
      <ContactLine as="li">
        <Mail />
        <a href={`mailto:${supportEmail}`}>{t('contacts.email', { email: supportEmail })}</a>
      </ContactLine>
      {supportPhones.map((phone) => (
        <ContactLine as="li" key={phone.number}>
          <Phone />
          <a href={telephoneOf(phone)}>{t(phone.extension ? 'contacts.extension' : 'contacts.phone', phone)}</a>
        </ContactLine>
      ))}
    </Stack>
  );
}
