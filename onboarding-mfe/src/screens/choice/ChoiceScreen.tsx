import ChevronRight from 'lucide-react/icons/chevron-right';
import MailOpen from 'lucide-react/icons/mail-open';
import ScanLine from 'lucide-react/icons/scan-line';
import Stethoscope from 'lucide-react/icons/stethoscope';
import UserRound from 'lucide-react/icons/user-round';
import { Link } from 'react-router-dom';
import { Note, Page, paths, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Capital } from '../../components/Capital.tsx';
import { useWayBack } from '../../components/useWayBack.ts';
import { words } from '../../words.ts';

const Way = styled(Link)`
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

const WAYS = [
  { key: 'wristband', to: paths.onboarding.qrcode, Icon: ScanLine },
  { key: 'invited', to: '/onboarding/invitation', Icon: MailOpen },
  { key: 'patient', to: paths.onboarding.register, Icon: UserRound },
  { key: 'professional', to: paths.onboarding.login, Icon: Stethoscope },
] as const;

/** `/onboarding/choice`: the limited-testing notice and the ways in (docs/decisions/2026-11-20-choice-screen.md). */
export function ChoiceScreen() {
  const t = useText(words);
  return (
    <Page title={t('choice.title')} back={useWayBack(paths.onboarding.info)}>
      <Stack $gap={24}>
        <Note>{t('choice.notice')}</Note>
        <Stack as="ul">
          {WAYS.map(({ key, to, Icon }) => (
            <li key={key}>
              <Way to={to}>
                <Icon />
                <span>
                  <b>
                    <Capital>{t(`choice.${key}`)}</Capital>
                  </b>
                  <small>{t(`choice.${key}Text`)}</small>
                </span>
                <ChevronRight />
              </Way>
            </li>
          ))}
        </Stack>
      </Stack>
    </Page>
  );
}
