import Check from 'lucide-react/icons/check';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SkipForward from 'lucide-react/icons/skip-forward';
import type { StorySeries } from 'mock-api/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, Card, Note, Page, paths, Stack, useStore, useSubmit, useText } from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { RadioCards } from 'shared-ui/forms';
import { defineCatalogue } from 'shared-ui/languages';
import { styled } from 'styled-components';
import en from '../../locales/demo.en.json';
import { director, SPEEDS } from '../../story/director.ts';
import type { SeriesProgress } from '../../story/engine.ts';

const words = defineCatalogue('timeline-mfe/demo', en, (tag) => import(`../../locales/demo.${tag}.json`));

const COUNT_MS = 250;

const Bar = styled.progress`
  display: block;
  inline-size: 100%;
  block-size: 10px;
  margin-block: var(--space-2) var(--space-1);
  border: 0;
  border-radius: var(--radius-full);
  background: var(--sunken);
  appearance: none;
  overflow: hidden;

  &::-webkit-progress-bar {
    background: var(--sunken);
  }
  &::-webkit-progress-value {
    border-radius: var(--radius-full);
    background: var(--brand);
    transition: inline-size var(--list) var(--ease);
  }
  &::-moz-progress-bar {
    border-radius: var(--radius-full);
    background: var(--brand);
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  column-gap: var(--space-3);
  align-items: baseline;

  h2 {
    font-size: var(--text-l);
  }
  span {
    flex: none;
    color: var(--ink-soft);
    font-variant-numeric: tabular-nums;
  }
`;

const Two = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  gap: var(--space-2);

  > button {
    padding-inline: var(--space-2);
  }
`;

/** Returns the seconds until the next step, updated every 250 ms; null if no step is pending. */
function useCountdown(): number | null {
  const seconds = () => {
    const ms = director.dueIn();
    return ms === null ? null : Math.ceil(ms / 1000);
  };
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(seconds()), COUNT_MS);
    return () => clearInterval(timer);
  });
  return left;
}

function Countdown({ isRunning }: { isRunning: boolean }) {
  const t = useText(words);
  const left = useCountdown();
  // Hidden from screen readers, which would read it out every second. The line keeps its height so that the content
  // below doesn't move.
  return <p aria-hidden="true">{isRunning && left !== null ? t('next', { count: left }) : '\u00a0'}</p>;
}

function SeriesCard({ series: { id, played, total } }: { series: SeriesProgress<StorySeries> }) {
  const t = useText(words);
  const steps = t('steps', { played, total });
  return (
    <Card>
      <Head>
        <h2 id={`series-${id}`}>{t(id)}</h2>
        <span>{steps}</span>
      </Head>
      <Bar max={total} value={played} aria-labelledby={`series-${id}`} aria-valuetext={steps} />
    </Card>
  );
}

/** Asks for confirmation: everything the story has added so far is deleted. */
function Restart() {
  const t = useText(words);
  const [isAsking, setIsAsking] = useState(false);
  const { state, submit, reset } = useSubmit(() => director.restart());
  const ask = () => {
    reset();
    setIsAsking(true);
  };
  const restart = () => {
    setIsAsking(false);
    void submit();
  };
  return (
    <>
      <Button variant="plain" icon={<RotateCcw />} onClick={ask}>
        {t('restart')}
      </Button>
      <div role="status">
        {state === 'failed' && <Note tone="warning">{t('restartFailed')}</Note>}
        {state === 'sent' && <Note tone="success">{t('restarted')}</Note>}
      </div>
      <ConfirmDialog
        open={isAsking || state === 'sending'}
        busy={state === 'sending'}
        title={t('restartTitle')}
        confirmLabel={t('restart')}
        cancelLabel={t('cancel')}
        onConfirm={restart}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('restartText')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The demo's director: pauses, speeds up, steps and restarts the story that plays into the timeline. */
export default function DemoScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const { isPaused, series, speed } = useSyncExternalStore(director.subscribe, director.get);
  const isStoryDone = useStore(({ app }) => app.isStoryDone);
  const isOver = isStoryDone && series.every(({ played, total }) => played === total);
  const state = isOver ? 'over' : isPaused ? 'paused' : 'playing';
  return (
    <Page title={t('title')} intro={t('intro')} back={{ label: t('back'), onPress: () => navigate(paths.app.root) }}>
      <Stack $gap={16}>
        <Note tone={isOver ? 'success' : 'info'} icon={isOver ? <Check /> : isPaused ? <Pause /> : <Play />}>
          <p role="status">{t(state)}</p>
          {!isOver && <Countdown isRunning={!isPaused} />}
        </Note>
        {series.map((one) => (
          <SeriesCard key={one.id} series={one} />
        ))}
        <Two>
          <Button
            icon={isPaused ? <Play /> : <Pause />}
            disabled={isOver}
            onClick={() => (isPaused ? director.resume() : director.pause())}
          >
            {isPaused ? t('play') : t('pause')}
          </Button>
          <Button variant="ghost" icon={<SkipForward />} disabled={isOver} onClick={() => director.next()}>
            {t('skip')}
          </Button>
        </Two>
        <RadioCards<(typeof SPEEDS)[number]>
          label={t('speed')}
          options={SPEEDS.map((times) => ({ value: times, label: t('times', { count: times }) }))}
          value={speed}
          onChange={(wanted) => director.setSpeed(wanted ?? speed)}
        />
      </Stack>
      <Actions>
        <Restart />
      </Actions>
    </Page>
  );
}
