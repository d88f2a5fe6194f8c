import ImageUp from 'lucide-react/icons/image-up';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button, Note, useText } from 'shared-ui';
import { loadReader, wristbandCode } from '../../scanner/scanner.ts';
import { words } from '../../words.ts';

/** Returns the wristband code in a photo, or null if no code can be read. */
async function codeInPhoto(photo: File): Promise<string | null> {
  const { readPhoto } = await loadReader();
  const text = await readPhoto(photo);
  return text === null ? null : wristbandCode(text);
}

interface Props {
  onCode(code: string): Promise<void>;
  isChecking: boolean;
}

/** Reads the wristband code from a photo: the phone's own camera app may work where the page has no camera access. */
export function PhotoButton({ onCode, isChecking }: Props) {
  const t = useText(words);
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setIsReading] = useState(false);
  const [hasNoCode, setHasNoCode] = useState(false);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? [];
    // Without this, choosing the same photo again would fire no change event.
    target.value = '';
    if (!photo) return;
    setHasNoCode(false);
    setIsReading(true);
    try {
      const code = await codeInPhoto(photo);
      if (code === null) setHasNoCode(true);
      else await onCode(code);
    } catch (error) {
      console.info('The photo could not be read', error);
      setHasNoCode(true);
    } finally {
      setIsReading(false);
    }
  };
  return (
    <>
      {hasNoCode && (
        <Note tone="warning" live="alert" title={t('scan.noCode')}>
          {t('scan.noCodeText')}
        </Note>
      )}
      <input ref={input} type="file" accept="image/*" capture="environment" hidden onChange={read} />
      <Button variant="ghost" icon={<ImageUp />} busy={isReading || isChecking} onClick={() => input.current?.click()}>
        {t('scan.photo')}
      </Button>
    </>
  );
}
