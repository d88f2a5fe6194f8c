import type { DeskText } from 'mock-api/contract';
import { Button, formatDate, Row, Soft, useSubmit, useText } from 'shared-ui';
import type { Language } from 'shared-ui/contract/languages';
import { styled } from 'styled-components';
import { signText } from '../../api/languages.ts';
import { Failure } from '../../components/feedback.tsx';
import { EntryFrame } from '../../components/list-parts.tsx';
import { words } from '../../words.ts';
import { languageTitle } from './language-title.ts';
import { ShownText } from './ShownText.tsx';
import { StateMark } from './StateMark.tsx';

/** English and the translation beside each other, below each other on phones. */
const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
  gap: var(--space-3) var(--space-5);
`;

const Foot = styled(Row)`
  justify-content: space-between;
`;

const Key = styled.code`
  overflow-wrap: anywhere;
`;

const keyOf = ({ id }: DeskText): string => id.slice(id.indexOf(':') + 1);

interface Props {
  text: DeskText;
  language: Language;
  /** Called with the text once it is signed. */
  onSigned(signed: DeskText): void;
  onCorrect(text: DeskText): void;
}

/** One text in English and in the language, and who signed it. */
export function TextEntry({ text, language, onSigned, onCorrect }: Props) {
  const t = useText(words);
  const key = keyOf(text);
  const { state, error, submit } = useSubmit(async () => onSigned(await signText(language, text)));
  return (
    <EntryFrame as="article" aria-label={key}>
      <Sides>
        <div>
          <Soft as="h3">{languageTitle('en')}</Soft>
          <ShownText language="en" text={text.english} />
        </div>
        <div>
          <Soft as="h3">{languageTitle(language)}</Soft>
          <ShownText language={language} text={text.translation} />
        </div>
      </Sides>
      <Failure error={error} />
      <Foot>
        <div>
          <Soft>
            <Key>{key}</Key>
          </Soft>
          <TextState text={text} />
        </div>
        <Row>
          {text.state !== 'signed' && (
            <Button
              compact
              data-sign={text.id}
              aria-label={t('languages.signOne', { key })}
              busy={state === 'sending'}
              onClick={() => submit()}
            >
              {t('languages.sign')}
            </Button>
          )}
          <Button
            compact
            variant="ghost"
            aria-label={t('languages.correctOne', { key })}
            onClick={() => onCorrect(text)}
          >
            {t('languages.correct')}
          </Button>
        </Row>
      </Foot>
    </EntryFrame>
  );
}

function TextState({ text: { state, signedBy, signedOn } }: { text: DeskText }) {
  const t = useText(words);
  const date = signedOn === null ? '' : formatDate(signedOn);
  return <StateMark state={state}>{t(`languages.text.${state}`, { name: signedBy ?? '', date })}</StateMark>;
}
