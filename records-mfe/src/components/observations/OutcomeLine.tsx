import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import FileText from 'lucide-react/icons/file-text';
import Images from 'lucide-react/icons/images';
import type { Result } from 'mock-api/contract';
import { useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { outcomeOf } from './outcome.ts';

const Line = styled.span`
  --icon: 1.125rem;
  display: flex;
  gap: 6px;
  margin-block: 2px;
  color: var(--ink-soft);
  font-weight: 640;

  > svg {
    flex: none;
    margin-block-start: 1px;
  }
  &[data-outcome='normal'] {
    color: var(--act);
  }
  &[data-outcome='outside'] {
    color: var(--new);
  }
`;

const OUTCOMES = {
  outside: { icon: <CircleAlert />, text: 'outcome.outside' },
  normal: { icon: <CircleCheck />, text: 'outcome.normal' },
  incomplete: { icon: <Clock />, text: 'outcome.incomplete' },
  pictures: { icon: <Images />, text: 'outcome.pictures' },
  picturesAndReport: { icon: <Images />, text: 'outcome.picturesAndReport' },
  report: { icon: <FileText />, text: 'outcome.report' },
} as const;

/** A result's outcome in an icon and words, e.g. "All normal" or "2 to look at". */
export function OutcomeLine({ result }: { result: Result }) {
  const t = useText(words);
  const { kind, count } = outcomeOf(result);
  const { icon, text } = OUTCOMES[kind];
  return (
    <Line data-outcome={kind}>
      {icon}
      {t(text, { count })}
    </Line>
  );
}
