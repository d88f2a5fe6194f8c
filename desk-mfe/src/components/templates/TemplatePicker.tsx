import type { DeskTemplate } from 'mock-api/contract';
import { useState } from 'react';
import { Button, Soft, Stack, type Translate, useLoad, useLocale, useText } from 'shared-ui';
import type { Language } from 'shared-ui/contract/languages';
import { ConfirmDialog } from 'shared-ui/dialog';
import { SelectField } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { fetchTemplates, TEMPLATES_PATH, templatesOf, templateText } from '../../api/templates.ts';
import { words } from '../../words.ts';
import { languageName, type PatientIdentity, PatientSummary } from '../identity.tsx';
import { TargetLink } from '../list-parts.tsx';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--space-2);

  > :first-child {
    flex: 1 1 14rem;
    min-inline-size: 0;
  }
  /* As high as the field. */
  && > button {
    min-block-size: 52px;
  }
`;

/** A template's texts as staff see them. Sent with its id, they are in the reader's language unless staff change them. */
interface Inserted {
  template: string;
  title: string;
  text: string;
}

interface Props {
  kind: DeskTemplate['kind'];
  /** Whom the text is for or about. */
  patient: PatientIdentity;
  /** Language of the person who will read it; that of the screen if unknown. Staff see English or French. */
  language: Language | undefined;
  /** Whether inserting would replace something typed: then it is confirmed first. */
  hasTyping: boolean;
  onInsert(inserted: Inserted): void;
}

function hintFor(t: Translate<'templates.inFrench' | 'templates.inEnglish' | 'templates.inOther'>, readers: Language) {
  if (readers === 'fr') return t('templates.inFrench');
  return readers === 'en' ? t('templates.inEnglish') : t('templates.inOther', { language: languageName(readers) });
}

/** Selects one of the hospital's templates and inserts it, in the reader's language if staff can read that. */
export function TemplatePicker({ kind, patient, language, hasTyping, onInsert }: Props) {
  const t = useText(words);
  const locale = useLocale();
  const { state, value } = useLoad(fetchTemplates, []);
  const [selected, setSelected] = useState('');
  const [isConfirming, setIsConfirming] = useState(false);
  const readers = language ?? locale;
  const isDesks = readers === 'en' || readers === 'fr';
  const asWritten = !isDesks && <Soft>{t('templates.asWritten', { language: languageName(readers) })}</Soft>;
  const templates = templatesOf(value?.templates ?? [], kind, locale);
  if (state === 'failed' || templates.length === 0)
    return (
      <>
        {state === 'failed' && <Soft>{t('templates.failed')}</Soft>}
        {asWritten}
      </>
    );
  const insert = () => {
    setIsConfirming(false);
    const template = templates.find(({ id }) => id === selected);
    if (!template) return;
    setSelected('');
    const shown = isDesks ? readers : locale;
    const [title, text] = [templateText(template.title, shown), templateText(template.text, shown)];
    onInsert({ template: template.id, title, text });
  };
  return (
    <Stack $gap={0}>
      <Line>
        <SelectField
          label={t('templates.template')}
          {...(readers !== locale && { hint: hintFor(t, readers) })}
          placeholder={t('templates.choose')}
          value={selected}
          onChange={setSelected}
          options={templates.map(({ id, title }) => ({ value: id, label: templateText(title, locale) }))}
        />
        <Button
          compact
          variant="ghost"
          disabled={selected === ''}
          onClick={() => (hasTyping ? setIsConfirming(true) : insert())}
        >
          {t('templates.insert')}
        </Button>
      </Line>
      {asWritten}
      {value?.mayEdit && <TargetLink to={TEMPLATES_PATH}>{t('templates.edit')}</TargetLink>}
      <ConfirmDialog
        open={isConfirming}
        title={t('templates.replaceTitle')}
        confirmLabel={t('templates.replace')}
        cancelLabel={t('templates.keep')}
        danger
        onConfirm={insert}
        onCancel={() => setIsConfirming(false)}
      >
        <PatientSummary patient={patient} />
        <p>{t('templates.replaceText')}</p>
      </ConfirmDialog>
    </Stack>
  );
}
