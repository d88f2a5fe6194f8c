import Circle from 'lucide-react/icons/circle';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState, useSyncExternalStore } from 'react';
import {
  Button,
  LateWaiting,
  LinkButton,
  LiveRegion,
  Note,
  Page,
  paths,
  ScreenHeading,
  Stack,
  staffPaths,
  useLoad,
  useStore,
  useText,
  VisuallyHidden,
} from 'shared-ui';
import { defineCatalogue } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { ChoiceCard } from '../../components/screen-parts.tsx';
import en from '../../locales/side-by-side.en.json';
import { frameOf, openPanes } from './sessions.ts';
import { STEPS, type Step, useGuide } from './useGuide.ts';

const words = defineCatalogue(
  'onboarding-mfe/side-by-side',
  en,
  (tag) => import(`../../locales/side-by-side.${tag}.json`),
);

/** A phone and a desk that shows two columns fit beside each other. */
const WIDE = '(min-width: 1100px) and (min-height: 600px)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = globalThis.matchMedia?.(WIDE);
      query?.addEventListener('change', onChange);
      return () => query?.removeEventListener('change', onChange);
    },
    () => globalThis.matchMedia?.(WIDE).matches ?? false,
  );
}

/** `/onboarding/side-by-side`, in a demo only: phone and desk on one wide screen, each with its own session. */
export default function SideBySideScreen() {
  return useIsWide() ? <Wide /> : <Narrow />;
}

/** Says that a wider screen is needed, and leads to each side on its own. */
function Narrow() {
  const t = useText(words);
  const isStaff = useStore(({ session }) => session.me?.roleType === 'staff');
  return (
    <Page title={t('title')} intro={t('narrow')}>
      <Stack as="ul">
        <li>
          <ChoiceCard
            to={paths.onboarding.tutorialOffer}
            icon={<Smartphone />}
            title={t('phone')}
            text={t('phoneAlone')}
          />
        </li>
        <li>
          <ChoiceCard
            to={isStaff ? staffPaths.desk : paths.onboarding.login}
            icon={<Monitor />}
            title={t('desk')}
            text={t('deskAlone')}
          />
        </li>
      </Stack>
    </Page>
  );
}

function Wide() {
  const t = useText(words);
  const { state, value, retry } = useLoad(openPanes, []);
  if (value !== undefined) return <Panes token={value} />;
  if (state !== 'failed') return <LateWaiting caption={t('opening')} />;
  return (
    <Page title={t('title')}>
      <Stack>
        <Note tone="error" live="alert">
          {t('failed')}
        </Note>
        <Button onClick={retry}>{t('retry')}</Button>
      </Stack>
    </Page>
  );
}

const Whole = styled.div`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  flex: 1;
  gap: var(--space-3);
  min-block-size: 0;
  padding: var(--space-3) var(--space-5) var(--space-4);
  overflow: hidden;
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2) var(--space-4);

  h1 {
    font-size: var(--text-xl);
  }
  > span {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
`;

const Steps = styled.ol`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--space-2);
  inline-size: 100%;
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    display: flex;
    align-items: start;
    gap: var(--space-2);
    padding: var(--space-2) var(--space-3);
    border: 2px solid transparent;
    border-radius: var(--radius-s);
    background: var(--surface);
    font-size: var(--text-s);
    line-height: 1.35;
  }
  > li[aria-current] {
    border-color: var(--brand);
    font-weight: 650;
  }
  > li[data-done] {
    color: var(--ink-soft);
  }
  svg {
    flex: none;
    color: var(--brand);
  }
  [data-done] svg {
    color: var(--act);
  }
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: 26rem minmax(0, 1fr);
  gap: var(--space-4);
  min-block-size: 0;

  > section {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    gap: var(--space-1);
    min-block-size: 0;
  }
  h2 {
    font-size: var(--text-s);
    font-weight: 650;
  }
  iframe {
    inline-size: 100%;
    block-size: 100%;
    border: 6px solid var(--ink-soft);
    border-radius: var(--radius-m);
    background: var(--page);
  }
  section:first-child iframe {
    border-radius: 28px;
  }
`;

function Panes({ token }: { token: string }) {
  const t = useText(words);
  const [isGuided, setIsGuided] = useState(true);
  return (
    <Whole>
      <Head>
        <ScreenHeading>{t('title')}</ScreenHeading>
        <span>
          <Button variant="ghost" compact aria-expanded={isGuided} onClick={() => setIsGuided(!isGuided)}>
            {t(isGuided ? 'skip' : 'show')}
          </Button>
          <LinkButton variant="plain" compact to={paths.onboarding.patientComplete}>
            {t('leave')}
          </LinkButton>
        </span>
        {isGuided && <Guide token={token} />}
      </Head>
      <Sides>
        <section>
          <h2>{t('phone')}</h2>
          <iframe name={frameOf('phone')} src={paths.app.root} title={t('phone')} />
        </section>
        <section>
          <h2>{t('desk')}</h2>
          <iframe name={frameOf('desk')} src={`${staffPaths.desk}/board`} title={t('desk')} />
        </section>
      </Sides>
    </Whole>
  );
}

/** Returns what was just done, to be read out. */
function saidOf(done: ReadonlySet<Step>, t: (key: 'allDone' | `steps.${Step}` | 'stepDone') => string): string {
  if (done.size === STEPS.length) return t('allDone');
  const last = STEPS.findLast((step) => done.has(step));
  return last === undefined ? '' : `${t('stepDone')} ${t(`steps.${last}`)}`;
}

/** The guided minute: each step is ticked when it has really happened. */
function Guide({ token }: { token: string }) {
  const t = useText(words);
  const done = useGuide(token);
  const current = STEPS.find((step) => !done.has(step));
  return (
    <>
      <Steps aria-label={t('guide')}>
        {STEPS.map((step) => {
          const isDone = done.has(step);
          return (
            <li key={step} data-done={isDone || undefined} aria-current={step === current ? 'step' : undefined}>
              {isDone ? <CircleCheckBig aria-hidden /> : <Circle aria-hidden />}
              <span>
                {isDone && <VisuallyHidden>{t('stepDone')} </VisuallyHidden>}
                {t(`steps.${step}`)}
              </span>
            </li>
          );
        })}
      </Steps>
      {done.size === STEPS.length && <p>{t('allDone')}</p>}
      <LiveRegion message={saidOf(done, t)} />
    </>
  );
}
