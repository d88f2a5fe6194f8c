import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestion from 'lucide-react/icons/circle-question-mark';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ComponentType, ReactNode } from 'react';
import { Card, LinkButton, Stack, useProfile, VisuallyHidden } from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { HospitalText, HospitalWordsNote } from 'shared-ui/details';
import { styled } from 'styled-components';

const Frame = styled(Card)`
  display: grid;
  gap: var(--space-2);

  h4 {
    font-size: var(--text-m);
    line-height: 1.3;
  }
  h4,
  p,
  dd,
  li {
    overflow-wrap: anywhere;
  }
  ul {
    padding-inline-start: 1.2em;
  }
`;

const FactList = styled.dl`
  display: grid;
  gap: var(--space-1);
  font-size: var(--text-s);

  > div {
    display: flex;
    flex-wrap: wrap;
    column-gap: 6px;
  }
  dt {
    color: var(--ink-soft);
  }
  dt::after {
    content: ':';
  }
  [lang|='fr'] & dt::after {
    content: '\\a0:';
  }
  [lang|='zh'] & dt::after {
    content: '：';
  }
  dd {
    min-inline-size: 0;
  }
  dd > ul {
    padding: 0;
    list-style: none;
  }
`;

/** Aligns the label of the link with the text above it. */
const Ask = styled.div`
  margin-inline-start: calc(-1 * var(--space-4));
  margin-block-end: calc(-1 * var(--space-2));
`;

/** A name and a value; without a value it is left out. */
type Fact = readonly [name: string, value: ReactNode];

/** Names and values of an item, one pair per line. */
export function ItemFacts({ facts }: { facts: readonly Fact[] }) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  if (shown.length === 0) return null;
  return (
    <FactList>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </FactList>
  );
}

/** The hospital's sentences, as a list if there are several; null for none. */
export function hospitalTexts(texts: readonly string[], lang: string | null): ReactNode {
  if (texts.length === 0) return null;
  if (texts.length === 1) return <HospitalText lang={lang}>{texts[0]}</HospitalText>;
  return (
    <ul>
      {[...new Set(texts)].map((text) => (
        <li key={text}>
          <HospitalText lang={lang}>{text}</HospitalText>
        </li>
      ))}
    </ul>
  );
}

interface ItemCardProps {
  name: string;
  /** Language of the hospital's words, or null. */
  lang: string | null;
  /** Link to the form for asking the hospital about this item. */
  ask: { kind: 'question' | 'correction'; type: string; id: string; label: string };
  children: ReactNode;
}

/** One item of the record: its name, what is known about it, and a link to ask about it for those who may. */
export function ItemCard({ name, lang, ask, children }: ItemCardProps) {
  const profile = useProfile();
  return (
    <Frame as="li">
      <h4>
        <HospitalText lang={lang}>{name}</HospitalText>
      </h4>
      {children}
      <HospitalWordsNote lang={lang} />
      {profile.mayAsk && (
        <Ask>
          <LinkButton
            variant="plain"
            compact
            to={requestPaths.create(profile.id, ask.kind, { type: ask.type, id: ask.id })}
          >
            {ask.label}
            <VisuallyHidden>({name})</VisuallyHidden>
          </LinkButton>
        </Ask>
      )}
    </Frame>
  );
}

export const GroupTitle = styled.h3`
  margin-block-start: var(--space-1);
  font-size: var(--text-m);
`;

/** Items under one heading; nothing if there are none. */
export function ItemGroup({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Stack as="section">
      <GroupTitle>{title}</GroupTitle>
      <Stack as="ul">{children}</Stack>
    </Stack>
  );
}

type Tone = 'danger' | 'warning' | 'calm' | 'certain';

const ICONS: Record<Tone, ComponentType<{ 'aria-hidden': true }>> = {
  danger: TriangleAlert,
  warning: CircleQuestion,
  calm: Info,
  certain: CircleCheck,
};

const Marked = styled.p`
  display: flex;
  gap: 6px;
  font-size: var(--text-s);
  font-weight: 640;

  > svg {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.5em;
  }
  &[data-tone='danger'] {
    color: var(--urgent);
  }
  &[data-tone='warning'] {
    color: var(--new);
  }
`;

/** What matters most about an item, by word and icon: danger, doubt, or nothing to worry about. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <Marked data-tone={tone}>
      <Icon aria-hidden={true} />
      <span>{children}</span>
    </Marked>
  );
}
