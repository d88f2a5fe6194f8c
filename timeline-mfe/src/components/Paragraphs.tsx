import { Stack } from 'shared-ui';

/** Text with paragraphs separated by blank lines. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <Stack>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Stack>
  );
}
