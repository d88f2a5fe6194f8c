import { type ReactNode, useId } from 'react';
import { VisuallyHidden } from 'shared-ui';
import { styled } from 'styled-components';

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

export interface PictureOption {
  id: string;
  title: string;
  thumbnail: ReactNode;
}

export interface PictureChoiceProps {
  /** Accessible name, e.g. "Views". */
  label: string;
  options: PictureOption[];
  chosen: string;
  onChoose(id: string): void;
}

/** Thumbnails of a result's pictures, one of which is selected. Native radio buttons need no library. */
export function PictureChoice({ label, options, chosen, onChoose }: PictureChoiceProps) {
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
