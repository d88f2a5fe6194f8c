import { useEffect, useRef, useState } from 'react';
import { Actions, Button, Card, Note, runtimeConfig, Stack, useSubmit, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { declinePush, type PushState, readPushState, renewPush, turnPushOn, words } from './push.ts';

/** Separated from the links above, but only when it has content. */
const Place = styled.div`
  &:not(:empty) {
    margin-block-start: var(--space-5);
  }
`;

const logFailure = (error: unknown) => console.info('Failed to check push notifications', error);

/**
 * Asks once whether the user wants notifications while the app is closed; on an iPhone, explains what is needed
 * first. Renews the subscription on later visits. It is last on its screen, takes no focus and shifts no layout.
 */
export default function PushOffer() {
  const t = useText(words);
  const place = useRef<HTMLDivElement>(null);
  const [push, setPush] = useState<PushState>();
  // The focused button has been removed.
  const restoreFocus = () => place.current?.focus({ preventScroll: true });
  const { state, submit } = useSubmit(async () => {
    setPush(await turnPushOn());
    restoreFocus();
  });
  useEffect(() => {
    renewPush().catch(logFailure);
    readPushState().then(setPush, logFailure);
  }, []);
  const decline = () => {
    setPush('off');
    restoreFocus();
    declinePush().catch(logFailure);
  };
  return (
    <Place ref={place} tabIndex={-1}>
      {state === 'sent' && push === 'on' && (
        <Note tone="success" live="status">
          {t('on')}
        </Note>
      )}
      {state === 'sent' && push === 'denied' && <Note live="status">{t('denied')}</Note>}
      {(push === 'unasked' || push === 'home-screen') && (
        <Question push={push} state={state} onYes={() => void submit()} onNo={decline} />
      )}
    </Place>
  );
}

interface QuestionProps {
  push: 'unasked' | 'home-screen';
  state: string;
  onYes(): void;
  onNo(): void;
}

function Question({ push, state, onYes, onNo }: QuestionProps) {
  const t = useText(words);
  const { name: product } = runtimeConfig().brand;
  const isPossible = push === 'unasked';
  return (
    <Card as="section" aria-labelledby="push-offer">
      <Stack $gap={12}>
        <h2 id="push-offer">{t('title')}</h2>
        <p>{t('offer', { product })}</p>
        {!isPossible && <p>{t('homeScreen')}</p>}
        {state === 'failed' && (
          <Note tone="error" live="alert">
            {t('failed')}
          </Note>
        )}
        <Actions>
          {isPossible && (
            <Button busy={state === 'sending'} onClick={onYes}>
              {t('yes')}
            </Button>
          )}
          <Button variant="ghost" onClick={onNo}>
            {t(isPossible ? 'no' : 'understood')}
          </Button>
        </Actions>
      </Stack>
    </Card>
  );
}
