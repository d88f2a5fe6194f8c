import type { DeskText } from 'mock-api/contract';
import { useMemo } from 'react';
import { Soft, useText } from 'shared-ui';
import { LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { signText, TRANSLATION_LENGTH } from '../../api/languages.ts';
import { DialogForm } from '../../components/DialogForm.tsx';
import { FormTextArea } from '../../components/fields.tsx';
import { words } from '../../words.ts';
import { languageTitle } from './language-title.ts';
import { Said } from './ShownText.tsx';

const Typed = styled.div<{ $direction: 'ltr' | 'rtl' }>`
  textarea {
    direction: ${({ $direction }) => $direction};
  }
`;

interface Props {
  open: boolean;
  text: DeskText;
  language: Language;
  onClose(): void;
  /** Called with the text once its correction is signed. */
  onSigned(signed: DeskText): void;
}

/** Form for a better translation, which is signed with it. */
export function CorrectionDialog({ open, text, language, onClose, onSigned }: Props) {
  const t = useText(words);
  const schema = useMemo(
    () => yup.object({ translation: yup.string().trim().required(t('languages.translationRequired')) }),
    [t],
  );
  const { direction, tag } = LANGUAGES[language];
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={t('languages.correctTitle')}
      initialValues={{ translation: text.translation }}
      schema={schema}
      send={async ({ translation }) => onSigned(await signText(language, text, translation))}
      submitLabel={t('languages.signCorrection')}
    >
      <div>
        <Soft as="h3">{languageTitle('en')}</Soft>
        <Said lang={LANGUAGES.en.tag} dir="ltr">
          {text.english}
        </Said>
      </div>
      <Typed $direction={direction}>
        <FormTextArea
          name="translation"
          label={languageTitle(language)}
          hint={t('languages.correctHint')}
          lang={tag}
          rows={6}
          maxLength={TRANSLATION_LENGTH}
          required
        />
      </Typed>
    </DialogForm>
  );
}
