/** Where the session's token lies between visits (docs/product-rules.md#session). */
export const TOKEN_KEY = 'access-token';

/** The saved token, or null. A browser that forbids storage has none. */
export function savedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** Keeps the token for the next visit. Throws when the browser forbids storage. */
export function saveToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

/** Takes the token away. */
export function forgetToken(): void {
  localStorage.removeItem(TOKEN_KEY);
}
