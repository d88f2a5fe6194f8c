import type { Media } from 'mock-api/contract';
import { useState } from 'react';
import { Apology, Button, type MediaFile, type MediaFiles, SectionTitle, Soft, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { PictureViewer } from './PictureViewer.tsx';

const THUMB = 64;

const Thumb = styled.img`
  inline-size: ${THUMB}px;
  block-size: ${THUMB}px;
  border-radius: var(--radius-s);
  background: #05090b;
  object-fit: cover;
`;

const Gap = styled.span`
  display: block;
  inline-size: ${THUMB}px;
  block-size: ${THUMB}px;
  border-radius: var(--radius-s);
  background: var(--line-color);
`;

export interface PicturesProps {
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
    return { id, title, thumbnail: file.state === 'ready' ? <Thumb src={file.url} alt="" /> : <Gap /> };
  });
  return (
    <Stack>
      {note && <Soft>{note}</Soft>}
      <PictureChoice label={label} options={options} chosen={chosen.id} onChoose={choose} />
      <Chosen key={chosen.id} picture={chosen} file={fileOf(chosen.id)} retry={retry} />
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
          <Chosen picture={picture} file={fileOf(picture.id)} retry={retry} />
        </Stack>
      ))}
    </Stack>
  );
}

function Chosen({ picture, file, retry }: { picture: Media; file: MediaFile; retry(): void }) {
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
