/** Outcome of sharing. `unable`: the browser can neither share nor copy. */
export type Shared = 'shared' | 'copied' | 'cancelled' | 'unable';

/** Opens the system's share sheet with a text, or copies the text if that is not possible. */
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

/** Returns a `mailto:` link without a recipient. */
export const mailLink = (title: string, text: string) =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`;
