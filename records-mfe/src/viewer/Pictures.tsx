import { Apology, Button, type Media, type MediaFile, type MediaFiles, Soft, Stack, useText } from 'shared-ui';
import { Tabs } from 'shared-ui/tabs';
import { styled } from 'styled-components';
import { words } from '../words.ts';
import { PictureViewer } from './PictureViewer.tsx';
import { ViewerWaiting } from './ViewerWaiting.tsx';

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
  margin: 2px auto 6px;
  border-radius: var(--radius-s);
  background: var(--line-color);
`;

export interface PicturesProps {
  /** Names the choice of pictures: "Views". */
  label: string;
  pictures: Media[];
  /** How far they have come. */
  files: MediaFiles;
  /** A line above the pictures, e.g. how to read the paper. */
  note?: string;
}

/** A result's pictures: thumbnails to choose from, and the chosen one to look at closely. */
export default function Pictures({ label, pictures, files: { fileOf, retry }, note }: PicturesProps) {
  const items = pictures.map((picture) => {
    const file = fileOf(picture.id);
    return {
      id: picture.id,
      label: picture.title,
      picture: file.state === 'ready' ? <Thumb src={file.url} alt="" /> : <Gap />,
      panel: <Chosen picture={picture} file={file} retry={retry} />,
    };
  });
  return (
    <Stack>
      {note && <Soft>{note}</Soft>}
      <Tabs label={label} items={items} />
    </Stack>
  );
}

function Chosen({ picture, file, retry }: { picture: Media; file: MediaFile; retry(): void }) {
  const t = useText(words);
  const { title, alt, width, height } = picture;
  if (file.state === 'ready') return <PictureViewer {...{ title, alt, width, height }} src={file.url} />;
  if (file.state === 'loading') return <ViewerWaiting />;
  return (
    <Apology title={t('viewer.failed')} text={t('nothingLost')}>
      <Button onClick={retry}>{t('viewer.again')}</Button>
    </Apology>
  );
}
