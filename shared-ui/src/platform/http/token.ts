/** Storage key of the session's token (docs/product-rules.md#session). */
export const TOKEN_KEY = 'access-token';

/** Returns the saved token, or null. Also null if the browser blocks storage. */
export function savedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** Saves the token for the next visit. @throws DOMException if the browser blocks storage */
export function saveToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

export function forgetToken(): void {
  localStorage.removeItem(TOKEN_KEY);
}
