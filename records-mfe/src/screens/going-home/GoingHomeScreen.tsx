import House from 'lucide-react/icons/house';
import Printer from 'lucide-react/icons/printer';
import type { CareRequest, GoingHome } from 'mock-api/contract';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  Button,
  formatDate,
  LinkButton,
  LiveRegion,
  Note,
  paths,
  runtimeConfig,
  SectionTitle,
  Soft,
  Stack,
  useLoad,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { useLanguage } from 'shared-ui/languages';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { WhomToCall } from '../../components/WhomToCall.tsx';
import {
  type ChecklistSection,
  fetchRequests,
  isNothing,
  POINT_TYPE,
  saveTick,
  sectionsOf,
  words,
} from './checklist.ts';
import { PointItem } from './PointItem.tsx';
import { PrintedPage } from './print/PrintedPage.tsx';

/** `/profile/:profileId/going-home`: what to know before leaving the hospital, point by point. */
export default function GoingHomeScreen() {
  const t = useText(words);
  const profile = useProfile();
  return (
    <RecordScreen<GoingHome>
      title={profile.isOwn ? t('title') : t('theirs', { name: profile.firstName })}
      part="going-home"
      isEmpty={isNothing}
      empty={{ title: t('empty'), text: t('emptyText'), icon: <House /> }}
    >
      {(answer) => <Checklist answer={answer} />}
    </RecordScreen>
  );
}

/** Returns the whole name of the person whose list it is. */
const useFullName = (profileId: number): string =>
  useStore(({ profiles }) => profiles.list.find(({ id }) => id === profileId)?.title ?? '');

function Checklist({ answer }: { answer: GoingHome }) {
  const t = useText(words);
  const { id, isOwn, permissions } = useProfile();
  const mayAsk = isOwn || permissions?.feedback === true;
  const { ticked, hasFailed, tick } = useTicks(id, answer);
  const asked = useAsked(id, mayAsk);
  const sections = sectionsOf(answer, runtimeConfig().brand);
  const name = useFullName(id);
  const isPrinting = usePrinting();
  const total = sections.flatMap(({ points }) => points).length;
  const { checkedAt, note, name: hospital } = answer.source;
  const progress = ticked.size === total ? t('done') : t('progress', { ticked: ticked.size, total });
  return (
    <Stack $gap={16}>
      {note && <Note tone="warning">{note}</Note>}
      <p>{isOwn ? t('introOwn') : t('intro')}</p>
      <Soft>{progress}</Soft>
      <LiveRegion message={ticked.size === total ? progress : ''} />
      {hasFailed && (
        <Note tone="error" live="alert">
          {t('notSaved')}
        </Note>
      )}
      {sections.map((section) => (
        <Section key={section.name} section={section}>
          {section.name === 'warnings' && (
            <Note tone="warning">
              <WhomToCall />
            </Note>
          )}
          <Stack as="ul">
            {section.points.map((point) => (
              <PointItem
                key={point.point}
                point={point}
                isTicked={ticked.has(point.point)}
                onTick={(isTicked) => void tick(point.point, isTicked)}
                mayAsk={mayAsk}
                asked={asked.get(point.point)}
              >
                {section.name === 'contacts' ? <ContactLinks /> : undefined}
              </PointItem>
            ))}
          </Stack>
          {section.name === 'advice' &&
            answer.plans.map((plan) => (
              <LinkButton key={plan.id} variant="ghost" compact to={paths.profile.carePlan(id, plan.id)}>
                {t('plan')}
              </LinkButton>
            ))}
        </Section>
      ))}
      <Button variant="ghost" icon={<Printer />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      {isPrinting && (
        <PrintedPage
          title={t('title')}
          name={name}
          source={checkedAt === null ? hospital : t('page.from', { hospital, date: formatDate(checkedAt) })}
          sections={sections}
          ticked={ticked}
        />
      )}
    </Stack>
  );
}

/** A section with its points. Medications and visits say so if there are none. */
function Section({ section: { name, points }, children }: { section: ChecklistSection; children: ReactNode }) {
  const t = useText(words);
  const isNone = points.length === 0 && (name === 'medications' || name === 'appointments');
  return (
    <Stack as="section">
      <SectionTitle>{t(`section.${name}`)}</SectionTitle>
      {isNone && <Soft>{t(`none.${name}`)}</Soft>}
      {children}
    </Stack>
  );
}

function ContactLinks() {
  const { supportEmail } = runtimeConfig().brand;
  return (
    <>
      <WhomToCall />
      <p>
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </>
  );
}

/** Returns whether the browser is printing. The page that is printed is rendered before the browser takes it. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** Returns the latest request about each point of a profile's checklist: name of the point -> request. */
function useAsked(profileId: number, mayAsk: boolean): ReadonlyMap<string, CareRequest> {
  const language = useLanguage();
  const refresh = useStore(({ app }) => app.refresh);
  const [changes, setChanges] = useState(0);
  useChange('request.updated', () => setChanges((count) => count + 1));
  const { value } = useLoad(
    async () => (mayAsk ? fetchRequests(profileId) : []),
    [profileId, mayAsk, language, refresh, changes],
  );
  const [known, setKnown] = useState<CareRequest[]>([]);
  // While they are fetched again, those known before still hold.
  if (value && value !== known) setKnown(value);
  const about = (value ?? known).filter((request) => request.about?.type === POINT_TYPE);
  return new Map(about.reverse().map((request) => [request.about?.id ?? '', request]));
}

/**
 * Returns the points that the user has ticked, as fetched and as changed since. `tick` ticks or unticks one immediately,
 * and reverts it if saving fails, which sets `hasFailed`.
 */
function useTicks(profileId: number, answer: GoingHome) {
  // Changes apply only to the fetched list on which they were made.
  const [changed, setChanged] = useState<{ of: GoingHome; ticks: ReadonlyMap<string, boolean> }>();
  const [hasFailed, setFailed] = useState(false);
  const ticks = changed?.of === answer ? changed.ticks : undefined;
  const ticked = useMemo(() => {
    const points = new Set(answer.ticked);
    for (const [point, isTicked] of ticks ?? []) {
      if (isTicked) points.add(point);
      else points.delete(point);
    }
    return points;
  }, [answer, ticks]);
  const set = (point: string, isTicked: boolean) =>
    setChanged((before) => ({
      of: answer,
      ticks: new Map([...(before?.of === answer ? before.ticks : []), [point, isTicked]]),
    }));
  const tick = async (point: string, isTicked: boolean) => {
    setFailed(false);
    set(point, isTicked);
    try {
      await saveTick(profileId, { point, isTicked });
    } catch (error) {
      console.info('A tick could not be saved', error);
      set(point, !isTicked);
      setFailed(true);
    }
  };
  return { ticked, hasFailed, tick };
}
