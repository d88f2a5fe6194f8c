/** How far sharing came. `unable`: this browser can neither share nor copy. */
export type Shared = 'shared' | 'copied' | 'cancelled' | 'unable';

/** Hands a text to the phone's own share sheet; where there is none, copies it. */
export async function shareText(title: string, text: string): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
      console.info('The share sheet did not open', error);
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch (error) {
    console.info('The text could not be copied', error);
    return 'unable';
  }
}

/** An e-mail to be, with no address yet. */
export const mailLink = (title: string, text: string) =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`;
