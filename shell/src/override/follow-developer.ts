import { showBuilds, showDevelopmentErrors } from '../development/DevOverlay.tsx';
import { setDevStates } from '../development/problems.ts';
import { fetchRegistry, type OverrideNotice } from '../remotes/registry.ts';
import { requestBuild } from './override.ts';

/** Announcement of a build by the developer's server. */
interface Build {
  build: string;
  token: string;
}

interface FollowOptions extends Required<Omit<OverrideNotice, 'until' | 'preview'>> {
  /** Called when another build replaces the one on the page. */
  onBuild(build: string): void;
}

/**
 * Follows a developer's build server that this browser can reach: loads each new build by its signed token, and shows
 * errors on the page and in the developer's terminal.
 */
export function followDeveloper({ name, developer, build, isInPlace, onBuild }: FollowOptions): void {
  let shown = build;
  const show = async (next: Build) => {
    shown = next.build;
    await requestBuild(next.token);
    if (!isInPlace) return location.reload();
    showBuilds([name], await fetchRegistry());
    onBuild(shown);
  };
  showDevelopmentErrors(`${developer}/errors`);
  const events = new EventSource(`${developer}/events`);
  events.addEventListener('open', () => setDevStates({}));
  events.addEventListener('errors', ({ data }) => setDevStates(JSON.parse(data)));
  events.addEventListener('build', ({ data }) => {
    const next: Build = JSON.parse(data);
    if (next.build === shown) return;
    show(next).catch((error: unknown) => console.error('The next build could not be loaded', error));
  });
}
