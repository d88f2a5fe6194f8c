import Droplets from 'lucide-react/icons/droplets';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Users from 'lucide-react/icons/users';
import { useParams } from 'react-router-dom';
import {
  Card,
  EmptyState,
  EVENT_TYPE,
  PanelScreen,
  runtimeConfig,
  Stack,
  useDismissOnLeave,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { HospitalHeading } from 'shared-ui/details';
import { styled } from 'styled-components';
import { EventText, FetchedEvent } from '../../components/EventText.tsx';
import { words } from '../../screen-words.ts';

/**
 * What staff wrote: one message, or the newest. In the demo, the COVID-19 precautionary message until its story has sent
 * one (docs/product-rules.md#the-app). The message becomes VIEWED when the user leaves.
 */
export default function MessageScreen() {
  const t = useText(words);
  const { messageId } = useParams();
  const profile = useProfile();
  const event = useStore(({ events }) =>
    events.list.find(
      ({ id, profileId, requestId, type }) =>
        profileId === profile.id &&
        type === EVENT_TYPE.MESSAGE &&
        requestId === undefined &&
        (messageId === undefined || id === messageId),
    ),
  );
  useDismissOnLeave(messageId ?? event?.id ?? '');
  const isDemo = runtimeConfig().demo;
  const isNamed = messageId === undefined;
  const mine = profile.isOwn ? t('message.mine') : t('message.theirs', { name: profile.firstName });
  const title = event?.name ?? (isDemo ? t('message.covid.title') : mine);
  const none = <EmptyState title={t('message.none')} text={t('message.noneText')} />;
  return (
    <HospitalHeading lang={(!isNamed && event?.languages?.name) || null}>
      <PanelScreen title={isNamed ? mine : title}>
        {isDemo && !event ? (
          <CovidMessage isNamed={isNamed} />
        ) : (
          <FetchedEvent id={messageId} none={none} isEmpty={!event}>
            {event && <EventText event={event} isNamed={isNamed} />}
          </FetchedEvent>
        )}
      </PanelScreen>
    </HospitalHeading>
  );
}

const Rule = styled.li`
  display: flex;
  gap: var(--space-3);

  > svg {
    flex: none;
    color: var(--brand);
  }
`;

/** With large text, the words wrap below the picture. */
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);

  > h2 {
    flex: 1 1 8rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

const Disc = styled.span`
  --icon: 1.75rem;
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 3.25rem;
  block-size: 3.25rem;
  border-radius: 50%;
  background: var(--brand-soft);
  color: var(--brand);
`;

const RULES = [
  { key: 'mask', icon: <ShieldCheck /> },
  { key: 'hands', icon: <Droplets /> },
  { key: 'visitors', icon: <Users /> },
  { key: 'symptoms', icon: <HeartPulse /> },
] as const;

/**
 * The COVID-19 precautionary message of the demo, until its story has sent one.
 * @param isNamed whether to show the title, for screens whose heading doesn't
 */
function CovidMessage({ isNamed }: { isNamed: boolean }) {
  const t = useText(words);
  return (
    <Card>
      <Stack>
        <Head>
          <Disc>
            <ShieldCheck />
          </Disc>
          {isNamed && <h2>{t('message.covid.title')}</h2>}
        </Head>
        <p>{t('message.covid.intro')}</p>
        <Stack as="ul">
          {RULES.map(({ key, icon }) => (
            <Rule key={key}>
              {icon}
              {t(`message.covid.${key}`)}
            </Rule>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
