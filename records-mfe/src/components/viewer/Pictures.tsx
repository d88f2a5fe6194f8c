import type { Media } from 'mock-api/contract';
import { type ReactNode, useId, useState } from 'react';
import {
  Apology,
  Button,
  type MediaFile,
  type MediaFiles,
  SectionTitle,
  Soft,
  Stack,
  useText,
  VisuallyHidden,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { PictureViewer } from './PictureViewer.tsx';

const THUMB = 64;

const Thumb = styled.img`
  inline-size: ${THUMB}px;
  block-size: ${THUMB}px;
  border-radius: var(--radius-s);
  background: #05090b;
  object-fit: cover;
`;

const ThumbPlaceholder = styled.span`
  display: block;
  inline-size: ${THUMB}px;
  block-size: ${THUMB}px;
  border-radius: var(--radius-s);
  background: var(--line-color);
`;

interface PicturesProps {
  /** Accessible name of the group, e.g. "Views". */
  label: string;
  pictures: Media[];
  /** Loading states of the pictures' files. */
  files: MediaFiles;
  /** Line above the pictures, e.g. how to read ECG paper. */
  note?: string;
}

/** Pictures of a result: thumbnails, and a viewer for the selected one. */
export function Pictures({ label, pictures, files: { fileOf, retry }, note }: PicturesProps) {
  const [chosenId, choose] = useState(pictures[0]?.id);
  const chosen = pictures.find(({ id }) => id === chosenId) ?? pictures[0];
  if (!chosen) return null;
  const options = pictures.map(({ id, title }) => {
    const file = fileOf(id);
    return { id, title, thumbnail: file.state === 'ready' ? <Thumb src={file.url} alt="" /> : <ThumbPlaceholder /> };
  });
  return (
    <Stack>
      {note && <Soft>{note}</Soft>}
      <PictureChoice label={label} options={options} chosen={chosen.id} onChoose={choose} />
      <Picture key={chosen.id} picture={chosen} file={fileOf(chosen.id)} retry={retry} />
    </Stack>
  );
}

/** Pictures of a result, listed vertically, each in its own viewer. */
export function AllPictures({ label, pictures, files: { fileOf, retry }, note }: PicturesProps) {
  return (
    <Stack as="section" aria-label={label}>
      {note && <Soft>{note}</Soft>}
      {pictures.map((picture) => (
        <Stack key={picture.id} $gap={8}>
          <SectionTitle>{picture.title}</SectionTitle>
          <Picture picture={picture} file={fileOf(picture.id)} retry={retry} />
        </Stack>
      ))}
    </Stack>
  );
}

export function Picture({ picture, file, retry }: { picture: Media; file: MediaFile; retry(): void }) {
  const t = useText(words);
  const { title, alt, width, height } = picture;
  if (file.state !== 'failed') {
    return <PictureViewer {...{ title, alt, width, height }} src={file.state === 'ready' ? file.url : null} />;
  }
  return (
    <Apology title={t('viewer.failed')} text={t('nothingLost')}>
      <Button onClick={retry}>{t('viewer.again')}</Button>
    </Apology>
  );
}

const Group = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1);
  min-inline-size: 0;
  margin: 0;
  padding: var(--space-1);
  border: 0;
  border-radius: var(--radius-m);
  background: var(--sunken);
`;

const Option = styled.label`
  position: relative;
  display: grid;
  flex: 1 1 auto;
  justify-items: center;
  min-inline-size: min-content;
  min-block-size: var(--target);
  padding: 6px var(--space-2);
  border-radius: 10px;
  color: var(--ink-soft);
  font-weight: 600;
  line-height: 1.25;
  text-align: center;
  transition: background var(--fade);

  > :first-child {
    margin: 2px auto 6px;
  }
  > input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  &:has(:checked) {
    background: var(--surface);
    color: var(--brand);
    box-shadow: inset 0 -3px 0 var(--star), var(--shadow-1);
    font-weight: 700;
  }
  &:has(:focus-visible) {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
`;

interface PictureOption {
  id: string;
  title: string;
  thumbnail: ReactNode;
}

interface PictureChoiceProps {
  /** Accessible name, e.g. "Views". */
  label: string;
  options: PictureOption[];
  chosen: string;
  onChoose(id: string): void;
}

/** Thumbnails of a result's pictures, one of which is selected. Native radio buttons need no library. */
function PictureChoice({ label, options, chosen, onChoose }: PictureChoiceProps) {
  const name = useId();
  return (
    <Group role="radiogroup">
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      {options.map(({ id, title, thumbnail }) => (
        <Option key={id}>
          {thumbnail}
          <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
          {title}
        </Option>
      ))}
    </Group>
  );
}
