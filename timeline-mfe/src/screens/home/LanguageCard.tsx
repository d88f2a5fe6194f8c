import Languages from 'lucide-react/icons/languages';
import { useEffect, useRef } from 'react';
import { Button, Card, Row, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { changeLanguageNeeds, LANGUAGES, LanguageChoice, type LanguageNeeds, useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import type { LanguageQuestion } from '../../api/language.ts';
import { FailureNote } from '../../components/SectionForm.tsx';
import { words } from '../../language-words.ts';

const Question = styled.h3`
  --icon: 1.375rem;
  display: flex;
  align-items: center;
  gap: var(--space-2);
  font-size: var(--text-m);

  svg {
    flex: none;
    color: var(--brand);
  }
`;

const Spaced = styled(Card)`
  margin-block-end: var(--space-3);
`;

/** Asks once for the language and whether an interpreter is needed, one question at a time; each takes one tap. */
export default function LanguageCard({ question }: { question: LanguageQuestion }) {
  const t = useText(words);
  const language = useLanguage();
  const { state, submit } = useSubmit((needs: LanguageNeeds) => changeLanguageNeeds(needs));
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = useRef(question);
  useEffect(() => {
    // The button that was pressed is gone.
    if (asked.current !== question) heading.current?.focus();
    asked.current = question;
  }, [question]);
  const busy = state === 'sending';
  return (
    <Spaced as="section">
      <Stack>
        <Question ref={heading} tabIndex={-1}>
          <Languages aria-hidden />
          {t(`${question}.title`)}
        </Question>
        {question === 'language' ? (
          <>
            <Button compact busy={busy} onClick={() => submit({ language })}>
              {LANGUAGES[language].name}
            </Button>
            <LanguageChoice />
          </>
        ) : (
          <Row>
            <Button compact disabled={busy} onClick={() => submit({ needsInterpreter: true })}>
              {t('interpreter.yes')}
            </Button>
            <Button compact variant="ghost" disabled={busy} onClick={() => submit({ needsInterpreter: false })}>
              {t('interpreter.no')}
            </Button>
          </Row>
        )}
        <Soft>{t(`${question}.hint`)}</Soft>
        {state === 'failed' && <FailureNote>{t('failed')}</FailureNote>}
      </Stack>
    </Spaced>
  );
}
