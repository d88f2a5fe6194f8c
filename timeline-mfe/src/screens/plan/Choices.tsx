import { useId } from 'react';
import { Button, Row, Soft, Stack } from 'shared-ui';
import { useFormikContext } from 'shared-ui/forms';
import { TEXT_LENGTH } from './words.ts';

interface ChoicesProps {
  label: string;
  lines: readonly string[];
}

/** Adds lines to the text of the form, for those who would rather not type. */
export function Choices({ label, lines }: ChoicesProps) {
  const labelId = useId();
  const { values, setFieldValue } = useFormikContext<{ text: string }>();
  const left = lines.filter((line) => !values.text.includes(line));
  if (left.length === 0) return null;
  const add = (line: string) => {
    const text = [values.text.trim(), line].filter(Boolean).join('\n');
    void setFieldValue('text', text.slice(0, TEXT_LENGTH));
  };
  return (
    <Stack $gap={8} role="group" aria-labelledby={labelId}>
      <Soft id={labelId}>{label}</Soft>
      <Row>
        {left.map((line) => (
          <Button key={line} type="button" variant="ghost" compact onClick={() => add(line)}>
            {line}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}
