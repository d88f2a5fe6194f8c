/** Attribute of the element in which the host shows a remote; its value is the remote's name. */
export const REMOTE_ROOT = 'data-remote';

export const rootSelector = (remote: string): string => `[${REMOTE_ROOT}="${remote}"]`;

/** Returns whether a name that the whole page shares (a class, an animation, a font) belongs to a remote. */
export function isOwnName(name: string, remote: string): boolean {
  const bare = name.replace(/^--/, '').toLowerCase();
  return bare === remote || [`${remote}-`, `${remote}_`, `${remote} `].some((start) => bare.startsWith(start));
}
