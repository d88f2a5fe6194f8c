import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentPropsWithRef, useState } from 'react';
import { styled } from 'styled-components';
import { IconButton } from '../components/index.ts';
import { type FieldProps, FieldShell, useFieldTies } from './field.tsx';
import { boxLook } from './styles.ts';

const Input = styled.input`
  ${boxLook}

  [data-reveal] > & {
    padding-inline-end: 56px;
  }
`;

const Box = styled.div`
  position: relative;
  display: grid;

  > button {
    position: absolute;
    inset-block-start: calc(50% - 22px);
    inset-inline-end: 4px;
  }
`;

type Native = Pick<
  ComponentPropsWithRef<'input'>,
  | 'autoComplete'
  | 'inputMode'
  | 'enterKeyHint'
  | 'placeholder'
  | 'maxLength'
  | 'readOnly'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'dir'
  | 'ref'
>;

export interface TextFieldProps extends FieldProps<string>, Native {
  type?: 'text' | 'email' | 'tel' | 'password' | 'search';
  /** Labels of the button that shows and hides a password; without them there is no such button. */
  reveal?: { show: string; hide: string };
}

/** One line of text: label, hint, box, error. A password can be revealed. */
export function TextField({
  label,
  hint,
  error,
  id,
  onChange,
  onBlur,
  required,
  type,
  reveal,
  ...rest
}: TextFieldProps) {
  const ties = useFieldTies({ id, hint, error, required });
  const [shown, setShown] = useState(false);
  return (
    <FieldShell ties={ties} label={label} hint={hint} error={error}>
      <Box data-reveal={reveal ? '' : undefined}>
        <Input
          {...rest}
          {...ties.control}
          type={shown ? 'text' : (type ?? 'text')}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onBlur?.()}
        />
        {reveal && (
          <IconButton
            label={shown ? reveal.hide : reveal.show}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
          />
        )}
      </Box>
    </FieldShell>
  );
}

const Area = styled.textarea`
  ${boxLook}
  resize: vertical;

  /* Read-only text is shown in full. Browsers without this show as many rows as they are given. */
  &:read-only {
    field-sizing: content;
    resize: none;
  }
`;

export interface TextAreaProps extends FieldProps<string> {
  /** Default 4 (docs/product-rules.md#surveys). */
  rows?: number;
  maxLength?: number;
  readOnly?: boolean;
  /** Language of the text, if it is not the page's. */
  lang?: string;
}

/** A field for several lines of text, with label, hint and error. Not bound to a form. */
export function TextArea({ label, hint, error, id, onChange, onBlur, required, rows = 4, ...rest }: TextAreaProps) {
  const ties = useFieldTies({ id, hint, error, required });
  return (
    <FieldShell ties={ties} label={label} hint={hint} error={error}>
      <Area
        {...rest}
        {...ties.control}
        rows={rows}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onBlur?.()}
      />
    </FieldShell>
  );
}
