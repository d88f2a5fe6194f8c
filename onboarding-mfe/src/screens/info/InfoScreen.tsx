import CalendarDays from 'lucide-react/icons/calendar-days';
import FileText from 'lucide-react/icons/file-text';
import FlaskConical from 'lucide-react/icons/flask-conical';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import MessageCircleHeart from 'lucide-react/icons/message-circle-heart';
import Users from 'lucide-react/icons/users';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Actions, LinkButton, Page, paths, runtimeConfig, Stack, useStore, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { useBackAction } from '../../components/screen-parts.tsx';
import { words } from '../../words.ts';

const Item = styled.li`
  display: flex;
  overflow-wrap: anywhere;
  align-items: center;
  gap: var(--space-3);

  > span {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: var(--target);
    block-size: var(--target);
    border-radius: 50%;
    background: var(--brand-soft);
    color: var(--brand);
  }
`;

/** The purposes of the product (docs/product-rules.md#purpose). Resources are only a placeholder, in the demo. */
const ITEMS = [
  ['events', CalendarDays],
  ['records', FlaskConical],
  ['reports', FileText],
  ['supporters', Users],
  ['feedback', MessageCircleHeart],
  ['resources', HeartPulse],
] as const;

/** Whether this page has shown the screen before. */
let wasShown = false;

/**
 * `/onboarding/info`: what the product does. A signed-in user who has just accepted the agreements continues from here,
 * immediately if they read it on the way in.
 */
export function InfoScreen() {
  const t = useText(words);
  const isSignedIn = useStore(({ session }) => session.status === 'full');
  const [isRepeated] = useState(wasShown);
  useEffect(() => {
    wasShown = true;
  }, []);
  const back = useBackAction(paths.onboarding.welcome);
  const { brand, demo } = runtimeConfig();
  if (isSignedIn && isRepeated) return <Navigate to={paths.onboarding.patientComplete} replace />;
  return (
    <Page title={t('info.title')} intro={t('info.intro', { product: brand.name })} back={back}>
      <Stack as="ul" $gap={14}>
        {ITEMS.filter(([key]) => key !== 'resources' || demo).map(([key, Icon]) => (
          <Item key={key}>
            <span>
              <Icon />
            </span>
            {t(`info.${key}`)}
          </Item>
        ))}
      </Stack>
      <Actions>
        <LinkButton to={isSignedIn ? paths.onboarding.patientComplete : paths.onboarding.choice}>
          {t('continue')}
        </LinkButton>
        {!isSignedIn && (
          <LinkButton to={paths.onboarding.noWristband} variant="plain">
            {t('noWristbandLink')}
          </LinkButton>
        )}
      </Actions>
    </Page>
  );
}
