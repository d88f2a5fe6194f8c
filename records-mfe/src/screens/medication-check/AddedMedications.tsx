import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef } from 'react';
import { Button, Card, SectionTitle, Soft, Stack, useText, VisuallyHidden } from 'shared-ui';
import { TextField } from 'shared-ui/forms';
import { ADDED_COUNT, ADDED_LENGTH, type Added, isMissingName, words } from './check.ts';

interface Props {
  added: readonly Added[];
  isTried: boolean;
  onChange(added: Added[]): void;
}

const PARTS = ['name', 'amount', 'when'] as const;

/** Medications that the record lacks. */
export function AddedMedications({ added, isTried, onChange }: Props) {
  const t = useText(words);
  const list = useRef<HTMLUListElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isNew = useRef(false);
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  });
  const add = () => {
    isNew.current = true;
    onChange([...added, { key: crypto.randomUUID(), name: '', amount: '', when: '' }]);
  };
  const remove = (key: string) => {
    onChange(added.filter((item) => item.key !== key));
    opener.current?.focus();
  };
  const change = (key: string, part: (typeof PARTS)[number], text: string) =>
    onChange(added.map((item) => (item.key === key ? { ...item, [part]: text.slice(0, ADDED_LENGTH) } : item)));
  return (
    <Stack as="section">
      <SectionTitle>{t('missing')}</SectionTitle>
      <Soft>{t('missingText')}</Soft>
      <Stack as="ul" ref={list}>
        {added.map((item, index) => {
          const title = t('added', { number: index + 1 });
          return (
            <Card as="li" key={item.key}>
              <Stack as="fieldset" aria-label={title}>
                {PARTS.map((part) => (
                  <TextField
                    key={part}
                    label={t(part)}
                    value={item[part]}
                    onChange={(text) => change(item.key, part, text)}
                    error={part === 'name' && isTried && isMissingName(item) ? t('nameMissing') : undefined}
                  />
                ))}
                <Button variant="plain" compact onClick={() => remove(item.key)}>
                  {t('remove')}
                  <VisuallyHidden> {item.name || title}</VisuallyHidden>
                </Button>
              </Stack>
            </Card>
          );
        })}
      </Stack>
      {added.length < ADDED_COUNT && (
        <Button ref={opener} variant="ghost" compact icon={<Plus />} onClick={add}>
          {t('add')}
        </Button>
      )}
    </Stack>
  );
}
