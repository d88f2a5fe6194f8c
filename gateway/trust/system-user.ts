import { userInfo } from 'node:os';

/** Returns the name of the system user who runs this process. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
