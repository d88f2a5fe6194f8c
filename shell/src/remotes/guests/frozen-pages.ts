/** Storage key of the guests on open pages, written before they are shown: a frozen page reports nothing. */
const KEY = 'guests';
/** Maximum interval between writes of a live page (ms). */
const MAX_NOTE_AGE_MS = 10_000;
/** How long a guest stays blocked (ms). Limited because a phone that lost power at that moment looks the same. */
const BLOCK_MS = 24 * 60 * 60 * 1_000;

/** A page that shows a guest: which guest, and when the page last wrote. */
interface Note {
  remote: string;
  at: number;
}

const lockOf = (page: string) => `lodestar-guest-${page}`;

function readNotes(): Record<string, Note> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Note>;
  } catch {
    return {};
  }
}

function change(notes: Record<string, Note | undefined>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readNotes(), ...notes }));
}

/** Whether a page that showed this guest has stopped writing: it froze, or was killed because it had. */
export async function hasFrozenPage(remote: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  const isOpen = (page: string) => held.some(({ name }) => name === lockOf(page));
  return Object.entries(readNotes()).some(([page, note]) => {
    const age = Date.now() - note.at;
    return note.remote === remote && age < BLOCK_MS && (age > MAX_NOTE_AGE_MS || !isOpen(page));
  });
}

/**
 * Records that this page shows a guest, until the signal aborts. Nothing is recorded while the page is hidden, because
 * phones kill hidden pages without notice.
 * @returns a function that records that the guest is alive
 */
export function trackGuest(remote: string, signal: AbortSignal): () => void {
  const page = crypto.randomUUID();
  const note = () => change({ [page]: document.hidden || signal.aborted ? undefined : { remote, at: Date.now() } });
  const clearNote = () => change({ [page]: undefined });
  note();
  document.addEventListener('visibilitychange', note);
  window.addEventListener('pagehide', clearNote);
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  navigator.locks.request(lockOf(page), () => aborted);
  aborted.then(() => {
    clearNote();
    document.removeEventListener('visibilitychange', note);
    window.removeEventListener('pagehide', clearNote);
  });
  return note;
}
