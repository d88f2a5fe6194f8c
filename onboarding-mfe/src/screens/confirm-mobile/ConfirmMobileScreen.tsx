import ShieldCheck from 'lucide-react/icons/shield-check';
import Smartphone from 'lucide-react/icons/smartphone';
import type { PhoneChangeLink } from 'mock-api/contract';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  Actions,
  Button,
  LinkButton,
  Page,
  paths,
  Stack,
  SuccessMark,
  useLoad,
  useSubmit,
  useText,
  Waiting,
} from 'shared-ui';
import { confirmMobile, fetchMobileChange, refuseMobile } from '../../api/accounts.ts';
import { DiscMark, SupportContacts } from '../../components/screen-parts.tsx';
import { FailureNote, isRefusal } from '../../session/failure.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';

const ANSWERS = { confirmed: confirmMobile, refused: refuseMobile };
type Answer = keyof typeof ANSWERS;

/**
 * `/onboarding/confirm-mobile/{uuid}`: the link about a new mobile number, from the text to the old number or from the
 * email. Opening it decides nothing: message apps open links for a preview.
 */
export default function ConfirmMobileScreen() {
  const { uuid = '' } = useParams();
  return <Link key={uuid} uuid={uuid} />;
}

function Link({ uuid }: { uuid: string }) {
  const tCommon = useText(common);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { value, error, retry } = useLoad(() => fetchMobileChange(uuid), [uuid]);
  if (answer !== null) return <Answered answer={answer} />;
  if (value) return <Question uuid={uuid} change={value} onAnswer={setAnswer} />;
  return error === undefined ? <Waiting caption={tCommon('loading')} /> : <Failed error={error} onRetry={retry} />;
}

interface QuestionProps {
  uuid: string;
  change: PhoneChangeLink;
  onAnswer(answer: Answer): void;
}

function Question({ uuid, change: { firstName, maskedPhone }, onAnswer }: QuestionProps) {
  const t = useText(words);
  const [pressed, setPressed] = useState<Answer>('confirmed');
  const { state, error, submit } = useSubmit(async (answer: Answer) => {
    setPressed(answer);
    await ANSWERS[answer](uuid);
    onAnswer(answer);
  });
  const isBusy = (answer: Answer) => state === 'sending' && pressed === answer;
  const phone = maskedPhone.replaceAll(' ', '\u00a0');
  return (
    <Page
      mark={<DiscMark icon={<Smartphone />} />}
      title={t('confirmMobile.title')}
      intro={t('confirmMobile.text', { name: firstName, phone })}
    >
      <Stack $gap={16}>
        <p>{t('confirmMobile.effect')}</p>
        {error !== null && <FailureNote error={error} />}
      </Stack>
      <Actions>
        <Button busy={isBusy('confirmed')} onClick={() => submit('confirmed')}>
          {t('confirmMobile.yes')}
        </Button>
        <Button variant="ghost" busy={isBusy('refused')} onClick={() => submit('refused')}>
          {t('confirmMobile.no')}
        </Button>
      </Actions>
    </Page>
  );
}

function Answered({ answer }: { answer: Answer }) {
  const t = useText(words);
  if (answer === 'confirmed') {
    return (
      <Page mark={<SuccessMark />} title={t('confirmMobile.confirmed')} intro={t('confirmMobile.confirmedText')} />
    );
  }
  return (
    <Page
      mark={<DiscMark icon={<ShieldCheck />} />}
      title={t('confirmMobile.refused')}
      intro={t('confirmMobile.refusedText')}
    >
      <SupportContacts />
    </Page>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useText(words);
  return (
    <Page title={isRefusal(error) ? t('confirmMobile.dead') : t('confirmMobile.failed')}>
      <Stack $gap={16}>
        {isRefusal(error) ? <p>{t('confirmMobile.deadText')}</p> : <FailureNote error={error} />}
        <SupportContacts />
      </Stack>
      <Actions>
        {!isRefusal(error) && <Button onClick={onRetry}>{t('validate.again')}</Button>}
        <LinkButton to={paths.onboarding.login} variant={isRefusal(error) ? 'primary' : 'plain'}>
          {t('backToLogin')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
