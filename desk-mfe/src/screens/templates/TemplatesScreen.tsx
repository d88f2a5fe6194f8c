import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import type { DeskTemplate, DeskTemplates, NewTemplate } from 'mock-api/contract';
import { useMemo, useRef, useState } from 'react';
import {
  Button,
  EmptyState,
  FetchedContent,
  Note,
  Row,
  Soft,
  Stack,
  type Translate,
  useLoad,
  useLocale,
  useSubmit,
  useText,
} from 'shared-ui';
import { ALL_LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { ConfirmDialog } from 'shared-ui/dialog';
import { yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { addTemplate, changeTemplate, fetchTemplates, removeTemplate, templatesOf } from '../../api/templates.ts';
import { DeskPage, type DeskPageHandle } from '../../components/DeskPage.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { Failure, useToast } from '../../components/feedback.tsx';
import { FormSelect, FormTextArea, FormTextField } from '../../components/fields.tsx';
import { languageName } from '../../components/identity.tsx';
import { ColumnHeadings, Table } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';

/** What staff do to a template: change or remove an existing one, or write a new one. */
type Task = { act: 'edit'; template: DeskTemplate | undefined } | { act: 'remove'; template: DeskTemplate };

/** `/desk/templates`: the hospital's templates for replies and events, which staff edit in both languages. */
export default function TemplatesScreen() {
  const t = useText(words);
  const page = useRef<DeskPageHandle>(null);
  const { state, value, retry } = useLoad(fetchTemplates, []);
  const [shown, setShown] = useState<DeskTemplates>();
  if (value && value !== shown) setShown(value);
  // The task stays while its dialog fades out.
  const [task, setTask] = useState<Task>({ act: 'edit', template: undefined });
  const [isOpen, setIsOpen] = useState(false);
  const { showToast, toast } = useToast();
  const begin = (next: Task) => {
    setTask(next);
    setIsOpen(true);
  };
  const done = (message: string) => {
    setIsOpen(false);
    showToast(message);
    retry();
  };
  const remove = useSubmit(async (id: string) => {
    await removeTemplate(id);
    done(t('templates.removed'));
    // The focused button was removed with its row.
    page.current?.focusHeading();
  });
  const mayEdit = shown?.mayEdit === true;
  const newButton = (
    <Button compact icon={<Plus />} onClick={() => begin({ act: 'edit', template: undefined })}>
      {t('templates.new')}
    </Button>
  );
  return (
    <DeskPage ref={page} title={t('templates.heading')} intro={t('templates.intro')} tools={mayEdit && newButton}>
      <FetchedContent
        loading={state}
        isEmpty={!shown?.templates.length}
        failed={t('templates.failed')}
        failedText={t('list.nothingLost')}
        retry={retry}
        empty={<EmptyState icon={<ScrollText />} title={t('templates.empty')} text={t('templates.emptyText')} />}
      >
        <Stack $gap={24}>
          {!mayEdit && <Note>{t('templates.readOnly')}</Note>}
          <TemplateList kind="reply" of={shown} onBegin={begin} />
          <TemplateList kind="event" of={shown} onBegin={begin} />
          <TemplateList kind="plan" of={shown} onBegin={begin} />
        </Stack>
      </FetchedContent>
      <TemplateDialog
        open={isOpen && task.act === 'edit'}
        template={task.template}
        onClose={() => setIsOpen(false)}
        onSaved={() => done(t('templates.saved'))}
      />
      <ConfirmDialog
        open={isOpen && task.act === 'remove'}
        title={t('templates.removeTitle')}
        confirmLabel={t('templates.remove')}
        cancelLabel={t('cancel')}
        danger
        busy={remove.state === 'sending'}
        onConfirm={() => task.template && void remove.submit(task.template.id)}
        onCancel={() => setIsOpen(false)}
      >
        <p>{t('templates.removeText')}</p>
        <Failure error={remove.error} />
      </ConfirmDialog>
      {toast}
    </DeskPage>
  );
}

const Texts = styled(Table)`
  tbody td {
    white-space: pre-line;
  }
  tbody th {
    color: var(--ink);
  }
  tbody > tr:first-child:hover {
    background: none;
  }
  td[data-short] > div {
    flex-wrap: nowrap;
    margin-inline: calc(-1 * var(--space-4));
  }
  @container screen (min-inline-size: 41.5rem) {
    tbody th {
      inline-size: 26%;
    }
    td[data-short] {
      inline-size: 1%;
    }
  }
`;

interface ListProps {
  kind: DeskTemplate['kind'];
  of: DeskTemplates | undefined;
  onBegin(task: Task): void;
}

/** Templates of one kind, as they read in the screen's language. */
function TemplateList({ kind, of, onBegin }: ListProps) {
  const t = useText(words);
  const locale = useLocale();
  const templates = templatesOf(of?.templates ?? [], kind, locale);
  if (templates.length === 0) return null;
  const columns = [t('templates.title'), t('templates.text'), ...(of?.mayEdit ? [t('templates.actions')] : [])];
  return (
    <Stack as="section" aria-label={t(`templates.kinds.${kind}`)}>
      <h2>{t(`templates.kinds.${kind}`)}</h2>
      <Texts aria-label={t(`templates.kinds.${kind}`)}>
        <ColumnHeadings columns={columns} />
        {templates.map((template) => (
          <tbody key={template.id}>
            <tr>
              <th scope="row">{template.title[locale]}</th>
              <td data-wide>{template.text[locale]}</td>
              {of?.mayEdit && (
                <td data-short>
                  <Row $gap={0}>
                    <Button
                      compact
                      variant="plain"
                      aria-label={t('templates.editOne', { title: template.title[locale] })}
                      onClick={() => onBegin({ act: 'edit', template })}
                    >
                      {t('templates.editShort')}
                    </Button>
                    <Button
                      compact
                      variant="plain"
                      aria-label={t('templates.removeOne', { title: template.title[locale] })}
                      onClick={() => onBegin({ act: 'remove', template })}
                    >
                      {t('templates.remove')}
                    </Button>
                  </Row>
                </td>
              )}
            </tr>
          </tbody>
        ))}
      </Texts>
    </Stack>
  );
}

/** Maximum text lengths that the API accepts; a short line of an event is shorter than a reply. */
const TITLE_LENGTH = 120;
const TEXT_LENGTHS = { reply: 2000, event: 500, plan: 2000 };

const KINDS = ['reply', 'event', 'plan'] as const;

interface Typed {
  kind: NewTemplate['kind'];
  titleEn: string;
  titleFr: string;
  textEn: string;
  textFr: string;
}

const toTyped = (template: DeskTemplate | undefined): Typed => ({
  kind: template?.kind ?? 'reply',
  titleEn: template?.title.en ?? '',
  titleFr: template?.title.fr ?? '',
  textEn: template?.text.en ?? '',
  textFr: template?.text.fr ?? '',
});

/** Returns a text with its translations into other languages, which hold as long as the English text is the same. */
const withOthers = (before: Partial<DeskTemplate['text']> | undefined, en: string, fr: string) =>
  before?.en === en ? { ...before, en, fr } : { en, fr };

const toTemplate = (
  before: DeskTemplate | undefined,
  { kind, titleEn, titleFr, textEn, textFr }: Typed,
): NewTemplate => ({
  kind,
  title: withOthers(before?.title, titleEn.trim(), titleFr.trim()),
  text: withOthers(before?.text, textEn.trim(), textFr.trim()),
});

type Key = `templates.${'titleEnRequired' | 'titleFrRequired' | 'textEnRequired' | 'textFrRequired' | 'tooLong'}`;

/** Requires all texts: each patient reads them in their own language. */
function templateSchema(t: Translate<Key>) {
  const text = (required: string) =>
    yup
      .string()
      .trim()
      .required(required)
      .when('kind', ([kind], field) =>
        field.max(TEXT_LENGTHS[kind as Typed['kind']], t('templates.tooLong', { most: TEXT_LENGTHS.event })),
      );
  return yup.object({
    titleEn: yup.string().trim().required(t('templates.titleEnRequired')),
    titleFr: yup.string().trim().required(t('templates.titleFrRequired')),
    textEn: text(t('templates.textEnRequired')),
    textFr: text(t('templates.textFrRequired')),
  });
}

interface DialogProps {
  open: boolean;
  /** The template to change; undefined: a new one. */
  template: DeskTemplate | undefined;
  onClose(): void;
  onSaved(): void;
}

/** Form for a new or existing template in both languages. */
function TemplateDialog({ open, template, onClose, onSaved }: DialogProps) {
  const t = useText(words);
  const schema = useMemo(() => templateSchema(t), [t]);
  const save = async (typed: Typed) => {
    const wanted = toTemplate(template, typed);
    await (template ? changeTemplate(template.id, wanted) : addTemplate(wanted));
    onSaved();
  };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={template ? t('templates.change') : t('templates.new')}
      initialValues={toTyped(template)}
      schema={schema}
      send={save}
      submitLabel={t('templates.save')}
    >
      <TemplateFields languages={otherLanguages(template)} />
    </DialogForm>
  );
}

/** Languages that have a translation of a template's text, besides English and French. */
const otherLanguages = (template: DeskTemplate | undefined) =>
  ALL_LANGUAGES.filter((tag) => tag !== 'en' && tag !== 'fr' && template?.text[tag] !== undefined);

function TemplateFields({ languages }: { languages: readonly Language[] }) {
  const t = useText(words);
  const own = { autoComplete: 'off', required: true, maxLength: TITLE_LENGTH } as const;
  const area = { rows: 4, required: true, maxLength: TEXT_LENGTHS.reply } as const;
  return (
    <>
      <FormSelect
        name="kind"
        label={t('templates.kind')}
        options={KINDS.map((value) => ({ value, label: t(`templates.kinds.${value}`) }))}
      />
      <FormTextField name="titleEn" {...own} label={t('templates.titleEn')} hint={t('templates.titleHint')} />
      <FormTextArea name="textEn" {...area} label={t('templates.textEn')} />
      <FormTextField name="titleFr" {...own} label={t('templates.titleFr')} />
      <FormTextArea name="textFr" {...area} label={t('templates.textFr')} />
      {languages.length > 0 && (
        <Soft>{t('templates.others', { languages: languages.map(languageName).join(', ') })}</Soft>
      )}
    </>
  );
}
