/** Where a page notes, before it shows a guest, which one: a page that a guest has frozen can say nothing any more. */
const KEY = 'guests';
/** A page that goes on writes at least so often, in milliseconds. */
const FRESH_MS = 10_000;
/** How long a guest is not shown again, in milliseconds: a phone that lost power at that moment looks the same. */
const DAY_MS = 24 * 60 * 60 * 1_000;

/** One page that shows a guest: which, and when it was last heard of. */
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

/** Whether a page that showed this guest has not been heard of since: it froze, or was killed because it had. */
export async function neverCameBack(remote: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  const isOpen = (page: string) => held.some(({ name }) => name === lockOf(page));
  return Object.entries(readNotes()).some(([page, note]) => {
    const age = Date.now() - note.at;
    return note.remote === remote && age < DAY_MS && (age > FRESH_MS || !isOpen(page));
  });
}

/**
 * Notes down that this page shows a guest, until the signal. Nothing is noted while the page is hidden: phones end
 * such pages without a word.
 * @returns writes down that the guest has just been heard of
 */
export function noteGuest(remote: string, signal: AbortSignal): () => void {
  const here = crypto.randomUUID();
  const note = () => change({ [here]: document.hidden || signal.aborted ? undefined : { remote, at: Date.now() } });
  const forget = () => change({ [here]: undefined });
  note();
  document.addEventListener('visibilitychange', note);
  window.addEventListener('pagehide', forget);
  const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  navigator.locks.request(lockOf(here), () => over);
  over.then(() => {
    forget();
    document.removeEventListener('visibilitychange', note);
    window.removeEventListener('pagehide', forget);
  });
  return note;
}
