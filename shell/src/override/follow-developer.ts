import { showDevelopmentErrors } from '../development/DevOverlay.tsx';
import { setStates } from '../development/problems.ts';
import { requestBuild } from './override.ts';

/** Announcement of a build by the developer's server. */
interface Build {
  build: string;
  token: string;
}

/**
 * Follows a developer's build server that this browser can reach: loads each new build by its signed token, and shows
 * errors on the page and in the developer's terminal.
 * @param developer origin of the build server
 * @param build version that this page runs
 */
export function followDeveloper(developer: string, build: string): void {
  showDevelopmentErrors(`${developer}/errors`);
  const events = new EventSource(`${developer}/events`);
  events.addEventListener('open', () => setStates({}));
  events.addEventListener('errors', ({ data }) => setStates(JSON.parse(data)));
  events.addEventListener('build', ({ data }) => {
    const next: Build = JSON.parse(data);
    if (next.build === build) return;
    requestBuild(next.token).catch((error: unknown) => console.error('The next build could not be loaded', error));
  });
}
