import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import type { DeskTemplate, DeskTemplates } from 'mock-api/contract';
import { useRef, useState } from 'react';
import {
  Button,
  EmptyState,
  FetchedContent,
  Note,
  Row,
  Stack,
  useLoad,
  useLocale,
  useSubmit,
  useText,
} from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { fetchTemplates, removeTemplate, templatesOf } from '../../api/templates.ts';
import { DeskPage, type DeskPageHandle } from '../../components/DeskPage.tsx';
import { Failure } from '../../components/Failure.tsx';
import { ColumnHeadings, Table } from '../../components/table/Table.tsx';
import { useToast } from '../../components/useToast.tsx';
import { words } from '../../words.ts';
import { TemplateDialog } from './TemplateDialog.tsx';

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
  @media (width >= 48em) {
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
