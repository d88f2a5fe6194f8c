import ChevronDown from 'lucide-react/icons/chevron-down';
import type { CareEvent, Profile } from 'mock-api/contract';
import { useId, useMemo, useState } from 'react';
import {
  EVENT_TYPE,
  LinkButton,
  onDemand,
  paths,
  runtimeConfig,
  SectionTitle,
  Soft,
  Stack,
  useStore,
  useText,
} from 'shared-ui';
import { needsAttention, recordPaths, sharesAnything } from 'shared-ui/contract';
import { useNow } from 'shared-ui/details';
import { defineCatalogue } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { EventList } from '../../components/list/EventList.tsx';
import { Opener } from '../../components/Opener.tsx';
import en from '../../locales/people.en.json';
import { MyDay } from './day/MyDay.tsx';
import { isOver, NextStep } from './NextStep.tsx';

const words = defineCatalogue('timeline-mfe/people', en, (tag) => import(`../../locales/people.${tag}.json`));

/** Events shown of each person; their panel has all. */
const MAX_SHOWN = 3;

/** Returns the place of an event in a person's list: what needs attention first, of that alerts and then results. */
function rankOf(event: CareEvent): number {
  if (!needsAttention(event)) return 3;
  if (event.status === 'URGENT') return 0;
  return event.type === EVENT_TYPE.RESULT ? 1 : 2;
}

/** Returns a person's first events: by their rank, then newest first. */
function latestOf(list: readonly CareEvent[], profileId: number): CareEvent[] {
  const own = list.filter(
    ({ profileId: id, type, previousStay }) => id === profileId && type !== EVENT_TYPE.SUPPORTER && !previousStay,
  );
  return own.sort((one, other) => rankOf(one) - rankOf(other)).slice(0, MAX_SHOWN);
}

const Name = styled.h2`
  font-size: var(--text-l);
`;

const Latest = styled(SectionTitle)`
  margin-block-end: var(--space-3);
`;

const ReturnNotice = onDemand(() => import('./ReturnNotice.tsx'));

/** What happens next for one person, and their latest events, as far as they share it. */
function SupportedPerson({ person }: { person: Profile }) {
  const { id, next, data, permissions } = person;
  const t = useText(words);
  const titleId = useId();
  const eventsId = useId();
  const list = useStore((state) => state.events.list);
  const events = useMemo(() => latestOf(list, id), [list, id]);
  const name = data.firstName;
  // Without status updates, the list says that it isn't shared unless other permissions open events.
  const hasList =
    permissions?.statusUpdates !== false || list.some(({ profileId, isShared }) => profileId === id && isShared);
  const now = useNow();
  const step = next && isOver(next, now) ? null : next;
  return (
    <Stack as="section" aria-labelledby={titleId}>
      <Name id={titleId}>{`${name} ${data.lastName}`.trim()}</Name>
      {step && <NextStep step={step} eyebrow={t('next', { name })} />}
      {step === null && <Soft>{t('nothingNext', { name })}</Soft>}
      {(person.away || person.returnNotice) && <ReturnNotice person={person} />}
      {events.length > 0 && (
        <div>
          <Latest id={eventsId}>{t('latest', { name })}</Latest>
          <EventList events={events} name={`supported-${id}`} labelledBy={eventsId} />
        </div>
      )}
      {!sharesAnything(permissions) && <Soft>{t('nothingShared', { name })}</Soft>}
      {hasList && (
        <LinkButton variant="ghost" compact to={paths.profile.events(id)}>
          {t('all', { name })}
        </LinkButton>
      )}
      <MyDay profileId={id} />
      {permissions?.medicalRecords && (
        <LinkButton variant="ghost" compact to={recordPaths.all(id)}>
          {t('record', { name })}
        </LinkButton>
      )}
    </Stack>
  );
}

const VisitorsInfo = onDemand(() => import('./Visiting.tsx'));

/** What the hospital tells visitors, closed at first; renders nothing if it says nothing. */
function ForVisitors() {
  const t = useText(words);
  const [isOpen, setIsOpen] = useState(false);
  const { visitors } = runtimeConfig().brand;
  if (!visitors) return null;
  return (
    <section aria-label={t('visiting')}>
      <Name>
        <Opener type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('visiting')}
          <ChevronDown aria-hidden="true" />
        </Opener>
      </Name>
      {isOpen && <VisitorsInfo visitors={visitors} />}
    </section>
  );
}

/** Each person whom the user supports, and what visitors should know. */
export default function SupportedPeople({ people }: { people: Profile[] }) {
  return (
    <Stack $gap={24}>
      {people.map((person) => (
        <SupportedPerson key={person.id} person={person} />
      ))}
      <ForVisitors />
    </Stack>
  );
}
