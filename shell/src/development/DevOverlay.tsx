import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Button, useText } from 'shared-ui';
import { parseRegistry, type Registry } from 'shared-ui/contract';
import { defineCatalogue } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { registryOfPage } from '../remotes/registry.ts';
import { replaceRemotes } from '../remotes/remote-cache.ts';
import en from './locales/en.json';
import {
  currentProblems,
  followRunTimeErrors,
  forgetThrown,
  onProblems,
  type Problem,
  setDevStates,
} from './problems.ts';

/** Texts for remote developers, kept out of the main catalogue so that other pages don't load them. */
const words = defineCatalogue('shell/development', en, (tag) => import(`./locales/${tag}.json`));

const Sheet = styled.section`
  position: fixed;
  inset: auto 0 0;
  z-index: 2147483647;
  display: flex;
  flex-direction: column;
  gap: var(--space-3);
  max-block-size: 70dvh;
  padding: var(--space-3) var(--space-4);
  border-block-start: 4px solid var(--urgent);
  background: var(--surface);
  color: var(--ink);
  box-shadow: var(--shadow-3);
  font: var(--text-s) / var(--line) var(--font);

  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-3);
  }
  h2 {
    margin: 0;
    font-size: var(--text-l);
  }
  strong {
    color: var(--urgent);
  }
  pre {
    margin: var(--space-1) 0;
    font-family: ui-monospace, monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  small {
    color: var(--ink-soft);
  }
`;

/** Scrollable, so it must be focusable by keyboard. */
const List = styled.ol`
  margin: 0;
  padding: 0;
  overflow: auto;
  list-style: none;

  li {
    padding-block: var(--space-2);
    border-block-start: 1px solid var(--line-color);
  }
`;

const placeOf = ({ file, line, column }: Problem) =>
  [file, line, column].filter((part) => part !== undefined).join(':');

function Entry({ problem }: { problem: Problem }) {
  const t = useText(words);
  const { kind, remote, message } = problem;
  return (
    <li>
      <strong>{t(`kind.${kind}`)}</strong> · {remote} <code>{placeOf(problem)}</code>
      <pre>{message}</pre>
      <small>{t(`note.${kind}`)}</small>
    </li>
  );
}

function Errors({ problems, onClose }: { problems: readonly Problem[]; onClose(): void }) {
  const t = useText(words);
  const heading = useId();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <Sheet role="dialog" aria-modal="false" aria-labelledby={heading}>
      <header>
        <h2 id={heading} role="alert">
          {t('title', { count: problems.length })}
        </h2>
        <Button compact variant="ghost" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <List tabIndex={0} aria-label={t('list')}>
        {problems.map((problem, index) => (
          <Entry key={`${index} ${problem.message}`} problem={problem} />
        ))}
      </List>
    </Sheet>
  );
}

/** Lists the errors of remotes under development. Once closed, it stays hidden until the list changes. */
function DevOverlay() {
  const problems = useSyncExternalStore(onProblems, currentProblems);
  const [closed, setClosed] = useState<readonly Problem[]>();
  if (problems.length === 0 || problems === closed) return null;
  return <Errors problems={problems} onClose={() => setClosed(problems)} />;
}

/**
 * Mounts the error overlay for remotes under development and starts reporting run-time errors.
 * @param reportTo URL that run-time errors are posted to; the gateway locates them and prints them in the terminal
 */
export function showDevelopmentErrors(reportTo: string): void {
  const container = document.createElement('div');
  // Outside the body: an open app dialog makes everything in the body inert.
  document.documentElement.append(container);
  createRoot(container).render(<DevOverlay />);
  followRunTimeErrors(reportTo);
}

/** Switches remotes under development to their versions in a registry. Components keep their state where they can. */
export function showBuilds(names: readonly string[], registry: Registry): void {
  for (const name of names) forgetThrown(name);
  replaceRemotes(names, registry);
}

/** Applies a registry: remotes whose version changed are replaced in place. */
function applyRegistry(announced: unknown): void {
  const registry = parseRegistry(announced);
  const before = registryOfPage().remotes;
  const changed = Object.entries(registry.remotes).filter(([name, { active }]) => before[name]?.active !== active);
  showBuilds(
    changed.map(([name]) => name),
    registry,
  );
}

/** Follows the gateway in dev mode: applies every registry it announces and shows the errors over the page. */
export function followDevelopment(): void {
  showDevelopmentErrors('/dev/errors');
  const events = new EventSource('/dev/events');
  // After a reconnect, the gateway sends the current errors again.
  events.addEventListener('open', () => setDevStates({}));
  events.addEventListener('registry', ({ data }) => applyRegistry(JSON.parse(data)));
  events.addEventListener('errors', ({ data }) => setDevStates(JSON.parse(data)));
}
