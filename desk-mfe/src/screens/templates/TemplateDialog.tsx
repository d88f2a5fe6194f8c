import type { DeskTemplate, NewTemplate } from 'mock-api/contract';
import { useMemo } from 'react';
import { Stack, type Translate, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { Form, FormErrors, Formik, FormikField, SelectField, TextArea, TextField, yup } from 'shared-ui/forms';
import { addTemplate, changeTemplate } from '../../api/templates.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { Failure } from '../../components/Failure.tsx';
import { UnsentTyping } from '../../components/UnsentTyping.tsx';
import { words } from '../../words.ts';

/** Maximum text lengths that the API accepts; a short line of an event is shorter than a reply. */
const TITLE_LENGTH = 120;
const TEXT_LENGTHS = { reply: 2000, event: 500 };

const KINDS = ['reply', 'event'] as const;

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

const toTemplate = ({ kind, titleEn, titleFr, textEn, textFr }: Typed): NewTemplate => ({
  kind,
  title: { en: titleEn.trim(), fr: titleFr.trim() },
  text: { en: textEn.trim(), fr: textFr.trim() },
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

interface Props {
  open: boolean;
  /** The template to change; undefined: a new one. */
  template: DeskTemplate | undefined;
  onClose(): void;
  onSaved(): void;
}

/** Form for a new or existing template in both languages. Keeps its values when saving fails. */
export function TemplateDialog({ open, template, onClose, onSaved }: Props) {
  const t = useText(words);
  const schema = useMemo(() => templateSchema(t), [t]);
  const { error, submit } = useSubmit(async (typed: Typed) => {
    await (template ? changeTemplate(template.id, toTemplate(typed)) : addTemplate(toTemplate(typed)));
    onSaved();
  });
  return (
    <Dialog open={open} onClose={onClose} title={template ? t('templates.change') : t('templates.new')}>
      <Formik initialValues={toTyped(template)} validationSchema={schema} onSubmit={submit}>
        {() => (
          <Form noValidate>
            <UnsentTyping />
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              <TemplateFields />
              <Failure error={error} />
            </Stack>
            <DialogActions submit={t('templates.save')} onClose={onClose} />
          </Form>
        )}
      </Formik>
    </Dialog>
  );
}

function TemplateFields() {
  const t = useText(words);
  const own = { autoComplete: 'off', required: true, maxLength: TITLE_LENGTH } as const;
  const area = { rows: 4, required: true, maxLength: TEXT_LENGTHS.reply } as const;
  return (
    <>
      <FormikField name="kind">
        {(field) => (
          <SelectField
            {...field}
            label={t('templates.kind')}
            options={KINDS.map((value) => ({ value, label: t(`templates.kinds.${value}`) }))}
          />
        )}
      </FormikField>
      <FormikField name="titleEn">
        {(field) => <TextField {...field} {...own} label={t('templates.titleEn')} hint={t('templates.titleHint')} />}
      </FormikField>
      <FormikField name="textEn">
        {(field) => <TextArea {...field} {...area} label={t('templates.textEn')} />}
      </FormikField>
      <FormikField name="titleFr">
        {(field) => <TextField {...field} {...own} label={t('templates.titleFr')} />}
      </FormikField>
      <FormikField name="textFr">
        {(field) => <TextArea {...field} {...area} label={t('templates.textFr')} />}
      </FormikField>
    </>
  );
}
