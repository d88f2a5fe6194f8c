import ChevronRight from 'lucide-react/icons/chevron-right';
import Stethoscope from 'lucide-react/icons/stethoscope';
import UserRound from 'lucide-react/icons/user-round';
import { Link } from 'react-router-dom';
import { Note, Page, paths, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Capital } from '../../components/Capital.tsx';
import { useBackAction } from '../../components/useBackAction.ts';
import { words } from '../../words.ts';

const ChoiceLink = styled(Link)`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  max-inline-size: var(--card-max);
  padding: var(--space-4);
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

const OtherChoiceLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--target);
  color: var(--brand);
  font-weight: 620;
`;

/** The two choices of docs/product-rules.md#getting-in. */
const CHOICES = [
  { key: 'patient', to: paths.onboarding.register, Icon: UserRound },
  { key: 'professional', to: paths.onboarding.login, Icon: Stethoscope },
] as const;

const OTHER_CHOICES = [
  { key: 'wristband', to: paths.onboarding.qrcode },
  { key: 'invited', to: '/onboarding/invitation' },
  { key: 'account', to: paths.onboarding.login },
] as const;

/** `/onboarding/choice`: the limited-testing notice, the two main choices, and links for everyone else. */
export function ChoiceScreen() {
  const t = useText(words);
  return (
    <Page title={t('choice.title')} back={useBackAction(paths.onboarding.info)}>
      <Stack $gap={24}>
        <Note>{t('choice.notice')}</Note>
        <Stack as="ul">
          {CHOICES.map(({ key, to, Icon }) => (
            <li key={key}>
              <ChoiceLink to={to}>
                <Icon />
                <span>
                  <b>
                    <Capital>{t(`choice.${key}`)}</Capital>
                  </b>
                  <small>{t(`choice.${key}Text`)}</small>
                </span>
                <ChevronRight />
              </ChoiceLink>
            </li>
          ))}
        </Stack>
        <Stack as="ul" $gap={0}>
          {OTHER_CHOICES.map(({ key, to }) => (
            <li key={key}>
              <OtherChoiceLink to={to}>{t(`choice.${key}`)}</OtherChoiceLink>
            </li>
          ))}
        </Stack>
      </Stack>
    </Page>
  );
}
