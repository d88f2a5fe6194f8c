import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button, type Locale, Stack, useLocale, useText, VisuallyHidden } from 'shared-ui';
import { createDraft, FormikField, KeepDraft, TextArea, yup } from 'shared-ui/forms';
import { ALL_LANGUAGES, LANGUAGES, type Language } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { SectionForm } from '../../components/SectionForm.tsx';
import type { Need, NeedKind } from './needs.ts';
import { words } from './useRequests.ts';

interface Props {
  kind: NeedKind;
  profileId: number;
  isSending: boolean;
  /** State of an open request of the same kind; undefined for none. */
  already: string | undefined;
  /** Resolves with true if it was sent. */
  onSend(need: Need): Promise<boolean | undefined>;
  /** Called once it was sent. */
  onDone(): void;
  onBack(): void;
}

const LEVELS = Array.from({ length: 11 }, (_, level) => level);

const Choices = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(2.75rem, 1fr));
  gap: var(--space-2);

  &:not([data-wide]) > button {
    padding-inline: 0;
    white-space: nowrap;
  }
  &[data-wide] {
    grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
  }
`;

/** What has to be known before a need is sent, and the way back to the tiles. */
export function NeedDetails(props: Props) {
  const t = useText(words);
  const { kind, already, isSending, onSend, onDone, onBack } = props;
  const [isInWords, setIsInWords] = useState(kind === 'other');
  const send = async (need: Omit<Need, 'kind'> = {}) => {
    if (await onSend({ kind, ...need })) onDone();
  };
  const path = () => {
    if (isInWords) return <InWords {...props} />;
    if (kind === 'pain') return <PainLevels disabled={isSending} onChoose={(level) => send({ level })} />;
    if (kind === 'interpreter')
      return <Languages disabled={isSending} onChoose={(text) => send({ text })} onOther={() => setIsInWords(true)} />;
    return (
      <Stack>
        {kind === 'toilet' && <p>{t('need.toiletText')}</p>}
        {already !== undefined && <p>{already}</p>}
        <Button busy={isSending} onClick={() => send()}>
          {t(kind === 'toilet' ? 'need.toiletAnyway' : 'need.again')}
        </Button>
      </Stack>
    );
  };
  const isAgain = kind === 'water' || kind === 'blanket';
  return (
    <Stack as="section" $gap={16}>
      <Heading>{isAgain ? t('need.already') : t(`need.ask.${kind}`)}</Heading>
      {path()}
      <Button variant="plain" compact onClick={onBack}>
        {t('need.back')}
      </Button>
    </Stack>
  );
}

/** Takes the focus: it says what the tile has opened. */
function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** The numeric rating scale: one tap on a level sends it. */
function PainLevels({ disabled, onChoose }: { disabled: boolean; onChoose(level: number): void }) {
  const t = useText(words);
  return (
    <>
      <p>{t('need.painText')}</p>
      <Choices>
        {LEVELS.map((level) => (
          <Button key={level} compact variant="ghost" disabled={disabled} onClick={() => onChoose(level)}>
            <span>
              {level}
              <VisuallyHidden> {t('need.outOfTen')}</VisuallyHidden>
            </span>
          </Button>
        ))}
      </Choices>
    </>
  );
}

/** What readers of Chinese speak: their characters don't say it by themselves. */
const SPOKEN: Partial<Record<Language, [tag: string, name: string]>> = {
  'zh-Hans': ['cmn', '普通话'],
  'zh-Hant': ['yue', '廣東話'],
};

/** Languages as their speakers write them. */
const INTERPRETED = ALL_LANGUAGES.map(
  (language): [tag: string, name: string] => SPOKEN[language] ?? [language, LANGUAGES[language].name],
);

/** Returns a language for staff, such as "Spanish (Español)". */
function nameForStaff(tag: string, ownName: string, locale: Locale): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  return name === ownName ? name : `${name} (${ownName})`;
}

interface LanguagesProps {
  disabled: boolean;
  onChoose(text: string): void;
  onOther(): void;
}

function Languages({ disabled, onChoose, onOther }: LanguagesProps) {
  const t = useText(words);
  const locale = useLocale();
  const own = { compact: true, variant: 'ghost', disabled } as const;
  return (
    <Choices data-wide>
      {INTERPRETED.filter(([tag]) => tag !== locale).map(([tag, name]) => (
        <Button key={tag} {...own} lang={tag} onClick={() => onChoose(nameForStaff(tag, name, locale))}>
          {name}
        </Button>
      ))}
      <Button {...own} onClick={() => onChoose(t('need.sign'))}>
        {t('need.sign')}
      </Button>
      <Button {...own} onClick={onOther}>
        {t('need.otherLanguage')}
      </Button>
    </Choices>
  );
}

/** Maximum text length accepted by the API. */
const TEXT_LENGTH = 2000;

type Values = { text: string };

/** What was typed, by profile and kind. */
const drafts = createDraft<Record<string, Values>>({});

function InWords({ kind, profileId, onSend, onDone }: Props) {
  const t = useText(words);
  const key = `${profileId} ${kind}`;
  const schema = useMemo(() => yup.object({ text: yup.string().trim().required(t('form.missing')) }), [t]);
  const take = useCallback((values: Values) => ({ ...drafts.get(), [key]: values }), [key]);
  const submit = async ({ text }: Values) => {
    if (!(await onSend({ kind, text: text.trim() }))) return;
    const { [key]: _sent, ...others } = drafts.get();
    await drafts.set(others);
    onDone();
  };
  return (
    <SectionForm<Values>
      initialValues={drafts.get()[key] ?? { text: '' }}
      validationSchema={schema}
      onSubmit={submit}
      lead={<KeepDraft<Record<string, Values>, Values> draft={drafts} take={take} />}
      check={t('form.check')}
      save={t('form.send')}
    >
      <FormikField name="text">
        {(field) => (
          <TextArea
            {...field}
            label={t(kind === 'interpreter' ? 'need.language' : 'form.text')}
            hint={t('form.ownHint')}
            maxLength={TEXT_LENGTH}
            rows={3}
            required
          />
        )}
      </FormikField>
    </SectionForm>
  );
}
