import { Stack } from 'shared-ui';

/** A longer text; an empty line begins a new paragraph. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <Stack>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Stack>
  );
}
