import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { IconButton, store, useText } from 'shared-ui';
import { parseRegistry, parseRemoteManifest, type Registry } from 'shared-ui/contract';
import { Facts } from 'shared-ui/details';
import { type PublishedEvent, recentEvents } from 'shared-ui/host';
import { LANGUAGES, useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { readNotice, registryOfPage } from '../../remotes/registry.ts';
import { type LoadedNow, loadedRemotes } from '../../remotes/remote-cache.ts';
import { words } from '../override.ts';

/** Why this browser runs a version. `share`: percent of browsers that a canary is for. */
type Origin = { kind: 'test' | 'active' | 'fallback' | 'unknown' } | { kind: 'canary'; share: number };

/** A part of the store and the size of its content as JSON. Never the content itself, which may be a patient's. */
interface SliceSize {
  name: string;
  bytes: number;
}

/** JSON files by URL, fetched once per page; undefined for one that can't be fetched. */
const documents = new Map<string, Promise<unknown>>();

function fetchOnce(url: string, init?: RequestInit): Promise<unknown> {
  const fetchJson = async (): Promise<unknown> => {
    const response = await fetch(url, init);
    return response.ok ? response.json() : undefined;
  };
  const known = documents.get(url) ?? fetchJson().catch(() => undefined);
  documents.set(url, known);
  return known;
}

/** Returns the build's own version if this is the test version, which pages know by that version and its link's id. */
function testBuild({ name, version }: LoadedNow): string | undefined {
  const notice = readNotice();
  return notice?.name === name && registryOfPage().remotes[name]?.active === version ? notice.build : undefined;
}

function originOf(loaded: LoadedNow, registry: Registry | undefined): Origin {
  const { name, version } = loaded;
  if (testBuild(loaded) !== undefined) return { kind: 'test' };
  const entry = registry?.remotes[name];
  if (!entry) return { kind: 'unknown' };
  if (entry.canary?.version === version) return { kind: 'canary', share: entry.canary.share };
  return { kind: entry.active === version ? 'active' : 'fallback' };
}

/** Returns how long the browser took to fetch a file (ms); undefined if it has no record of it. */
const durationOf = (url: string): number | undefined =>
  performance.getEntriesByType('resource').find(({ name }) => name === url)?.duration;

const sizeOf = ([name, content]: [string, unknown]): SliceSize => ({
  name,
  bytes: new TextEncoder().encode(JSON.stringify(content)).length,
});

/** Returns the slices that a remote has added: their names begin with its own. */
const slicesOf = (remote: string): SliceSize[] =>
  Object.entries(store.getState().slices)
    .filter(([name]) => name.split('/')[0] === remote)
    .map(sizeOf);

async function describeRemote(loaded: LoadedNow, registry: Registry | undefined) {
  const { name, version, requestedAt, renderedAt } = loaded;
  const published = registryOfPage().remotes[name]?.versions[version];
  const url = new URL(published?.manifest ?? '', location.href).href;
  const content = published && (await fetchOnce(url));
  const manifest = content === undefined ? undefined : parseRemoteManifest(content);
  return {
    name,
    version: testBuild(loaded) ?? version,
    origin: originOf(loaded, registry),
    /** Undefined if its manifest can't be read. */
    contract: manifest?.contract,
    /** Milliseconds; undefined if not measured. */
    timings: {
      manifest: durationOf(url),
      entry: manifest && durationOf(new URL(manifest.entry, url).href),
      firstRender: renderedAt === undefined ? undefined : renderedAt - requestedAt,
    },
    slices: slicesOf(name),
  };
}

type RemoteDetails = Awaited<ReturnType<typeof describeRemote>>;

/** Describes the remotes that have loaded in this page, the store's own slices, and the latest events first. */
async function describePage() {
  // Without cookies, it names canaries: this browser's own registry does not.
  const content = await fetchOnce('/registry.json', { credentials: 'omit' });
  const registry = content === undefined ? undefined : parseRegistry(content);
  const remotes = await Promise.all(loadedRemotes().map((loaded) => describeRemote(loaded, registry)));
  const { slices: _remotes, ...shared } = store.getState();
  return { remotes, shared: Object.entries(shared).map(sizeOf), events: recentEvents().toReversed() };
}

/** Below the strip, above everything else on the page. */
const Sheet = styled.section`
  position: fixed;
  inset: auto 0 0;
  z-index: 2147483645;
  display: flex;
  flex-direction: column;
  max-block-size: min(70dvh, 100dvh - var(--strip, 0px));
  border-block-start: 4px solid var(--gold);
  background: var(--surface);
  color: var(--ink);
  box-shadow: var(--shadow-3);
  font: var(--text-s) / var(--line) var(--font);

  h2,
  h3 {
    margin: 0;
    overflow-wrap: anywhere;
  }
  h2 {
    font-size: var(--text-l);
  }
  h3 {
    font-size: var(--text-m);
  }
  p {
    margin: 0;
    color: var(--ink-soft);
  }
`;

/** Not a header element: the page's own is its only banner. */
const Top = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: var(--space-2) var(--space-2) 0 var(--space-4);
`;

/** Scrollable, so it must be focusable by keyboard. */
const Parts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
  gap: var(--space-4);
  overflow: auto;
  padding: var(--space-3) var(--space-4) var(--space-4);

  > section {
    display: grid;
    gap: var(--space-2);
    align-content: start;
    min-inline-size: 0;
  }
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  dd {
    overflow-wrap: anywhere;
  }
  li {
    padding-block: var(--space-1);
    border-block-start: 1px solid var(--line-color);
    overflow-wrap: anywhere;
  }
`;

function useFormats() {
  const t = useText(words);
  const tag = LANGUAGES[useLanguage()].intlTag;
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  const duration = (ms: number | undefined) =>
    ms === undefined ? t('details.notMeasured') : t('details.ms', { ms: number(ms, 0) });
  const sizes = (slices: readonly SliceSize[]) =>
    slices.map(({ name, bytes }) => [name, t('details.kilobytes', { size: number(bytes / 1_000, 2) })] as const);
  const origin = (known: Origin) =>
    known.kind === 'canary' ? t('details.canary', { share: known.share }) : t(`details.${known.kind}`);
  const time = (at: number) => new Intl.DateTimeFormat(tag, { timeStyle: 'medium' }).format(at);
  return { t, duration, sizes, origin, time };
}

function RemotePart({ remote }: { remote: RemoteDetails }) {
  const { t, duration, sizes, origin } = useFormats();
  const { name, version, contract, timings, slices } = remote;
  const facts = [
    [t('details.version'), version],
    [t('details.origin'), origin(remote.origin)],
    [t('details.contract'), contract ?? t('details.notMeasured')],
    [t('details.manifest'), duration(timings.manifest)],
    [t('details.entry'), duration(timings.entry)],
    [t('details.firstRender'), duration(timings.firstRender)],
  ] as const;
  return (
    <section>
      <h3>{name}</h3>
      <Facts variant="lines" facts={facts} />
      <p>{slices.length === 0 ? t('details.noSlices') : t('details.slices')}</p>
      {slices.length > 0 && <Facts variant="lines" facts={sizes(slices)} />}
    </section>
  );
}

function Events({ events }: { events: readonly PublishedEvent[] }) {
  const { t, time } = useFormats();
  if (events.length === 0) return <p>{t('details.noEvents')}</p>;
  return (
    <ol>
      {events.map(({ name, at, fields }, index) => (
        <li key={`${events.length - index} ${at}`}>
          {time(at)} · <strong>{name}</strong> · {fields.join(', ')}
        </li>
      ))}
    </ol>
  );
}

/** Interval between two readings of the page (ms). */
const REFRESH_MS = 1_000;

/** Reads the page now and every second while mounted. */
function usePageDetails() {
  const [details, setDetails] = useState<Awaited<ReturnType<typeof describePage>>>();
  useEffect(() => {
    let isUnmounted = false;
    const refresh = async () => {
      const page = await describePage();
      if (!isUnmounted) setDetails(page);
    };
    const attempt = () => void refresh().catch((error: unknown) => console.warn('The page could not be read', error));
    attempt();
    const timer = setInterval(attempt, REFRESH_MS);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
    };
  }, []);
  return details;
}

/**
 * Panel for developers on a page with a test version: each remote's version, load times, contract and store slices, and
 * the recent events between remotes. It shows no values, which may be a patient's. Takes the focus; Escape closes it.
 */
export default function DevTools({ onClose }: { onClose(): void }) {
  const { t, sizes } = useFormats();
  const details = usePageDetails();
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  };
  return (
    <Sheet role="dialog" aria-modal="false" aria-labelledby={title} onKeyDown={onKeyDown}>
      <Top>
        <h2 id={title} ref={heading} tabIndex={-1}>
          {t('details.title')}
        </h2>
        <IconButton label={t('details.close')} icon={<X aria-hidden />} onClick={onClose} />
      </Top>
      <Parts tabIndex={0} role="group" aria-label={t('details.title')}>
        {details?.remotes.map((remote) => (
          <RemotePart key={remote.name} remote={remote} />
        ))}
        {details && (
          <>
            <section>
              <h3>{t('details.shared')}</h3>
              <Facts variant="lines" facts={sizes(details.shared)} />
            </section>
            <section>
              <h3>{t('details.events')}</h3>
              <Events events={details.events} />
            </section>
          </>
        )}
      </Parts>
    </Sheet>
  );
}
